import { messages } from '#kernel/messages.ts'

/** Create Class and the classes overview. */
export const deskTexts = messages({
  createTitle: ['Create Class', 'Loo trenn'],
  createHint: [
    'Describe the class once, then add dates and times.',
    'Siin kirjeldad trenni. Toimumisajad lisad pärast tunniplaani.',
  ],
  create: ['Create Class', 'Loo trenn'],
  creating: ['Creating...', 'Loon...'],
  created: ['Class created successfully!', 'Trenn on loodud!'],
  scheduleNow: ['Schedule it now', 'Pane kohe tunniplaani'],
  name: ['Name', 'Nimi'],
  description: ['Description', 'Kirjeldus'],
  descriptionHint: [
    'May be left empty now; it is needed once you edit the class.',
    'Praegu võid tühjaks jätta, aga trenni muutes on kirjeldust vaja.',
  ],
  maxParticipants: ['Max participants', 'Kohti'],
  categories: ['Categories', 'Kategooriad'],

  title: ['Classes Overview', 'Kõik trennid'],
  exportName: ['classes', 'trennid'],
  addNew: ['Add New Class', 'Lisa uus trenn'],
  add: ['Add Class', 'Lisa trenn'],
  adding: ['Adding...', 'Lisan...'],
  added: ['Class added successfully!', 'Trenn on lisatud!'],
  table: ['Classes', 'Trennid'],
  id: ['ID', 'ID'],
  createdAt: ['Created at', 'Loodud'],
  updatedAt: ['Updated at', 'Muudetud'],
  none: ['No classes found', 'Trenne ei leitud'],
  loadFailed: ['Failed to load classes', 'Trenne ei õnnestunud laadida'],
  editTitle: ['Edit Class', 'Muuda trenni'],
  editHint: [
    'What is in the schedule already stays as it is. To change that too, edit one of its classes under Class Registrants and choose “All that are to come”.',
    'Mis on juba tunniplaanis, jääb samaks. Kui soovid ka seda muuta, muuda mõnda neist trennidest lehel „Trennide osalejad“ ja vali „Kõik tulevased“.',
  ],
  saving: ['Saving...', 'Salvestan...'],
  updated: ['Class updated successfully!', 'Trenn on muudetud!'],
  deleteTitle: ['Delete Class', 'Kustuta trenn'],
  deleteQuestion: ['Are you sure you want to delete this class?', 'Kas soovid selle trenni kindlasti kustutada?'],
  deleteHint: ['What is in the schedule already stays there.', 'Mis on juba tunniplaanis, jääb alles.'],
  deleting: ['Deleting...', 'Kustutan...'],
  deleted: ['Class deleted successfully!', 'Trenn on kustutatud!'],
})

/** Messages for when a command of the desk fails without a refusal. */
export const createFailures = messages({
  unexpected: ['Failed to create class. Please try again.', 'Trenni ei õnnestunud luua. Palun proovi uuesti.'],
})

export const addFailures = messages({
  unexpected: [
    'Failed to add class. Please check all fields and try again.',
    'Trenni ei õnnestunud lisada. Palun kontrolli kõik väljad üle ja proovi uuesti.',
  ],
  invalidFields: [
    'Failed to add class. Please check all fields and try again.',
    'Trenni ei õnnestunud lisada. Palun kontrolli kõik väljad üle ja proovi uuesti.',
  ],
})

export const updateFailures = messages({
  unexpected: ['Failed to update class. Please try again.', 'Trenni ei õnnestunud muuta. Palun proovi uuesti.'],
  invalidFields: ['Please check all fields.', 'Palun kontrolli väljad üle.'],
})

export const deleteFailures = messages({
  unexpected: ['Failed to delete class. Please try again.', 'Trenni ei õnnestunud kustutada. Palun proovi uuesti.'],
})
