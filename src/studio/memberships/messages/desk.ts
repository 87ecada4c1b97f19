import { messages, plural } from '#kernel/messages.ts'

/** Create Membership, Manage Memberships and the users' active memberships. */
export const deskTexts = messages({
  createTitle: ['Create Membership', 'Loo pääse'],
  createHint: ['Members can buy it right away.', 'Pääse jõuab müüki kohe, kui oled selle loonud.'],
  create: ['Create Membership', 'Loo pääse'],
  creating: ['Creating...', 'Loon...'],
  created: ['Membership created successfully!', 'Pääse on loodud!'],
  name: ['Name', 'Nimi'],
  description: ['Description', 'Kirjeldus'],
  descriptionHint: [
    'May be left empty now; it is needed once you edit the membership.',
    'Praegu võid tühjaks jätta, aga pääset muutes on kirjeldust vaja.',
  ],
  standardPrice: ['Standard price', 'Tavahind'],
  memberPrice: ['Member price', 'Liikmehind'],
  price: ['Price', 'Hind'],
  classLimit: ['Class limit', 'Kordade arv'],
  validPeriod: ['Valid period (days)', 'Kehtivus (päevades)'],
  mode: ['Mode', 'Valitud trennides pääse'],
  modes: {
    include: ['Include', 'Kehtib'],
    exclude: ['Exclude', 'Ei kehti'],
  },
  marks: {
    include: ['included', 'sobib'],
    exclude: ['excluded', 'välja arvatud'],
  },
  categories: ['Categories', 'Kategooriad'],
  categoriesHint: [
    'Choose none to allow every category.',
    'Kui ühtegi kategooriat ei vali, kehtib pääse kõigis trennides.',
  ],
  included: ['Included categories', 'Sobivad kategooriad'],
  excluded: ['Excluded categories', 'Välja arvatud kategooriad'],

  manageTitle: ['Manage Memberships', 'Pääsmete haldus'],
  forSale: ['Memberships for sale', 'Müügil olevad pääsmed'],
  sale: { active: ['For sale', 'Müügil'], archived: ['Archived', 'Arhiveeritud'] },
  archivedOnes: ['Archived memberships', 'Arhiveeritud pääsmed'],
  noneForSale: ['No memberships found', 'Pääsmeid ei leitud'],
  noneArchived: ['No archived memberships found', 'Arhiveeritud pääsmeid ei leitud'],
  editTitle: ['Edit Membership', 'Muuda pääset'],
  saving: ['Saving...', 'Salvestan...'],
  updated: ['Membership updated successfully!', 'Pääse on muudetud!'],
  archive: ['Archive', 'Arhiveeri'],
  activate: ['Activate', 'Pane müüki'],
  archiveTitle: ['Archive Membership', 'Arhiveeri pääse'],
  archiveQuestion: [
    (name: string) =>
      `Are you sure you want to archive ${name}? It is then no longer for sale; what was bought stays valid.`,
    (name) => `Kas soovid pääsme „${name}“ kindlasti arhiveerida? Siis seda enam ei müüda; juba ostetu kehtib edasi.`,
  ],
  activateTitle: ['Activate Membership', 'Pane pääse müüki'],
  activateQuestion: [
    (name: string) => `Are you sure you want to activate ${name}? It is then for sale again.`,
    (name) => `Kas soovid pääsme „${name}“ kindlasti taas müüki panna?`,
  ],
  archived: ['Membership archived.', 'Pääse on arhiveeritud.'],
  activated: ['Membership activated.', 'Pääse on taas müügil.'],

  activeTitle: ['Active Memberships', 'Kehtivad pääsmed'],
  toFreezes: ['Freezes', 'Külmutamised'],
  activeHint: ['Everything that was bought and has not expired.', 'Kõik ostetud pääsmed, mis ei ole aegunud.'],
  exportName: ['memberships', 'pääsmed'],
  catalogueFile: ['memberships-for-sale', 'müüdavad-pääsmed'],
  none: ['No active memberships found', 'Kehtivaid pääsmeid ei leitud'],
  noneActiveHint: [
    'People buy a membership themselves, or you sell one on the page of a user.',
    'Pääsme ostab inimene ise või müüd selle sina kasutaja lehel.',
  ],
  searchLabel: ['Search by name or e-mail', 'Otsi nime või e-posti järgi'],
  userName: ['User name', 'Kasutaja nimi'],
  membershipName: ['Membership name', 'Pääsme nimi'],
  classesUsed: ['Classes used', 'Kasutatud kordi'],
  usedUp: ['Used up', 'Ära kasutatud'],
  corrected: [
    (count: number) => `${count > 0 ? '+' : ''}${count} by hand`,
    (count) => `${count > 0 ? '+' : ''}${count} käsitsi`,
  ],
  validUntil: ['Valid until', 'Kehtib kuni'],
  until: [(day: string) => `until ${day}`, (day) => `kuni ${day}`],
  status: ['Status', 'Olek'],
  statuses: {
    active: ['Active', 'Kehtiv'],
    cancelled: ['Cancelled', 'Tühistatud'],
  },
  paymentStatus: ['Payment status', 'Makse olek'],
  editPurchaseTitle: ['Edit active membership', 'Muuda kehtivat pääset'],
  why: ['Why', 'Miks'],
  whyHint: ['Stands in the book of the membership.', 'See jääb pääsme ajalukku.'],
  paysFor: [
    (count: number) => `It pays for ${count} ${plural(count, 'registration', 'registrations')}.`,
    (count) => `Selle pääsmega on tasutud ${count} ${plural(count, 'registreering', 'registreeringut')}.`,
  ],
  cancelHint: {
    due: ['Its due payment is cancelled as well.', 'Ka selle tasumata makse tühistatakse.'],
    partlyPaid: [
      'What is left of its payment stays due: cancel the payment if nobody owes it any more.',
      'Makse ülejäänud osa tuleb endiselt tasuda: kui seda enam keegi ei võlgne, tühista makse.',
    ],
    paid: [
      'Its payment is not due any more and stays: money may have to be returned.',
      'Makse ei ole enam tasumata ja jääb alles: raha tuleb võib-olla tagastada.',
    ],
    none: ['Registrations that it paid for stay.', 'Selle pääsmega tasutud registreeringud jäävad alles.'],
  },
  activeForNothing: [
    'Its payment stays cancelled: nothing is due for it any more.',
    'Makse jääb tühistatuks: pääsme eest ei ole enam midagi tasuda.',
  ],
  deletePurchaseTitle: ['Delete Membership', 'Kustuta pääse'],
  deletePurchaseQuestion: [
    'Are you sure you want to delete this membership?',
    'Kas soovid selle pääsme kindlasti kustutada?',
  ],
  deleteRemoves: [
    'It is unused and unpaid, so it is removed together with its due payment.',
    'Pääse on kasutamata ja tasumata: see eemaldatakse koos tasumata maksega.',
  ],
  deleteCancels: [
    'It has paid for registrations or has been paid for, so it is kept and becomes cancelled.',
    'Pääset on kasutatud või selle eest on tasutud: see jääb alles, aga tühistatakse.',
  ],
  deleteNothing: [
    'It is cancelled already, and kept because it was used or paid for.',
    'Pääse on juba tühistatud ja jääb alles, sest seda on kasutatud või selle eest on tasutud.',
  ],
  deleting: ['Deleting...', 'Kustutan...'],
  deleted: ['Membership deleted successfully!', 'Pääse on kustutatud!'],
  cancelledInstead: [
    'The membership was cancelled and kept, because it was used or paid for.',
    'Pääse on tühistatud ja jäi alles, sest seda on kasutatud või selle eest on tasutud.',
  ],
})

/** Messages for when a command of the desk fails without a refusal. */
export const createFailures = messages({
  unexpected: ['Failed to create membership.', 'Pääset ei õnnestunud luua.'],
})

/** Manage Memberships. */
export const updateFailures = messages({
  unexpected: ['Failed to update membership. Please try again.', 'Pääset ei õnnestunud muuta. Palun proovi uuesti.'],
  invalidFields: ['Please check all fields.', 'Palun kontrolli väljad üle.'],
})

/** Active Memberships. */
export const purchaseFailures = messages({
  unexpected: ['Failed to update membership.', 'Pääset ei õnnestunud muuta.'],
  busy: ['Class usage update failed. Please try again.', 'Kasutatud kordi ei õnnestunud muuta. Palun proovi uuesti.'],
  invalidFields: ['Invalid class usage update', 'Palun kontrolli väljad üle.'],
})

export const deleteFailures = messages({
  unexpected: [
    'Failed to delete membership. Please try again.',
    'Pääset ei õnnestunud kustutada. Palun proovi uuesti.',
  ],
})
