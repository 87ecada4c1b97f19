import { messages, plural } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'

export const texts = messages({
  title: ['Bank statements', 'Pangaväljavõtted'],
  choose: ['Choose a file', 'Vali fail'],
  drop: [
    'or drop a statement here: camt.053 (XML) or CSV, as your bank gives it.',
    'või lohista väljavõte siia: camt.053 (XML) või CSV, nagu pank selle annab.',
  ],
  notKept: ['The file itself is not kept.', 'Faili ennast alles ei jäeta.'],
  reading: ['Reading...', 'Loen...'],
  matching: ['Matching the lines...', 'Otsin ridadele makseid...'],
  readSoFar: [
    (done: number, all: number) => `Read ${done} of ${all} lines`,
    (done, all) => `Loetud ${done}/${all} rida`,
  ],
  read: {
    lines: [(n: number) => `${n} ${plural(n, 'line', 'lines')}`, (n) => `${n} ${plural(n, 'rida', 'rida')}`],
    settles: [(n: number) => (n === 1 ? '1 settles' : `${n} settle`), (n) => `${n} sobib maksega`],
    back: [(n: number) => (n === 1 ? '1 comes back' : `${n} come back`), (n) => `${n} tagastati`],
    look: [(n: number) => (n === 1 ? '1 needs a look' : `${n} need a look`), (n) => `${n} vajab vaatamist`],
    known: [(n: number) => (n === 1 ? '1 is known already' : `${n} are known already`), (n) => `${n} on juba loetud`],
    others: [(n: number) => (n === 1 ? '1 is not a payment' : `${n} are not payments`), (n) => `${n} ei ole laekumine`],
  },

  lists: {
    settles: ['Ready', 'Valmis'],
    back: ['Came back', 'Tagastatud'],
    look: ['Need a look', 'Vajab vaatamist'],
    done: ['Done', 'Tehtud'],
  },
  list: ['Lines', 'Read'],
  exportName: ['bank-lines', 'pangaread'],
  whatHappened: ['What happened', 'Mis sellega tehti'],
  paidFor: ['Paid for', 'Mille eest'],
  credit: ['Credit', 'Ettemaks'],
  counted: [(name: string, n: number) => `${name} (${n})`, (name, n) => `${name} (${n})`],
  search: ['Search by name, text or amount', 'Otsi nime, selgituse või summa järgi'],
  none: {
    settles: ['Nothing waits to be settled', 'Midagi ei oota kinnitamist'],
    back: ['No returned transfer waits to be settled', 'Ükski tagastatud ülekanne ei oota kinnitamist'],
    look: ['Nothing needs a look', 'Midagi ei vaja vaatamist'],
    done: ['No lines yet', 'Ridu veel ei ole'],
  },
  noneHint: {
    settles: [
      'Lines with the reference number of a payer appear here once a statement is read.',
      'Siia jõuavad maksja viitenumbriga read, kui väljavõte on loetud.',
    ],
    back: ['Transfers that a bank took back appear here.', 'Siia jõuavad ülekanded, mille pank on tagasi võtnud.'],
    look: [
      'Lines without a reference number, and all else that a person should decide, appear here.',
      'Siia jõuavad viitenumbrita read ja kõik muu, mille üle peaks otsustama inimene.',
    ],
    done: ['Each line tells for ever what it did, and why.', 'Iga rida näitab alati, mida ja miks sellega tehti.'],
  },

  settle: [
    (n: number, sum: string) => `Settle ${n} ${plural(n, 'line', 'lines')}, ${sum}`,
    (n, sum) => `Kinnita ${n} ${plural(n, 'rida', 'rida')}, ${sum}`,
  ],
  /** For returned transfers, if each opens a payment again. */
  reopen: [
    (n: number, sum: string) => `Reopen ${n} ${plural(n, 'payment', 'payments')}, −${sum}`,
    (n, sum) => `Ava uuesti ${n} ${plural(n, 'makse', 'makset')}, −${sum}`,
  ],
  settling: [(done: number, all: number) => `Settled ${done} of ${all}`, (done, all) => `Kinnitatud ${done}/${all}`],
  settled: [
    (n: number) => `${n} ${plural(n, 'line', 'lines')} settled.`,
    (n) => `${n} ${plural(n, 'rida', 'rida')} on kinnitatud.`,
  ],
  /** For returned transfers: payments that are due again. */
  toPayAgain: [
    (n: number) => `${n} ${plural(n, 'payment is', 'payments are')} to be paid again.`,
    (n) => `${n} ${plural(n, 'makse', 'makset')} tuleb uuesti tasuda.`,
  ],
  /** The payers of the settled lines. */
  ofPayers: [
    (names: readonly string[], others: number) =>
      `${[names.join(', '), ...(others > 0 ? [`${others} ${names.length > 0 ? 'more' : plural(others, 'payer', 'payers')}`] : [])].filter(Boolean).join(' and ')}.`,
    (names, others) =>
      `${[names.join(', '), ...(others > 0 ? [`${names.length > 0 ? 'veel ' : ''}${others} ${plural(others, 'maksja', 'maksjat')}`] : [])].filter(Boolean).join(' ja ')}.`,
  ],
  changed: [
    (n: number) =>
      `${n} ${plural(n, 'line has', 'lines have')} changed meanwhile: somebody else settled ${plural(n, 'it', 'them')}, or ${plural(n, 'it waits', 'they wait')} here.`,
    (n) =>
      `${n} rida on vahepeal muutunud: keegi teine on ${plural(n, 'selle kinnitanud või ootab see', 'need kinnitanud või ootavad need')} endiselt siin.`,
  ],
  ticked: [(n: number) => `${n} ticked`, (n) => `Valitud: ${n}`],
  chosen: [(what: string) => `Settle: ${what}`, (what) => `Kinnita: ${what}`],

  ways: {
    exact: ['By reference: exactly this amount', 'Viitenumbri järgi: täpselt see summa'],
    set: ['By reference: together exactly this amount', 'Viitenumbri järgi: kokku täpselt see summa'],
    oldest: ['By reference: the oldest first', 'Viitenumbri järgi: vanim esimesena'],
    credit: ['By reference: nothing is open', 'Viitenumbri järgi: tasumata ei ole midagi'],
    returned: ['The bank took it back: this will be open again', 'Pank võttis tagasi: see jääb jälle tasumata'],
  },
  inPart: [
    (payments: number) => (payments > 1 ? 'By reference: the oldest first, the last in part' : 'By reference: a part'),
    (payments) => (payments > 1 ? 'Viitenumbri järgi: vanim esimesena, viimane osaliselt' : 'Viitenumbri järgi: osa'),
  ],
  pays: [
    (description: string, person: string, cents: Cents) => `${description}, ${person}: ${euros(cents, 'en')}`,
    (description, person, cents) => `${description}, ${person}: ${euros(cents, 'et')}`,
  ],
  toCredit: [(cents: Cents) => `Credit: ${euros(cents, 'en')}`, (cents) => `Ettemaks: ${euros(cents, 'et')}`],
  fromCredit: [(cents: Cents) => `From Credit: ${euros(cents, 'en')}`, (cents) => `Ettemaksust: ${euros(cents, 'et')}`],
  missing: [
    (cents: Cents) => `${euros(cents, 'en')} was paid back before: nothing is left to take it from.`,
    (cents) => `${euros(cents, 'et')} on juba tagastatud: seda ei ole enam millestki maha võtta.`,
  ],
  paidNothing: ['It has paid nothing yet.', 'See ei ole veel midagi tasunud.'],
  why: {
    otherCurrency: [
      'It is in another currency: it can only be ignored.',
      'See on teises vääringus: selle saab ainult arvestamata jätta.',
    ],
    takesBackUnknown: [
      'The bank took it back, but does not say which transfer. If that one’s statement is not read yet, read it and then this one again. Else undo the transfer under Done, and ignore both lines.',
      'Pank võttis selle tagasi, kuid ei ütle, millise laekumise. Kui laekumise väljavõte on lugemata, loe see ja siis käesolev uuesti. Muidu võta laekumine jaotises „Tehtud“ tagasi ja jäta mõlemad read arvestamata.',
    ],
    mayTakeBack: [
      'The bank took it back, but does not say which transfer. It may be the one that came from the same account with the same sum.',
      'Pank võttis selle tagasi, kuid ei ütle, millise laekumise. See võib olla laekumine, mis tuli samalt kontolt sama summaga.',
    ],
    unsplit: [
      'The bank put several transfers into one line that does not say what each was.',
      'Pank on mitu ülekannet üheks reaks kokku pannud ega ütle, mis iga üks oli.',
    ],
    knownOtherwise: [
      'The bank has used this reference of its own before, with another amount.',
      'Pank on sama tunnust juba kasutanud teise summaga.',
    ],
    severalNumbers: ['It holds more than one reference number.', 'Selles on mitu viitenumbrit.'],
    bareNumber: [
      'A number in the text may be a reference number, or something else.',
      'Selgituses olev number võib olla viitenumber või midagi muud.',
    ],
    markedByTeacher: [
      'A teacher has marked a payment of this payer as paid: it may be the same money.',
      'Treener on selle maksja makse tasutuks märkinud: see võib olla sama raha.',
    ],
    noReference: ['No reference number of this studio.', 'Ilma stuudio viitenumbrita.'],
  },
  /** In place of a reference number. */
  noReference: ['no reference number', 'viitenumbrita'],
  othersReference: [
    (reference: string) => `${reference}, not of this studio`,
    (reference) => `${reference}, pole stuudio oma`,
  ],
  hints: {
    sameAccount: ['Has paid from this account before', 'On sellelt kontolt varem maksnud'],
    nameAlike: ['Same amount, similar name', 'Sama summa, sarnane nimi'],
    personNamed: ['Same amount, name in the text', 'Sama summa, nimi selgituses'],
    bareNumber: ['The number in the text is theirs', 'Selgituses olev number on nende oma'],
    reference: ['By reference', 'Viitenumbri järgi'],
  },
  cameOn: [
    (day: string, name: string) => [`Came on ${day}`, name].filter(Boolean).join(': '),
    (day, name) => [`Laekus ${day}`, name].filter(Boolean).join(': '),
  ],
  opensAgain: [(what: string) => `Open again: ${what}`, (what) => `Jälle tasumata: ${what}`],
  cameBack: ['This one came back', 'See tagastati'],
  assign: ['Assign', 'Määra'],
  assignTo: [(name: string) => `Assign to ${name}`, (name) => `Seo maksjaga: ${name}`],
  somebodyElse: ['Somebody else', 'Keegi teine'],
  assignSum: [(sum: string) => `Assign ${sum}`, (sum) => `Määra ${sum}`],
  assignTitle: ['Whose is this?', 'Kelle oma see on?'],
  left: [(cents: Cents) => `Left: ${euros(cents, 'en')}`, (cents) => `Jääk: ${euros(cents, 'et')}`],
  leftAsCredit: ['it becomes credit', 'see jääb ettemaksuks'],
  chooseWhose: ['Choose first what it pays.', 'Vali enne, mille eest see on.'],
  assigned: [
    (names: string, sum: string) => `Assigned to ${names}: ${sum}.`,
    (names, sum) => `Määratud: ${names}, ${sum}.`,
  ],
  findPerson: ['Search by name or e-mail', 'Otsi nime või e-posti järgi'],
  enterChooses: ['Enter chooses it', 'Enter valib selle'],
  nobodyFound: ['Nobody found', 'Kedagi ei leitud'],
  lookAt: [(n: number) => `Look at ${n} lines together`, (n) => `Vaata ${n} rida koos läbi`],
  lookAtHint: [
    'Untick what is not right; the others are assigned by one press.',
    'Eemalda linnuke sellelt, mis ei klapi; ülejäänud määratakse ühe vajutusega.',
  ],
  moreLater: [(n: number) => `${n} more come after these.`, (n) => `Pärast neid tuleb veel ${n}.`],
  assignMany: [
    (n: number, sum: string) => `Assign ${n} ${plural(n, 'line', 'lines')}, ${sum}`,
    (n, sum) => `Määra ${n} ${plural(n, 'rida', 'rida')}, ${sum}`,
  ],
  chooseLines: ['Tick at least one line.', 'Märgi vähemalt üks rida.'],
  ignoreAsBefore: [
    (reason: string) => `Ignore as before: ${reason}`,
    (reason) => `Jäta arvestamata nagu enne: ${reason}`,
  ],
  ignore: ['Ignore', 'Jäta arvestamata'],
  ignoreTitle: ['Ignore this line', 'Jäta rida arvestamata'],
  reason: ['Reason', 'Põhjus'],
  reasonHint: ['Such as a grant, or rent.', 'Näiteks toetus või üür.'],
  ignored: ['The line is ignored.', 'Rida on arvestamata jäetud.'],
  undo: ['Undo', 'Võta tagasi'],
  undoTitle: ['Undo this line', 'Võta rida tagasi'],
  undoQuestion: [
    (line: string) => `${line}. What it did is undone, and it waits again. Go on?`,
    (line) => `${line}. Tehtu võetakse tagasi ja rida jääb uuesti ootama. Kas jätkan?`,
  ],
  undoneMany: [
    (n: number) => `${n} ${plural(n, 'line waits', 'lines wait')} again.`,
    (n) => `${n} ${plural(n, 'rida ootab', 'rida ootab')} uuesti.`,
  ],
  stayedMany: [
    (n: number) =>
      `${n} ${plural(n, 'line stays', 'lines stay')}: something else hangs on it, or it was undone before.`,
    (n) =>
      `${n} ${plural(n, 'rida jääb', 'rida jääb')} alles: sellest sõltub midagi muud või see on juba tagasi võetud.`,
  ],
  lettersWait: [
    'Payers get one e-mail each. For two minutes this can be undone.',
    'Iga maksja saab ühe kirja. Kahe minuti jooksul saab selle tagasi võtta.',
  ],
  getsPart: [
    (cents: number) => (cents > 0 ? `Gets ${euros(cents, 'en')} of it` : 'Nothing is left for it'),
    (cents) => (cents > 0 ? `Saab sellest ${euros(cents, 'et')}` : 'Selle jaoks ei jää midagi'),
  ],
  restAsCredit: ['The rest as credit', 'Ülejäänu ettemaksuks'],
  restFollows: [
    'The rest becomes credit of this payer, whose payment was ticked first.',
    'Ülejäänu jääb selle maksja ettemaksuks, sest tema makse märgiti esimesena.',
  ],
  restAsCreditOf: [(name: string) => `The rest as credit of ${name}`, (name) => `Ülejäänu ettemaksuks: ${name}`],
  markedByTeacher: [
    'A teacher has marked it as paid: it may be the same money. Confirm it on the Payments page.',
    'Treener on selle tasutuks märkinud: see võib olla sama raha. Kinnita see maksete lehel.',
  ],
  nothingOpen: ['Nothing is open', 'Tasumata ei ole midagi'],
  undone: ['The line waits again.', 'Rida ootab uuesti.'],
  line: [(name: string, sum: string) => `${name}, ${sum}`, (name, sum) => `${name}, ${sum}`],
  noName: ['No name', 'Nimi puudub'],

  columnsTitle: ['Which column is which?', 'Mis on mis veerus?'],
  columnsHint: [
    'This bank is not known yet. Say once what its columns hold; it is remembered.',
    'Seda panka veel ei tunta. Ütle üks kord, mis veergudes on; see jäetakse meelde.',
  ],
  columnsAnew: ['Change the columns', 'Muuda veerge'],
  columnsAnewHint: [
    'The file is read once more by these columns, and they are remembered.',
    'Fail loetakse nende veergude järgi uuesti ja need jäetakse meelde.',
  ],
  columns: {
    date: ['Date', 'Kuupäev'],
    amount: ['Amount', 'Summa'],
    direction: ['Debit or credit', 'Deebet või kreedit'],
    debit: ['Amount that went out', 'Väljaläinud summa'],
    currency: ['Currency', 'Vääring'],
    account: ['Own account', 'Oma konto'],
    name: ['Payer', 'Maksja'],
    iban: ["Payer's account", 'Maksja konto'],
    reference: ['Reference number', 'Viitenumber'],
    text: ['Explanation', 'Selgitus'],
    key: ["The bank's key of the line", 'Panga tunnus reale'],
  },
  noColumn: ['None', 'Puudub'],
  readIt: ['Read the statement', 'Loe väljavõte'],
  unreadable: [
    (row: number, column: string) => `Row ${row} can't be read: ${column}.`,
    (row, column) => `Rida ${row} ei saa lugeda: ${column}.`,
  ],
})

