import { roomRefusals } from '#studio/rooms/messages.ts'
import { inARow, messages, plural } from '#kernel/messages.ts'
import { editRefusals } from '#studio/accounts/messages.ts'
import { choiceRefusals } from '#studio/payments/messages.ts'

export const texts = messages({
  available: ['Available courses', 'Avatud kursused'],
  none: ['No courses are open right now', 'Praegu avatud kursusi ei ole'],
  noneHint: [
    'New courses appear here as soon as the studio announces them.',
    'Uued kursused ilmuvad siia kohe, kui stuudio need välja kuulutab.',
  ],
  allCourses: ['All courses', 'Kõik kursused'],
  gone: ['This course is not open any more', 'See kursus ei ole enam avatud'],
  goneHint: ['It is over, or was taken off.', 'Kursus on läbi või eemaldatud.'],
  loadFailed: ['Failed to load courses', 'Kursusi ei õnnestunud laadida'],
  dates: ['Dates', 'Kuupäevad'],
  daysOff: [
    (days: string) => `Not on ${days}: the studio is closed.`,
    (days) => `Ei toimu ${days}: stuudio on suletud.`,
  ],
  time: ['Time', 'Aeg'],
  nrOfClasses: ['Classes', 'Trenne'],
  standardPrice: ['Standard price', 'Tavahind'],
  memberPrice: ['Member price', 'Liikmehind'],
  participants: ['Participants', 'Osalejaid'],
  registerUntil: ['Registration until', 'Registreeru kuni'],
  full: ['Full', 'Täis'],
  held: [
    (places: number) => (places === 1 ? 'one place is held' : `${places} places are held`),
    (places) => (places === 1 ? 'üks koht on hoitud' : `${places} kohta on hoitud`),
  ],
  closed: ['Registration closed', 'Registreerumine on lõppenud'],
  registered: ['Registered', 'Registreeritud'],
  register: ['Register', 'Registreeru'],
  registerTitle: ['Register for course', 'Registreeru kursusele'],
  registeredUsing: [
    (method: string) => `Successfully registered using ${method}!`,
    (method) => `Oled kursusele registreeritud! Makseviis: ${method}.`,
  ],
  othersRegisteredUsing: [
    (names: readonly string[], method: string) =>
      `${inARow(names, 'and')} ${plural(names.length, 'is', 'are')} successfully registered using ${method}!`,
    (names, method) => `${inARow(names, 'ja')} on kursusele registreeritud! Makseviis: ${method}.`,
  ],
  cancel: ['Cancel', 'Tühista'],
  cancelTitle: ['Cancel registration', 'Tühista registreering'],
  cancelQuestion: [
    (name: string) =>
      `Are you sure you want to cancel your registration for ${name}? Its payment is cancelled as well.`,
    (name) => `Kas loobud kindlasti kohast kursusel „${name}“? Ka selle makse tühistatakse.`,
  ],
  cancelQuestionOf: [
    (who: string, name: string) =>
      `Are you sure you want to cancel ${who}’s registration for ${name}? Its payment is cancelled as well.`,
    (who, name) => `Kas loobud kindlasti kohast (${who}) kursusel „${name}“? Ka selle makse tühistatakse.`,
  ],
  keepPlace: ['Keep the place', 'Jäta koht alles'],
  cancelled: ['Successfully cancelled registration!', 'Registreering on tühistatud!'],

  mine: ['Registered courses', 'Minu kursused'],
  mineNone: ['You are not registered for any course', 'Sa ei ole veel ühelegi kursusele registreerunud.'],
  familyNone: ['Nobody in your family is registered for any course', 'Sinu perest ei ole veel keegi kursusel'],
  toCourses: ['Available courses', 'Avatud kursused'],
  classes: [
    (count: number) => `${count} ${plural(count, 'class', 'classes')}`,
    (count) => `${count} ${plural(count, 'trenn', 'trenni')}`,
  ],
})

