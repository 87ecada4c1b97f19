import { messages } from '#kernel/messages.ts'
import { refusals as personRefusals } from '#studio/accounts/messages.ts'

/** The family on the page of one's account, and wherever it is said for whom something is. */
export const texts = messages({
  title: ['My family', 'Minu pere'],
  hint: [
    'Add your children here, and then book and pay for them with your own sign-in. A child needs none.',
    'Lisa siia oma lapsed: siis saad neid oma kontoga trenni panna ja nende eest maksta. Lapsel ei pea kontot olema.',
  ],
  children: ['My children', 'Minu lapsed'],
  addChild: ['Add a child', 'Lisa laps'],
  name: ['Name', 'Eesnimi'],
  surname: ['Surname', 'Perekonnanimi'],
  dob: ['Date of birth', 'Sünnikuupäev'],
  dobHint: ['A child here is 2 to 17 years old.', 'Laps on siin 2–17-aastane.'],
  added: [(name: string) => `${name} has been added.`, (name) => `${name} on lisatud.`],
  bookNext: ['Book a class', 'Pane trenni'],
  age: [(years: number) => `${years} years old`, (years) => `${years}-aastane`],
  also: [(names: string) => `Other guardians: ${names}`, (names) => `Teised vanemad või hooldajad: ${names}`],
  signsIn: ['Has an own sign-in', 'Oma kontoga'],
  rights: {
    canBook: ['can book', 'saab trenni panna'],
    pays: ['pays', 'maksab'],
    getsNotices: ['gets notices', 'saab teated'],
  },
  rightsHints: {
    canBook: [
      'Registers, buys and cancels, and decides what the other two say.',
      'Paneb trenni, ostab ja tühistab ning otsustab ka järgmised kaks.',
    ],
    pays: ['What is bought comes to your payments.', 'Ostetu tuleb sinu maksete hulka.'],
    getsNotices: ['Letters about changes come to you.', 'Kirjad muudatuste kohta tulevad sulle.'],
  },
  noRights: ['Only sees', 'Ainult näeb'],
  change: ['Change rights', 'Muuda õigusi'],
  changeTitle: [(name: string) => `What you do for ${name}`, (name) => `Mida sa teed: ${name}`],
  changed: ['Your rights have been saved.', 'Sinu õigused on salvestatud.'],
  end: ['End the link', 'Lõpeta seos'],
  endTitle: [(name: string) => `End the link to ${name}?`, (name) => `Kas lõpetan seose: ${name}?`],
  endQuestion: [
    'You no longer see, book or pay for this child. What you already owe stays yours.',
    'Sa ei näe enam selle lapse trenne, ei saa teda trenni panna ega tema eest maksta. Varasemad maksed jäävad sulle.',
  ],
  endLast: [
    'Nobody else acts for this child here: only the studio can then register or cancel.',
    'Kedagi teist sel lapsel siin ei ole: trenni panna ja tühistada saab siis ainult stuudio.',
  ],
  ended: ['The link has ended.', 'Seos on lõppenud.'],
  saving: ['Saving…', 'Salvestan…'],
  notMyself: ['I don’t dance myself', 'Ma ise ei tantsi'],
  notMyselfHint: [
    'Then you are not asked about yourself when you book. What you have already stays in sight.',
    'Siis ei küsita broneerimisel sinu enda kohta. Mis sul juba on, jääb näha.',
  ],
  whoActs: [
    (names: string) => `${names} can also act for you here.`,
    (names) => `Sinu eest saab siin tegutseda ka ${names}.`,
  ],
  loadFailed: ['Your family could not be loaded.', 'Sinu peret ei õnnestunud laadida.'],
})

/** Every code of the contract, and those of the fields. */
export const refusals = messages(
  {
    invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
    fillRequired: ['Please fill in this field.', 'Palun täida see väli.'],
    childAge: ['A child here is 2 to 17 years old.', 'Laps on siin 2–17-aastane.'],
    tooManyChildren: [
      ({ most }: { most: number }) => `One guardian can have at most ${most} children here. Please ask the studio.`,
      ({ most }) => `Ühel inimesel saab siin olla kuni ${most} last. Palun võta stuudioga ühendust.`,
    ],
    childAdded: [
      ({ name }: { name: string }) => `${name} is among your children already.`,
      ({ name }) => `${name} on sinu laste hulgas juba olemas.`,
    ],
    linkNotFound: ['You are not this child’s guardian any more.', 'Sa ei ole enam selle lapse vanem või hooldaja.'],
    rightsFromOthers: [
      'Only a guardian who can book, or the studio, can give you this right.',
      'Selle õiguse saab sulle anda vanem, kes saab last trenni panna, või stuudio.',
    ],
  },
  personRefusals,
)
