import { messages } from '#kernel/messages.ts'

/** Create Class and the classes overview. */
export const deskTexts = messages({
  en: {
    createTitle: 'Create Class',
    createHint: 'A class is what is taught. Add it to the schedule to say when.',
    create: 'Create Class',
    creating: 'Creating...',
    created: 'Class created successfully!',
    name: 'Name',
    description: 'Description',
    maxParticipants: 'Max participants',
    categories: 'Categories',

    title: 'Classes Overview',
    addNew: 'Add New Class',
    add: 'Add Class',
    adding: 'Adding...',
    added: 'Class added successfully!',
    table: 'Classes',
    id: 'ID',
    createdAt: 'Created at',
    updatedAt: 'Updated at',
    none: 'No classes found',
    loadFailed: 'Failed to load classes',
    editTitle: 'Edit Class',
    saving: 'Saving...',
    updated: 'Class updated successfully!',
    deleteTitle: 'Delete Class',
    deleteQuestion: 'Are you sure you want to delete this class?',
    deleteHint: 'What is in the schedule already stays there.',
    deleting: 'Deleting...',
    deleted: 'Class deleted successfully!',
  },
  et: {
    createTitle: 'Loo trenn',
    createHint: 'Siin kirjeldad trenni. Toimumisajad lisad pärast tunniplaani.',
    create: 'Loo trenn',
    creating: 'Loon...',
    created: 'Trenn on loodud!',
    name: 'Nimi',
    description: 'Kirjeldus',
    maxParticipants: 'Osalejaid kuni',
    categories: 'Kategooriad',

    title: 'Kõik trennid',
    addNew: 'Lisa uus trenn',
    add: 'Lisa trenn',
    adding: 'Lisan...',
    added: 'Trenn on lisatud!',
    table: 'Trennid',
    id: 'ID',
    createdAt: 'Loodud',
    updatedAt: 'Muudetud',
    none: 'Trenne ei leitud',
    loadFailed: 'Trenne ei õnnestunud laadida',
    editTitle: 'Muuda trenni',
    saving: 'Salvestan...',
    updated: 'Trenn on muudetud!',
    deleteTitle: 'Kustuta trenn',
    deleteQuestion: 'Kas soovid selle trenni kindlasti kustutada?',
    deleteHint: 'Mis on juba tunniplaanis, jääb alles.',
    deleting: 'Kustutan...',
    deleted: 'Trenn on kustutatud!',
  },
})

/** How each command of the desk says that it failed for no reason of the studio's own. */
export const createFailures = messages({
  en: { unexpected: 'Failed to create class. Please try again.' },
  et: { unexpected: 'Trenni ei õnnestunud luua. Palun proovi uuesti.' },
})

export const addFailures = messages({
  en: {
    unexpected: 'Failed to add class. Please check all fields and try again.',
    invalidFields: 'Failed to add class. Please check all fields and try again.',
  },
  et: {
    unexpected: 'Trenni ei õnnestunud lisada. Palun kontrolli kõik väljad üle ja proovi uuesti.',
    invalidFields: 'Trenni ei õnnestunud lisada. Palun kontrolli kõik väljad üle ja proovi uuesti.',
  },
})

export const updateFailures = messages({
  en: { unexpected: 'Failed to update class. Please try again.', invalidFields: 'Please check all fields.' },
  et: { unexpected: 'Trenni ei õnnestunud muuta. Palun proovi uuesti.', invalidFields: 'Palun kontrolli väljad üle.' },
})

export const deleteFailures = messages({
  en: { unexpected: 'Failed to delete class. Please try again.' },
  et: { unexpected: 'Trenni ei õnnestunud kustutada. Palun proovi uuesti.' },
})
