import { messages, plural } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'

/** Create Course, the courses overview and course registrants. */
export const deskTexts = messages({
  createTitle: ['Create Course', 'Loo kursus'],
  createHint: [
    'People sign up for the whole course before the deadline.',
    'Registreeruda saab ainult tervele kursusele, kuni registreerumise tähtajani.',
  ],
  create: ['Create Course', 'Loo kursus'],
  creating: ['Creating...', 'Loon...'],
  created: ['Course created successfully!', 'Kursus on loodud!'],
  name: ['Name', 'Nimi'],
  description: ['Description', 'Kirjeldus'],
  standardPrice: ['Standard price', 'Tavahind'],
  memberPrice: ['Member price', 'Liikmehind'],
  memberPriceHint: [
    'May be left empty: cover group members then pay 5€ less.',
    'Võid jätta tühjaks: siis maksab coverigrupi liige 5€ vähem.',
  ],
  maxParticipants: ['Max participants', 'Kohti'],
  nrOfClasses: ['Number of classes', 'Trennide arv'],
  byDates: [
    (classes: number) => `By its dates there are ${classes}, and that is what everybody sees.`,
    (classes) => `Kuupäevade järgi on neid ${classes} ja seda näevad ka kõik teised.`,
  ],
  startDate: ['Start date', 'Alguskuupäev'],
  endDate: ['End date', 'Lõppkuupäev'],
  regDeadline: ['Registration deadline', 'Registreerumise tähtaeg'],
  weekday: ['Weekday', 'Nädalapäev'],
  leftOut: [
    (days: string) => `The studio is closed on ${days}: no evening then. Move the end if there are to be as many.`,
    (days) => `Stuudio on suletud ${days}: siis trenni ei ole. Kui trenne peab jääma sama palju, nihuta lõppu.`,
  ],
  told: [
    (people: number) =>
      `${people} ${plural(people, 'person has', 'people have')} joined. If their evenings, the room or the teacher change, they get an e-mail. Set it back within two minutes, and nobody hears of it.`,
    (people) =>
      `Kursusel on ${people} ${plural(people, 'osaleja', 'osalejat')}. Kui muutuvad ajad, saal või treener, saavad nad kirja. Kui muudad kahe minuti jooksul kõik tagasi, ei saa keegi sellest teada.`,
  ],
  toldOnceActive: [
    (people: number) =>
      `${people} ${plural(people, 'person has', 'people have')} joined. If their evenings, the room or the teacher change, they get an e-mail once the course is active again. Set it back before that or within two minutes after, and nobody hears of it.`,
    (people) =>
      `Kursusel on ${people} ${plural(people, 'osaleja', 'osalejat')}. Kui muutuvad ajad, saal või treener, saavad nad kirja siis, kui kursus on taas avatud. Kui muudad kõik tagasi enne seda või kahe minuti jooksul pärast seda, ei saa keegi sellest teada.`,
  ],
  chooseWeekday: ['Choose a weekday', 'Vali nädalapäev'],
  startTime: ['Start time', 'Algusaeg'],
  endTime: ['End time', 'Lõpuaeg'],
  status: ['Status', 'Olek'],
  statuses: {
    active: ['Active', 'Aktiivne'],
    archived: ['Archived', 'Arhiveeritud'],
  },
  ended: ['Ended', 'Lõppenud'],

  title: ['Courses Overview', 'Kõik kursused'],
  addNew: ['Add New Course', 'Lisa uus kursus'],
  activeCourses: ['Active Courses', 'Aktiivsed kursused'],
  archivedCourses: ['Archived Courses', 'Arhiveeritud kursused'],
  noActive: ['No active courses found', 'Aktiivseid kursusi ei ole'],
  noArchived: ['No archived courses found', 'Arhiveeritud kursusi ei ole'],
  loadFailed: ['Failed to load courses', 'Kursusi ei õnnestunud laadida'],
  id: ['ID', 'ID'],
  nrOfClassesShort: ['Nr of classes', 'Trenne'],
  startDateShort: ['Start date', 'Algus'],
  endDateShort: ['End date', 'Lõpp'],
  timeRange: ['Time range', 'Kellaaeg'],
  regDeadlineShort: ['Reg deadline', 'Tähtaeg'],
  registered: ['Registered count / max', 'Osalejaid / kohti'],
  createdAt: ['Created', 'Loodud'],
  updatedAt: ['Updated', 'Muudetud'],
  archive: ['Archive', 'Arhiveeri'],
  activate: ['Activate', 'Ava uuesti'],
  archived: ['Course archived.', 'Kursus on arhiveeritud.'],
  activated: ['Course activated.', 'Kursus on taas avatud.'],
  editTitle: ['Edit Course', 'Muuda kursust'],
  addTitle: ['Add Course', 'Lisa kursus'],
  saving: ['Saving...', 'Salvestan...'],
  updated: ['Course updated successfully!', 'Kursus on muudetud!'],
  archiveTitle: ['Archive Course', 'Arhiveeri kursus'],
  archiveQuestion: [
    (name: string) => `Are you sure you want to archive ${name}? It is then no longer offered.`,
    (name) => `Kas soovid kursuse „${name}“ kindlasti arhiveerida? Siis sinna enam registreeruda ei saa.`,
  ],
  activateTitle: ['Activate Course', 'Ava kursus uuesti'],
  activateQuestion: [
    (name: string) => `Are you sure you want to activate ${name}? It is then offered again.`,
    (name) => `Kas soovid kursuse „${name}“ kindlasti uuesti avada? Siis saab sinna jälle registreeruda.`,
  ],
  deleteTitle: ['Delete Course', 'Kustuta kursus'],
  deleteQuestion: ['Are you sure you want to delete this course?', 'Kas soovid selle kursuse kindlasti kustutada?'],
  deleting: ['Deleting...', 'Kustutan...'],
  deleted: ['Course deleted successfully!', 'Kursus on kustutatud!'],

  codes: ['Discount codes', 'Sooduskoodid'],
  codesOf: [(name: string) => `Discount codes: ${name}`, (name) => `Sooduskoodid: ${name}`],
  noCodes: ['No discount codes', 'Sooduskoode ei ole'],
  code: ['Code', 'Kood'],
  amount: ['Amount', 'Summa'],
  amountHint: [
    'Taken off the price. A code never makes a price less than 0€.',
    'Nii palju läheb hinnast maha. Alla 0€ hind ei lange.',
  ],
  audience: ['For whom', 'Kellele'],
  audienceHint: [
    'What counts is whether somebody ticks “Cover group member” when paying.',
    'Loeb see, kas maksmisel märgitakse „Coverigrupi liige“.',
  ],
  audiences: {
    members: ['Cover group members', 'Coverigrupi liikmetele'],
    others: ['Everybody else', 'Kõigile teistele'],
  },
  takesOff: [(amount: Cents) => `${euros(amount, 'en')} off`, (amount) => `${euros(amount, 'et')} vähem`],
  addCode: ['Add code', 'Lisa kood'],
  codeAdded: [(code: string) => `Discount code ${code} added.`, (code) => `Sooduskood ${code} on lisatud.`],
  remove: ['Remove', 'Eemalda'],
  removeTitle: ['Remove discount code', 'Eemalda sooduskood'],
  removeQuestion: [
    (code: string) => `Are you sure you want to remove ${code}? Who has used it already keeps the discount.`,
    (code) => `Kas soovid koodi ${code} kindlasti eemaldada? Kes on seda juba kasutanud, jääb soodustusest osa saama.`,
  ],
  codeRemoved: [(code: string) => `Discount code ${code} removed.`, (code) => `Sooduskood ${code} on eemaldatud.`],

  registrants: ['Course Registrants', 'Kursuste osalejad'],
  showOnlyActive: ['Show Only Active Courses', 'Näita ainult kestvaid kursusi'],
  showEnded: ['Show Ended Courses', 'Näita ka lõppenud kursusi'],
  noRegistrants: ['No course registrants found', 'Kursuste osalejaid ei leitud'],
  registrantsFailed: ['Failed to load course registrants', 'Kursuste osalejaid ei õnnestunud laadida'],
  searchLabel: ['Search by name or e-mail', 'Otsi nime või e-posti järgi'],
  exportName: ['course-registrants', 'kursuste-osalejad'],
  coursesFile: ['courses', 'kursused'],
  archivedFile: ['archived-courses', 'arhiveeritud-kursused'],
  course: ['Course', 'Kursus'],
  registrant: ['Registrant', 'Osaleja'],
  courseName: ['Course name', 'Kursuse nimi'],
  registrantName: ['Registrant name', 'Osaleja nimi'],
  email: ['E-mail', 'E-post'],
  paymentStatus: ['Payment status', 'Makse olek'],
  registeredAt: ['Registration date', 'Registreerus'],
  deleteRegistrationTitle: ['Delete Registration', 'Kustuta registreering'],
  deleteRegistrationQuestion: [
    'Are you sure you want to delete this registration?',
    'Kas soovid selle registreeringu kindlasti kustutada?',
  ],
  deleteRegistrationHint: [
    'The place becomes free, and the payment is cancelled. Money that was received already may have to be returned.',
    'Koht vabaneb ja makse tühistatakse. Juba laekunud raha tuleb võib-olla tagastada.',
  ],
  registrationDeleted: ['Registration deleted successfully!', 'Registreering on kustutatud!'],
})

/** Messages for when a command of the desk fails without a refusal. */
export const createFailures = messages({
  unexpected: ['Failed to create course.', 'Kursust ei õnnestunud luua.'],
})

export const updateFailures = messages({
  unexpected: ['Failed to update course. Please try again.', 'Kursust ei õnnestunud muuta. Palun proovi uuesti.'],
  invalidFields: ['Please check all fields.', 'Palun kontrolli väljad üle.'],
})

export const deleteFailures = messages({
  unexpected: ['Failed to delete course. Please try again.', 'Kursust ei õnnestunud kustutada. Palun proovi uuesti.'],
})

export const registrationFailures = messages({
  unexpected: ['Failed to delete registration.', 'Registreeringut ei õnnestunud kustutada.'],
})

export const codeFailures = messages({
  unexpected: [
    'Failed to update discount codes. Please try again.',
    'Sooduskoode ei õnnestunud muuta. Palun proovi uuesti.',
  ],
  invalidFields: ['Please check all fields.', 'Palun kontrolli väljad üle.'],
})
