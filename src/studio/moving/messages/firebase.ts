import { messages, plural } from '#kernel/messages.ts'

/** Screen texts of the import of a whole studio from Firebase. */
export const firebaseTexts = messages({
  firebaseTitle: ['A whole studio from Firebase', 'Terve stuudio Firebase’ist'],
  firebaseHint: [
    'People with their passwords, classes, the schedule, passes, courses, places and payments. You see what will happen before anything does.',
    'Inimesed koos paroolidega, trennid, tunniplaan, pääsmed, kursused, kohad ja maksed. Enne näed, mis juhtub, ja alles siis vajutad.',
  ],
  chooseExport: ['Choose the files', 'Vali failid'],
  otherExport: ['Choose other files', 'Vali teised failid'],
  dropExport: [
    'or drop them here together: firestore.json (up to 500 MB), auth.json or auth.csv (50 MB), and hash.json. Without hash.json people come without passwords.',
    'või lohista need koos siia: firestore.json (kuni 500 MB), auth.json või auth.csv (50 MB) ja hash.json. Ilma failita hash.json tulevad inimesed paroolita.',
  ],
  howToExport: [
    'auth.json comes from firebase auth:export; hash.json is what the Firebase console shows under Authentication › Users › ⋮ › Password hash parameters; firestore.json comes from node-firestore-import-export. The files lie on the server until they are taken over, a day at most.',
    'auth.json tuleb käsust firebase auth:export, hash.json on see, mida Firebase’i konsool näitab valikus Authentication › Users › ⋮ › Password hash parameters, ja firestore.json tuleb tööriistast node-firestore-import-export. Serveris on failid kuni ülevõtmiseni, kõige rohkem ööpäeva.',
  ],
  packing: [(percent: number) => `Sending ${percent} %`, (percent) => `Saadan ${percent}%`],
  stayHere: [
    'Please keep this page open until the files are sent.',
    'Palun hoia see leht lahti, kuni failid on saadetud.',
  ],
  begunBy: [
    (who: string, when: string) => `Begun by ${who || 'an admin'}, ${when}.`,
    (who, when) => `Alustas ${who || 'administraator'}, ${when}.`,
  ],
  unknownFile: [
    (name: string) =>
      `${name} is none of these files: please choose firestore.json, auth.json or auth.csv, and hash.json.`,
    (name) => `${name} ei ole ükski neist failidest: palun vali firestore.json, auth.json või auth.csv ja hash.json.`,
  ],
  twice: [
    (name: string) => `There are two files for ${name}: please choose one of them.`,
    (name) => `Faili ${name} jaoks on kaks faili: palun vali üks neist.`,
  ],
  largest: [
    (name: string, megabytes: number) =>
      `${name} is larger than ${megabytes} MB: whoever runs the server takes it by npm run import -- FOLDER.`,
    (name, megabytes) =>
      `${name} on suurem kui ${megabytes} MB: serveri haldaja saab selle üle võtta käsuga npm run import -- KAUST.`,
  ],
  unreadable: [
    'A file could not be read. Please choose the files again.',
    'Üht faili ei saanud lugeda. Palun vali failid uuesti.',
  ],
  notSent: [
    'Files were not sent to their end. Please choose them again.',
    'Failid jäid poole pealt saatmata. Palun vali need uuesti.',
  ],

  far: {
    reading: [(percent: number, _what: string) => `Reading, ${percent} %`, (percent) => `Loen, ${percent}%`],
    looking: [
      (percent: number, what: string) => `Looking at: ${what}, ${percent} %`,
      (percent, what) => `Vaatan: ${what}, ${percent}%`,
    ],
    taking: [
      (percent: number, what: string) => `Taking over: ${what}, ${percent} %`,
      (percent, what) => `Võtan üle: ${what}, ${percent}%`,
    ],
    undoing: [
      (percent: number, what: string) => `Taking back: ${what}, ${percent} %`,
      (percent, what) => `Võtan tagasi: ${what}, ${percent}%`,
    ],
  },
  begins: ['It begins in a moment.', 'Kohe hakkab pihta.'],
  goesOn: [
    'You can leave this page: it goes on by itself, also when the server is started anew.',
    'Võid lehelt lahkuda: töö jätkub ise, ka siis, kui server taaskäivitatakse.',
  ],
  lookedTitle: ['What will happen', 'Mis juhtub'],
  takenTitle: ['What happened', 'Mis juhtus'],
  undoneTitle: ['What was taken back', 'Mis võeti tagasi'],
  stoppedTitle: ['It stopped', 'Töö jäi seisma'],
  nothingYet: ['Nothing is written yet.', 'Midagi ei ole veel salvestatud.'],
  sum: {
    added: [(n: number) => `${n} new`, (n) => `${n} uut`],
    known: [(n: number) => `${n} here already`, (n) => `${n} on juba siin`],
    left: [(n: number) => `${n} not taken`, (n) => `${n} jääb tulemata`],
    changed: [(n: number) => `${n} changed`, (n) => `${n} muudetult`],
  },
  kindsTable: ['By kind', 'Liigiti'],
  columns: {
    kind: ['Kind', 'Liik'],
    found: ['Found', 'Leitud'],
    added: ['New', 'Uus'],
    known: ['Here already', 'Juba siin'],
    what: ['What', 'Mis'],
    id: ['ID', 'ID'],
    why: ['Why', 'Miks'],
    detail: ['Detail', 'Täpsustus'],
  },
  undoneColumns: {
    found: ['Taken over', 'Üle võetud'],
    added: ['Taken back', 'Tagasi võetud'],
    known: ['Stays', 'Jääb alles'],
  },
  problems: ['Not taken, or changed', 'Jääb tulemata või tuleb muudetult'],
  problemsHint: [
    'Mend what matters at Firebase or in the files, and choose them again: nothing comes twice.',
    'Paranda oluline Firebase’is või failides ja vali need uuesti: midagi ei tule kaks korda.',
  ],
  which: {
    all: [(n: number) => `All (${n})`, (n) => `Kõik (${n})`],
    left: [(n: number) => `Not taken (${n})`, (n) => `Jääb tulemata (${n})`],
    changed: [(n: number) => `Taken, with a change (${n})`, (n) => `Tuleb muudetult (${n})`],
  },
  outcome: { left: ['Not taken', 'Jääb tulemata'], changed: ['Changed', 'Muudetult'] },
  searchProblems: ['Search by ID or detail', 'Otsi ID või täpsustuse järgi'],
  noProblems: ['Nothing was found.', 'Midagi ei leitud.'],
  problemsFile: ['not-taken-from-firebase', 'firebaseist-tulemata'],
  staysFile: ['stays-from-firebase', 'firebaseist-alles'],
  takeOver: [(n: number) => `Take over ${n} ${plural(n, 'row', 'rows')}`, (n) => `Võta üle: ${n} rida`],
  starting: ['Starting...', 'Alustan...'],
  takeTitle: ['Take this studio over', 'Võta see stuudio üle'],
  ownPassword: ['Your password', 'Sinu parool'],
  ownPasswordHint: [
    'The one with which you sign in: these files may bring teachers and admins, too.',
    'Sama, millega sisse logid: need failid võivad tuua ka treenereid ja administraatoreid.',
  ],
  nothingToTake: ['There is nothing new to take over.', 'Midagi uut üle võtta ei ole.'],
  takenOver: ['Taken over.', 'Üle võetud.'],
  signInNow: [
    'People can sign in with their old password from now on.',
    'Inimesed saavad nüüd sisse logida oma senise parooliga.',
  ],
  failed: [
    'What was taken stays. Press again: it goes on, and nothing comes twice.',
    'Ülevõetu jääb alles. Vajuta uuesti: töö jätkub ja midagi ei tule kaks korda.',
  ],
  undo: ['Undo', 'Võta tagasi'],
  undoHint: [
    'For two minutes all of this can be taken back by one press.',
    'Kahe minuti jooksul saab selle kõik ühe vajutusega tagasi võtta.',
  ],
  undone: ['Taken back.', 'Tagasi võetud.'],
  nothingStays: ['Nothing of it is left.', 'Sellest ei jäänud midagi alles.'],
  someStay: [
    (n: number) =>
      `${n} ${plural(n, 'row stays', 'rows stay')}, because something was done with ${plural(n, 'it', 'them')} since.`,
    (n) => `Alles ${n === 1 ? 'jäi 1 rida' : `jäi ${n} rida`}, sest nendega on vahepeal midagi tehtud.`,
  ],
  stays: ['What stays', 'Mis jääb alles'],
  staysHint: [
    'You can delete these by hand where they are shown.',
    'Need saad käsitsi kustutada seal, kus neid näidatakse.',
  ],
  backStopped: [
    'What was taken back stays away. Press again: it goes on.',
    'Tagasi võetu on läinud. Vajuta uuesti: töö jätkub.',
  ],
  pressAgain: ['Go on', 'Jätka'],
  putAway: ['Put the report away', 'Pane aruanne ära'],
  dropIt: ['Drop these files', 'Loobu neist failidest'],
})

export const firebaseRefusals = messages({
  importRuns: [
    'A studio is being looked at or taken over right now: wait until that is done.',
    'Üht stuudiot praegu vaadatakse või võetakse üle: oota, kuni see on valmis.',
  ],
  importSending: [
    'Another admin is sending files right now: wait a minute, or ask them.',
    'Teine administraator saadab praegu faile: oota minut või küsi temalt.',
  ],
  undoOver: ['This can no longer be undone.', 'Seda ei saa enam tagasi võtta.'],
  invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
  noPassword: [
    'You sign in without a password. Choose one first, under “Signing in” of your account: it is asked for before a studio is taken over.',
    'Sa logid sisse ilma paroolita. Vali enne oma konto alt „Sisselogimine“ endale parool: seda küsitakse enne stuudio ülevõtmist.',
  ],
  importGone: [
    'These files are not here any more: please choose them again.',
    'Neid faile enam siin ei ole: palun vali need uuesti.',
  ],
})
