import { messages } from '#kernel/messages.ts'
import { MOST_SUBJECT, MOST_TEXT } from './rules.ts'

export const texts = messages({
  write: ['Write a message', 'Kirjuta sõnum'],
  writeTo: [
    (accounts: number) => `Write to ${accounts} ${accounts === 1 ? 'person' : 'people'}`,
    (accounts) => (accounts === 1 ? 'Kirjuta ühele inimesele' : `Kirjuta ${accounts} inimesele`),
  ],
  sendTo: [
    (accounts: number) => `Send to ${accounts} ${accounts === 1 ? 'person' : 'people'}`,
    (accounts) => (accounts === 1 ? 'Saada ühele inimesele' : `Saada ${accounts} inimesele`),
  ],
  to: ['To', 'Kellele'],
  toWhom: ['To whom?', 'Kellele?'],
  audiences: {
    class: ['Everybody who comes to the class', 'Kõik, kes trenni tulevad'],
    course: ['Everybody in the course', 'Kõik, kes kursusel osalevad'],
    category: ['Everybody with the category', 'Kõik, kel on kategooria'],
    people: ['Everybody found in the list of users', 'Kõik, keda kasutajate nimekirjast leiad'],
  },
  everybody: ['Everybody', 'Kõik'],
  searched: [(search: string) => `“${search}”`, (search) => `„${search}“`],
  reach: [
    (people: number, accounts: number) =>
      `${people} ${people === 1 ? 'person' : 'people'}, ${accounts} ${accounts === 1 ? 'e-mail' : 'e-mails'} (one for each account).`,
    (people, accounts) => `inimesi ${people}, kirju ${accounts} (iga konto saab ühe).`,
  ],
  unreachable: [
    (names: string, people: number) =>
      `Not reached: ${names}. ${people === 1 ? 'This person has' : 'They have'} no account, and nobody who gets notices for them.`,
    (names, people) =>
      `Sõnumit ei saa: ${names}. ${people === 1 ? 'Tal ei ole kontot ega kedagi, kes tema' : 'Neil ei ole kontot ega kedagi, kes nende'} eest teateid saab.`,
  ],
  notReached: ['Not reached:', 'Sõnumit ei saa:'],
  more: [(many: number) => ` and ${many} more`, (many) => ` ja veel ${many}`],
  unverified: [
    'The e-mail address it would go to is not verified yet. Press a name: on that page you can send the invitation or the verification e-mail again.',
    'E-posti aadress, kuhu see läheks, on veel kinnitamata. Kutse või kinnituskirja saad uuesti saata lehelt, mis avaneb nimele vajutades.',
  ],
  andMore: [(names: string, many: number) => `${names} and ${many} more`, (names, many) => `${names} ja veel ${many}`],
  declined: [
    (accounts: number) => `${accounts} of them ${accounts === 1 ? 'wants' : 'want'} no such e-mails and get none.`,
    (accounts) => `Neist ${accounts} ei soovi selliseid kirju ega saa neid.`,
  ],
  optional: [
    'Readers can unsubscribe from such e-mails with one press.',
    'Kes selle saab, saab sellistest kirjadest ühe vajutusega loobuda.',
  ],
  laterToo: {
    class: [
      'Whoever joins the class later finds it on their dashboard.',
      'Kes trenniga hiljem liitub, leiab selle oma töölaualt.',
    ],
    course: [
      'Whoever joins the course later finds it on their dashboard.',
      'Kes kursusega hiljem liitub, leiab selle oma töölaualt.',
    ],
    category: [
      'Whoever gets the category in the next 30 days finds it on their dashboard.',
      'Kes saab kategooria järgmise 30 päeva jooksul, leiab selle oma töölaualt.',
    ],
  },
  subject: ['Subject', 'Teema'],
  text: ['Text', 'Tekst'],
  textHint: ['An empty line begins a new paragraph.', 'Tühi rida alustab uut lõiku.'],
  preview: ['Preview', 'Eelvaade'],
  previewHint: ['This is how the e-mail will look.', 'Selline näeb kiri välja.'],
  noSubject: ['Subject', 'Teema'],
  noText: ['Your text', 'Sinu tekst'],
  sending: ['Sending...', 'Saadan...'],
  fillFirst: ['Please fill in the marked fields.', 'Palun täida märgitud väljad.'],
  messages: ['Messages', 'Sõnumid'],
  exportName: ['messages', 'sõnumid'],
  exportReaders: ['message-readers', 'sõnumi-saajad'],
  reason: ['Reason', 'Põhjus'],
  none: ['No messages have been written yet.', 'Ühtegi sõnumit ei ole veel kirjutatud.'],
  noneHint: [
    'Messages are written from a class, a course, the list of users or a category.',
    'Sõnumi saad kirjutada trenni, kursuse, kasutajate nimekirja või kategooria juurest.',
  ],
  toClasses: ['Class Registrants', 'Trennide osalejad'],
  toCourses: ['Course Registrants', 'Kursuste osalejad'],
  toUsers: ['Users', 'Kasutajad'],
  toCategories: ['Categories', 'Kategooriad'],
  loadFailed: ['The messages could not be loaded.', 'Sõnumeid ei õnnestunud laadida.'],
  gone: ['There is nobody to write to here', 'Siin ei ole, kellele kirjutada'],
  goneHint: [
    'The class, course or category is gone, or it is one that you do not teach.',
    'Trenni, kursust või kategooriat enam ei ole või sa ei ole selle treener.',
  ],
  messageGone: ['This message is gone', 'Seda sõnumit enam ei ole'],
  at: ['Written', 'Kirjutatud'],
  by: ['By', 'Kirjutas'],
  delivery: ['Delivery', 'Kohaletoimetamine'],
  deliveryShort: [(sent: number, all: number) => `${sent} of ${all} sent`, (sent, all) => `${sent}/${all} saadetud`],
  counted: {
    waiting: [(many: number) => `${many} pending`, (many) => `${many} ootel`],
    sent: [(many: number) => `${many} sent`, (many) => `${many} saadetud`],
    failed: [(many: number) => `${many} failed`, (many) => `${many} ei jõudnud kohale`],
    notMailed: [(many: number) => `${many} without e-mail`, (many) => `${many} e-kirjata`],
  },
  states: {
    waiting: ['Pending', 'Ootel'],
    sent: ['Sent', 'Saadetud'],
    failed: ['Failed', 'Ei jõudnud kohale'],
    notMailed: ['No e-mail: so they have chosen', 'E-kirjata: nii on valitud'],
  },
  takeBackHint: [
    'You can take the message back for two minutes. The e-mails go out after that.',
    'Kahe minuti jooksul saad sõnumi tagasi võtta. Kirjad lähevad välja pärast seda.',
  ],
  goOut: {
    soon: [
      'It is soon, so the e-mails go out after two minutes, at any hour. Until then you can take the message back.',
      'Aega on vähe, nii et kirjad lähevad välja kahe minuti pärast, mis kell tahes. Seni saad sõnumi tagasi võtta.',
    ],
    later: [
      'The e-mails go out within 15 minutes, at night from 8:00. For two minutes you can take the message back.',
      'Kirjad lähevad välja 15 minuti jooksul, öösel kirjutatud kirjad hommikul kella kaheksast. Kahe minuti jooksul saad sõnumi tagasi võtta.',
    ],
  },
  readersGone: ['To whom it went is kept for 30 days.', 'Kellele see läks, on näha 30 päeva.'],
  name: ['Name', 'Nimi'],
  email: ['E-mail', 'E-post'],
  state: ['State', 'Olek'],
  retry: [
    (many: number) => `Try ${many} again`,
    (many) => (many === 1 ? 'Proovi ühte uuesti' : `Proovi ${many} uuesti`),
  ],
  retried: ['They are tried again.', 'Proovime uuesti.'],
  undo: ['Take back', 'Võta tagasi'],
  undone: ['The message is taken back. Nobody was written to.', 'Sõnum on tagasi võetud. Kellelegi ei kirjutatud.'],
  undoTitle: [
    (accounts: number) => `Message to ${accounts} ${accounts === 1 ? 'person' : 'people'}: it has not gone out yet`,
    (accounts) =>
      accounts === 1 ? 'Sõnum ühele inimesele ootab veel saatmist' : `Sõnum ${accounts} inimesele ootab veel saatmist`,
  ],
  myTitle: ['Messages for you', 'Sõnumid sulle'],
  myGroup: ['Your group', 'Sinu grupp'],
  moreMine: [(many: number) => `Show ${many} more`, (many) => `Näita veel ${many}`],
})