/** Every refusal of courses/contract.ts, and the codes of its forms' fields. */
export const refusals = messages(
  {
    courseNotFound: ['Course not found.', 'Kursust ei leitud.'],
    courseNotFoundHelps: ['Look at the list of courses again.', 'Vaata kursuste loendit uuesti.'],
    courseDeadlinePassed: ['Registration deadline has passed.', 'Registreerumise tähtaeg on möödas.'],
    courseDeadlinePassedHelps: ['Ask the studio whether you can still join.', 'Küsi stuudiost, kas veel saab liituda.'],
    offerEnded: ['This offer has ended.', 'See pakkumine on lõppenud.'],
    offerEndedHelps: [
      'Where it is full you can join the waiting list again.',
      'Kui kohti ei ole, saad uuesti ootejärjekorda minna.',
    ],
    courseFull: ['Course is full.', 'Kursus on täis.'],
    courseFullHelps: ['Choose another course.', 'Vali teine kursus.'],
    alreadyInCourse: ['User already registered for this course.', 'Sa oled sellele kursusele juba registreeritud.'],
    userInactive: [
      'This user is deactivated: activate them first.',
      'See kasutaja on peatatud: luba tal enne jälle siin käia.',
    ],
    notInCourse: ['Registration not found', 'Registreeringut ei leitud.'],
    courseStarted: [
      'The course has started. Please contact the studio to cancel your registration.',
      'Kursus on alanud. Registreeringu tühistamiseks kirjuta palun stuudiole.',
    ],
    invalidFields: ['Failed to create course.', 'Kursust ei õnnestunud luua.'],
    courseNameLength: [
      'Course name must be between 3 and 50 characters.',
      'Kursuse nimes peab olema 3 kuni 50 tähemärki.',
    ],
    descriptionTooLong: ['Description cannot exceed 300 characters.', 'Kirjelduses võib olla kuni 300 tähemärki.'],
    coursePriceInvalid: ['Standard price must be a positive number.', 'Tavahind ei tohi puududa ega olla negatiivne.'],
    courseMemberPriceInvalid: ['Course member price must be a positive number.', 'Liikmehind ei tohi olla negatiivne.'],
    memberPriceAbove: [
      'The member price cannot be higher than the standard price.',
      'Liikmehind ei tohi olla tavahinnast kõrgem.',
    ],
    participantsOutOfRange: ['Participants must be between 1 and 100.', 'Osalejaid peab olema 1 kuni 100.'],
    classCountTooSmall: ['At least 1 class is required.', 'Vaja on vähemalt ühte trenni.'],
    dateRequired: ['Please choose a date.', 'Palun vali kuupäev.'],
    endDateBeforeStart: [
      'The end date cannot be before the start date.',
      'Lõppkuupäev ei saa olla enne alguskuupäeva.',
    ],
    deadlineAfterEnd: [
      'The registration deadline cannot be after the end date.',
      'Registreerumise tähtaeg ei saa olla pärast lõppkuupäeva.',
    ],
    weekdayRequired: ['Please choose a weekday.', 'Palun vali nädalapäev.'],
    timeRequired: ['Please enter a time.', 'Palun sisesta kellaaeg.'],
    endTimeBeforeStart: ['End time must be after start time.', 'Lõpuaeg peab olema pärast algusaega.'],
    discountCodeTaken: [
      'This discount code exists already. Please choose another.',
      'Selline sooduskood on juba olemas. Palun vali teine.',
    ],
    discountCodeInvalid: [
      'A code has 3 to 30 letters, digits, hyphens or underscores.',
      'Koodis on 3 kuni 30 tähte, numbrit, sidekriipsu või allkriipsu.',
    ],
    discountAmountInvalid: ['The discount must be more than 0.', 'Soodustus peab olema suurem kui 0.'],
    discountCodeNotFound: ['This discount code has been removed already.', 'See sooduskood on juba eemaldatud.'],
    maxBelowRegistered: [
      'Max participants cannot be lower than the number of people registered already.',
      'Osalejaid ei saa olla vähem, kui on juba registreerunud.',
    ],
    courseHasRegistrations: [
      'A course with registrations cannot be deleted, only archived.',
      'Kursust, kuhu on registreerutud, ei saa kustutada, ainult arhiveerida.',
    ],
  },
  choiceRefusals,
  editRefusals,
  roomRefusals,
)

export const joinFailures = messages({
  unexpected: [
    'Course registration failed. Please try again.',
    'Kursusele ei õnnestunud registreeruda. Palun proovi uuesti.',
  ],
})

export const leaveFailures = messages({
  unexpected: ['Failed to cancel course registration.', 'Kursuse registreeringut ei õnnestunud tühistada.'],
  busy: ['Course unregistration failed. Please try again.', 'Kursusest ei õnnestunud loobuda. Palun proovi uuesti.'],
})