export const refusals = messages({
  noAccount: [
    'The studio has no IBAN yet. Please enter it in the settings.',
    'Stuudiol ei ole veel IBAN-i. Palun sisesta see seadetes.',
  ],
  linesDecided: [
    'Somebody has decided on lines of this file. Undo them first, then read it by other columns.',
    'Selle faili ridade üle on juba otsustatud. Võta need enne tagasi, siis loe see teiste veergude järgi.',
  ],
  lineMoved: ['Somebody has already decided on this line.', 'Selle rea üle on juba keegi otsustanud.'],
  paymentMoved: [
    'One of these payments has changed meanwhile. Please choose again.',
    'Mõni neist maksetest on vahepeal muutunud. Palun vali uuesti.',
  ],
  tooMuch: ['The line has less money than that. Choose less.', 'Real on vähem raha. Vali vähem.'],
  creditSpent: [
    'Its credit has paid for something since, as the payer’s page says under Credit. Delete that payment, and its money is credit again; then undo this line.',
    'Selle ettemaksuga on vahepeal midagi tasutud: vaata maksja lehelt, mille eest. Kustuta see makse, siis on raha jälle ettemaks; seejärel võta rida tagasi.',
  ],
  creditPaidBack: [
    'Its credit was paid back to the payer since, as the payer’s page says under Credit, so the line stays. Where that was noted by mistake, undo it there; then undo this line.',
    'Selle ettemaks on vahepeal maksjale tagastatud, vaata maksja lehelt. Seepärast jääb rida alles. Kui tagastus on märgitud ekslikult, võta see seal tagasi; seejärel võta rida tagasi.',
  ],
  creditTakenBack: [
    'The bank took another transfer of this payer back, and this credit went with it. Undo that line first.',
    'Pank võttis selle maksja teise ülekande tagasi ja see ettemaks läks kaasa. Võta enne see rida tagasi.',
  ],
  takenBack: [
    'The bank has taken it back. Undo that line first.',
    'Pank on selle tagasi võtnud. Võta enne see rida tagasi.',
  ],
  invalidFields: ['Please check the fields.', 'Palun kontrolli välju.'],
  reasonMissing: ['Please say why.', 'Palun kirjuta põhjus.'],
  tooLong: ['This is too long.', 'See on liiga pikk.'],
  columnMissing: ['Please choose a column.', 'Palun vali veerg.'],
})