/** Every refusal of the contract. */
export const refusals = messages({
  invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
  audienceGone: ['This is gone. There is nobody to write to.', 'Seda enam ei ole. Ei ole, kellele kirjutada.'],
  notTaughtByYou: [
    'You can write to classes and courses that you teach. An admin can write to all.',
    'Saad kirjutada trennidele ja kursustele, mida ise annad. Administraator saab kirjutada kõigile.',
  ],
  nobodyToWrite: [
    'Nobody here can be reached: they have no account that gets this, and nobody who gets notices for them. Invite them first, on their page.',
    'Kedagi siin ei saa teavitada: kellelgi ei ole kontot, kuhu see jõuaks, ega kedagi, kes tema eest teateid saab. Saada neile enne nende lehelt kutse.',
  ],
  readersChanged: [
    (details: { accounts?: number }) =>
      `Meanwhile it would go to ${details.accounts ?? 0}. Please look again, and send it then.`,
    (details) => `Vahepeal on saajaid ${details.accounts ?? 0}. Palun vaata uuesti üle ja saada siis.`,
  ],
  otherMessage: [
    'This message was sent before with another subject or text. Please begin a new one.',
    'See sõnum on juba saadetud teise teema või tekstiga. Palun alusta uut.',
  ],
  undoTooLate: [
    'The two minutes are over: it is being sent. If something is wrong, write again.',
    'Kaks minutit on möödas: sõnumit juba saadetakse. Kui midagi on valesti, kirjuta uuesti.',
  ],
  nothingFailed: ['Nothing is left to try again.', 'Uuesti proovida ei ole midagi.'],
})

/** What is wrong in a field. */
export const fieldCodes = messages({
  fieldMissing: ['Please fill in this field.', 'Palun täida see väli.'],
  subjectTooLong: [`At most ${MOST_SUBJECT} characters, please.`, `Palun kuni ${MOST_SUBJECT} märki.`],
  textTooLong: [`At most ${MOST_TEXT} characters, please.`, `Palun kuni ${MOST_TEXT} märki.`],
})
