import { capital, messages, plural } from '#kernel/messages.ts'

/** Every refusal of bills/contract.ts, and its field codes. */
export const refusals = messages({
  invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
  dateRequired: ['Please choose a day.', 'Palun vali päev.'],
  pauseEndsBefore: ['The last day is before the first.', 'Viimane päev on enne esimest.'],
  reasonMissing: ['Please write why.', 'Palun kirjuta põhjus.'],
  userNotFound: [
    'This person is not here any more. Choose somebody else.',
    'Seda inimest enam ei ole. Vali keegi teine.',
  ],
  pauseNotFound: ['This pause has been taken back already.', 'See paus on juba tühistatud.'],
  feeOutOfRange: ['A fee must be more than 0 and at most 10,000€.', 'Tasu peab olema suurem kui 0 ja kuni 10 000€.'],
  sumMissing: ['Please enter a sum.', 'Palun sisesta summa.'],
  billChanged: [
    'Something has changed meanwhile. Nothing was billed: please look at the list again.',
    'Vahepeal on midagi muutunud. Ühtegi makset ei loodud: palun vaata nimekiri uuesti üle.',
  ],
  undoTooLate: [
    'The two minutes are over: cancel the payments one by one instead.',
    'Kaks minutit on möödas: tühista maksed ükshaaval.',
  ],
  unexpected: ['Something went wrong. Please try again.', 'Midagi läks valesti. Palun proovi uuesti.'],
})

export const texts = messages({
  title: ['Monthly fees', 'Kuutasud'],
  bill: [(month: string) => `Bill ${month}`, (month) => `Kuutasud: ${month}`],
  search: ['Search by name', 'Otsi nime järgi'],
  loadFailed: ['The list could not be loaded.', 'Nimekirja ei õnnestunud laadida.'],
  none: ['Nobody to bill in this month', 'Sellel kuul ei ole kelleltki tasu küsida'],
  noneHint: [
    'Give a membership category a monthly price in the settings, and people the category on their page.',
    'Anna liikmekategooriale seadetes kuutasu ja inimestele kategooria nende lehel.',
  ],
  toSettings: ['Settings', 'Seaded'],
  noneFound: ['Nobody found', 'Kedagi ei leitud'],
  toBill: ['To bill', 'Makse loomata'],
  billed: ['Billed', 'Makse loodud'],
  people: [
    (count: number, sum: string) => `${count} ${plural(count, 'person', 'people')}, ${sum}`,
    (count, sum) => `${count} ${plural(count, 'inimene', 'inimest')}, ${sum}`,
  ],
  ticked: [
    (count: number, sum: string) => `Selected: ${count} ${plural(count, 'person', 'people')}, ${sum}`,
    (count, sum) => `Valitud: ${count} ${plural(count, 'inimene', 'inimest')}, ${sum}`,
  ],
  name: ['Name', 'Nimi'],
  category: ['Category', 'Kategooria'],
  notes: ['Notes', 'Märkused'],
  full: ['Monthly price', 'Kuutasu'],
  discount: ['Sibling discount', 'Õdede-vendade soodustus'],
  sum: ['Sum', 'Summa'],
  status: ['Status', 'Olek'],
  joined: [(day: string) => `Joined on ${day}`, (day) => `Liitus ${day}`],
  left: [(day: string) => `Left on ${day}`, (day) => `Lahkus ${day}`],
  paused: [
    (from: string, until: string, reason: string) => `Paused ${from} – ${until}: ${reason}`,
    (from, until, reason) => `Paus ${from} – ${until}: ${reason}`,
  ],
  free: ['Nothing to pay: no payment is created', 'Midagi pole maksta: makset ei looda'],
  siblings: [
    (percent: number, sum: string) => `Sibling discount (${percent}%) −${sum}`,
    (percent, sum) => `Õdede-vendade soodustus (${percent}%) −${sum}`,
  ],
  byHand: [(proposed: string) => `Changed from ${proposed}`, (proposed) => `Muudetud, enne ${proposed}`],
  changeSum: ['Change the sum', 'Muuda summat'],
  sumHint: [
    'A sum that you type is asked for as it is, without the sibling discount.',
    'Sinu kirjutatud summa kehtib nii, nagu see on, õdede-vendade soodustust ei arvata maha.',
  ],
  pause: ['Pause', 'Paus'],
  pauseTitle: [(name: string) => `Pause of ${name}`, (name) => `${name}, paus`],
  from: ['First day', 'Esimene päev'],
  until: ['Last day', 'Viimane päev'],
  reason: ['Reason', 'Põhjus'],
  pauseHint: [
    'Whoever is paused for the whole month is not ticked; a shorter pause is shown in the notes.',
    'Kui paus kestab terve kuu, jääb inimene valimata; lühem paus on näha märkustes.',
  ],
  save: ['Save', 'Salvesta'],
  pauseSaved: ['The pause is noted.', 'Paus on kirjas.'],
  removePause: [(span: string) => `Take back the pause ${span}`, (span) => `Tühista paus ${span}`],
  pauseRemoved: ['The pause is taken back.', 'Paus on tühistatud.'],
  choose: [(name: string) => `Choose: ${name}`, (name) => `Vali: ${name}`],
  chooseAll: ['Choose all', 'Vali kõik'],
  chosen: [(count: number) => `${count} selected`, (count) => `${count} valitud`],
  clear: ['Clear the choice', 'Tühista valik'],
  create: [
    (count: number) => `Create ${count} ${plural(count, 'payment', 'payments')}`,
    (count) => `Loo ${count} ${plural(count, 'makse', 'makset')}`,
  ],
  createQuestion: [
    (month: string, sum: string, payers: number, due: string) =>
      `${month}: ${sum} from ${payers} ${plural(payers, 'payer', 'payers')}, due on ${due}. Each gets one e-mail with one sum. For two minutes it can be undone.`,
    (month, sum, payers, due) =>
      `${capital(month)}: ${sum}, ${payers} ${plural(payers, 'maksja', 'maksjat')}, maksetähtaeg ${due}. Igaüks saab ühe kirja ühe summaga. Kahe minuti jooksul saab tagasi võtta.`,
  ],
  creating: ['Creating…', 'Loon…'],
  created: [
    (count: number) => `${count} ${plural(count, 'payment', 'payments')} created.`,
    (count) => `${count} ${plural(count, 'makse', 'makset')} on loodud.`,
  ],
  lettersWait: ['No e-mails are sent for two minutes.', 'Kahe minuti jooksul kirju ei saadeta.'],
  undo: ['Undo', 'Võta tagasi'],
  undone: [
    (count: number) => `${count} ${plural(count, 'payment', 'payments')} taken back.`,
    (count) => `${count} ${plural(count, 'makse', 'makset')} on tagasi võetud.`,
  ],
  stayed: [
    (count: number) => `${count} ${plural(count, 'payment', 'payments')} stayed, for money has come.`,
    (count) => `${count} ${plural(count, 'makse', 'makset')} jäi alles, sest raha on tulnud.`,
  ],
  exportName: ['monthly-fees', 'kuutasud'],
})
