import { messages, plural } from '#kernel/messages.ts'
import { movingTitle } from './title.ts'

/** Screen texts of the import of people from a table. */
export const tableTexts = messages(
  {
    subtitle: [
      'From a table, such as Excel’s or that of the system you used before. You see what will happen before anything does.',
      'Tabelist, näiteks Excelist või senisest süsteemist. Enne näed, mis juhtub, ja alles siis vajutad.',
    ],
    choose: ['Choose a file', 'Vali fail'],
    drop: [
      'or drop it here: Excel, OpenDocument or CSV, up to 5 MB and 10,000 rows.',
      'või lohista see siia: Excel, OpenDocument või CSV, kuni 5 MB ja 10 000 rida.',
    ],
    notKept: ['The file itself is not kept.', 'Faili ennast alles ei jäeta.'],
    reading: ['Reading...', 'Loen...'],
    sheet: ['Sheet', 'Tööleht'],

    columnsTitle: ['Which column is which?', 'Mis on mis veerus?'],
    inFile: [
      (name: string, rows: number) => `${name}: ${rows} ${plural(rows, 'row', 'rows')}`,
      (name, rows) => `${name}: ${rows} ${plural(rows, 'rida', 'rida')}`,
    ],
    firstRows: ['The first rows of the file', 'Faili esimesed read'],
    columnNumber: [(n: number) => `Column ${n}`, (n) => `Veerg ${n}`],
    who: ['Who it is', 'Kes see on'],
    family: ['Parent or guardian', 'Vanem või hooldaja'],
    money: ['What they have here', 'Mis neil on'],
    nameHint: [
      'Either the whole name in one column, or first and last name. A membership category goes by the name that it has in the settings.',
      'Kas kogu nimi ühes veerus või ees- ja perekonnanimi eraldi. Liikmekategooria leitakse selle nime järgi, mis tal seadetes on.',
    ],
    passHint: [
      (withCredit: boolean) =>
        `A pass goes by the name that it has in your catalogue, and comes with nothing to pay. A debt becomes a due payment; ${withCredit ? 'a minus turns debt and credit around.' : 'with a minus it would be credit, for which References and bank statements has to be on in the settings.'}`,
      (withCredit) =>
        `Pääse leitakse selle nime järgi, mis tal sinu valikus on, ja maksta selle eest midagi ei ole. Võlast saab tasumata makse; ${withCredit ? 'miinusmärk muudab võla ettemaksuks ja vastupidi.' : 'miinusmärgiga oleks see ettemaks, milleks peavad seadetes „Viitenumbrid ja pangaväljavõtted“ sisse lülitatud olema.'}`,
    ],
    familyHint: [
      'Of children under 18. Under 13 the child’s own e-mail is taken as the parent’s.',
      'Alla 18-aastaste laste puhul. Alla 13-aastase lapse enda e-posti peetakse vanema omaks.',
    ],
    dateHint: ['Dates: 31.05.2026, 31/05/2026 or 2026-05-31.', 'Kuupäevad: 31.05.2026, 31/05/2026 või 2026-05-31.'],
    noColumn: ['None', 'Puudub'],
    roles: {
      name: ['Whole name', 'Kogu nimi'],
      firstName: ['First name', 'Eesnimi'],
      lastName: ['Last name', 'Perekonnanimi'],
      email: ['E-mail', 'E-post'],
      phone: ['Phone', 'Telefon'],
      dob: ['Date of birth', 'Sünnikuupäev'],
      category: ['Membership category', 'Liikmekategooria'],
      guardianName: ['Name of the parent', 'Vanema nimi'],
      guardianEmail: ['E-mail of the parent', 'Vanema e-post'],
      guardianPhone: ['Phone of the parent', 'Vanema telefon'],
      reference: ['Reference number used so far', 'Senine viitenumber'],
      pass: ['Pass', 'Pääse'],
      usesLeft: ['Classes left', 'Kordi alles'],
      validUntil: ['Valid until', 'Kehtib kuni'],
      debt: ['Owes (€)', 'Võlg (€)'],
      debtFor: ['Owes for', 'Mille eest võlgu'],
      credit: ['Credit (€)', 'Ettemaks (€)'],
    },
    letterLanguage: ['E-mails to them in', 'Kirjade keel'],
    languages: { et: ['Estonian', 'eesti'], en: ['English', 'inglise'] },
    check: ['Check', 'Kontrolli'],
    checking: ['Checking...', 'Kontrollin...'],

    whatHappens: ['What will happen', 'Mis juhtub'],
    whatHappened: ['What happened', 'Mis juhtus'],
    nothingYet: ['Nothing is written yet.', 'Midagi ei ole veel salvestatud.'],
    outcomes: {
      new: ['New', 'Uus'],
      changed: ['Here, gets more', 'Siin, saab lisa'],
      known: ['Here already', 'Juba siin'],
      repeated: ['Repeated', 'Kordub'],
      left: ['Not taken', 'Jääb tulemata'],
    },
    counts: {
      new: [(n: number) => `${n} new`, (n) => `${n} uut`],
      changed: [(n: number) => `${n} here, ${plural(n, 'gets', 'get')} more`, (n) => `${n} on siin, saab lisa`],
      known: [(n: number) => `${n} here already`, (n) => `${n} on juba siin`],
      repeated: [(n: number) => `${n} repeated in the file`, (n) => `${n} kordub failis`],
      left: [(n: number) => `${n} not taken`, (n) => `${n} jääb tulemata`],
    },
    all: [(n: number) => `All (${n})`, (n) => `Kõik (${n})`],
    rows: ['Rows', 'Read'],
    columns: {
      row: ['Row', 'Rida'],
      name: ['Name', 'Nimi'],
      outcome: ['What', 'Mis'],
      why: ['More', 'Täpsemalt'],
    },
    more: [(n: number) => `and ${n} more, in the report`, (n) => `ja veel ${n}, vaata aruandest`],
    gains: {
      signIn: ['sign-in', 'konto'],
      dob: ['date of birth', 'sünnikuupäev'],
      phone: ['phone', 'telefon'],
      category: ['membership category', 'liikmekategooria'],
      guardian: ['parent', 'vanem'],
      guardianPhone: ['phone of the parent', 'vanema telefon'],
      reference: ['reference number', 'viitenumber'],
      pass: ['pass', 'pääse'],
      debt: ['a due payment', 'tasumata makse'],
      credit: ['credit', 'ettemaks'],
    },
    /** The same gains with their numbers, which may have been misread. */
    passOf: [
      (name: string, left: number, of: number, until: string) =>
        `pass ${name} (${left} of ${of} classes left, until ${until})`,
      (name, left, of, until) => `pääse ${name} (kordi alles ${left}/${of}, kehtib kuni ${until})`,
    ],
    debtOf: [(sum: string) => `a due payment of ${sum}`, (sum) => `tasumata makse ${sum}`],
    creditOf: [(sum: string) => `credit of ${sum}`, (sum) => `ettemaks ${sum}`],
    sameAs: [(row: number) => `The same person as in row ${row}.`, (row) => `Sama inimene, kes real ${row}.`],
    gets: [(what: string) => `Gets: ${what}.`, (what) => `Saab: ${what}.`],
    reasons: {
      noName: ['It has no name.', 'Nimi puudub.'],
      noFirstName: [
        'It has no first name: add it in the table, and check again.',
        'Eesnimi puudub: lisa see tabelisse ja kontrolli uuesti.',
      ],
      badName: ['The name is too long, or hides letters.', 'Nimi on liiga pikk või peidab tähti.'],
      notAPerson: ['It is a row of sums, not a person.', 'See on kokkuvõtte rida, mitte inimene.'],
      badEmail: ['The e-mail address is not one.', 'E-posti aadress ei ole õige.'],
      badDate: ['The date of birth can’t be read.', 'Sünnikuupäevast ei saa aru.'],
      dobTooOld: [
        'The date of birth is more than 110 years ago: correct it in the table, or empty the cell.',
        'Sünnikuupäev on üle 110 aasta tagasi: paranda see tabelis või jäta lahter tühjaks.',
      ],
      badReference: [
        'The reference number is not one: its last digit does not fit.',
        'Viitenumber ei ole õige: viimane number ei klapi.',
      ],
      referenceTaken: ['Another payer has this reference number.', 'See viitenumber on teisel maksjal.'],
      badUses: ['A pass needs the number of its classes left.', 'Pääsmel peab olema allesjäänud kordade arv.'],
      badUntil: ['A pass needs the day until which it is valid.', 'Pääsmel peab olema kuupäev, milleni see kehtib.'],
      badMoney: ['The sum can’t be read.', 'Summast ei saa aru.'],
      creditSwitchedOff: [
        'A debt below zero is credit: switch on References and bank statements in the settings first, and check again.',
        'Negatiivne võlg on ettemaks: lülita enne seadetes sisse „Viitenumbrid ja pangaväljavõtted“ ja kontrolli uuesti.',
      ],
      categoryUnknown: [
        'There is no membership category of this name: make it in the settings first, and check again.',
        'Sellise nimega liikmekategooriat ei ole: loo see enne seadetes ja kontrolli uuesti.',
      ],
      passUnknown: [
        'There is no membership of this name: make it first, and check again.',
        'Sellise nimega pääset ei ole: loo see enne ja kontrolli uuesti.',
      ],
      severalAlike: [
        'It may be one of several people: an e-mail or a date of birth, here or in the table, would tell which.',
        'See võib olla mitu inimest: e-post või sünnikuupäev siin või tabelis ütleks, kes neist.',
      ],
      refusedByDatabase: ['It could not be saved.', 'Seda ei saanud salvestada.'],
    },
    notes: {
      addressTaken: [
        'Somebody else signs in with this address: comes without a sign-in.',
        'Selle aadressiga logib sisse keegi teine: tuleb ilma kontota.',
      ],
      addressOfGuardian: [
        'The address is taken as the parent’s, for a child under 13.',
        'Alla 13-aastase lapse aadressi peetakse vanema aadressiks.',
      ],
      badPhone: ['The phone number is not one, and is left out.', 'Telefoninumber ei ole õige ja jääb välja.'],
      phoneDiffers: ['Has another phone number here, which stays.', 'Siin on teine telefoninumber, see jääb.'],
      guardianPhoneDiffers: [
        'The parent has another phone number here, which stays.',
        'Vanemal on siin teine telefoninumber, see jääb.',
      ],
      dobDiffers: ['Has another date of birth here, which stays.', 'Siin on teine sünnikuupäev, see jääb.'],
      categoryDiffers: [
        'Has another membership category here, which stays.',
        'Siin on teine liikmekategooria, see jääb.',
      ],
      guardianNotLinked: [
        'The parent is left out: that takes the date of birth of a child, and a grown-up.',
        'Vanem jääb välja: selleks peab olema lapse sünnikuupäev ja täiskasvanu.',
      ],
      guardianNamedOtherwise: [
        'The address of the parent belongs to somebody with another name: the parent is left out.',
        'Vanema aadress on kellelgi teise nimega: vanem jääb välja.',
      ],
      guardianWithoutAddress: [
        'The parent is left out: that takes an e-mail address of the parent.',
        'Vanem jääb välja: selleks peab olema vanema e-posti aadress.',
      ],
      guardianPhoneKept: ['The parent’s phone counts as the child’s.', 'Vanema telefon märgitakse lapse omaks.'],
      moreLeftThanSold: [
        'More classes are left than the pass is sold with: all of them come.',
        'Kordi on alles rohkem, kui pääsmel müües on: kõik tulevad üle.',
      ],
      passEnded: ['The pass is over, and is left out.', 'Pääse on läbi ja jääb välja.'],
    },
    take: [
      (n: number) => `Take over ${n} ${plural(n, 'row', 'rows')}`,
      (n) => `Võta üle: ${n} ${plural(n, 'rida', 'rida')}`,
    ],
    taking: [(done: number, all: number) => `Taken ${done} of ${all}`, (done, all) => `Üle võetud ${done}/${all}`],
    taken: ['Taken over.', 'Üle võetud.'],
    takenAt: [(time: string) => `Taken over at ${time}.`, (time) => `Kell ${time} üle võetud.`],
    takenSoFar: ['Taken over so far.', 'Seni üle võetud.'],
    undo: ['Undo', 'Võta tagasi'],
    undoBegins: ['Taking back...', 'Võtan tagasi...'],
    undoing: [
      (done: number, all: number) => `Taken back ${done} of ${all}`,
      (done, all) => `Tagasi võetud ${done}/${all}`,
    ],
    undone: ['Taken back.', 'Tagasi võetud.'],
    halfUndone: ['Not all of it is taken back yet.', 'Kõik ei ole veel tagasi võetud.'],
    stayed: [
      (n: number) =>
        `Taken back. ${n} ${plural(n, 'row stays', 'rows stay')}, as something of ${plural(n, 'it', 'them')} was used or changed since:`,
      (n) => `Tagasi võetud. ${n} rida jääb alles, sest midagi sellest on vahepeal kasutatud või muudetud:`,
    ],
    nothingToTake: ['There is nothing new to take over.', 'Midagi uut üle võtta ei ole.'],
    goOn: [
      'What was taken stays. Press again to go on with the rest: nothing comes twice.',
      'Ülevõetu jääb alles. Jätkamiseks vajuta uuesti: midagi ei tule kaks korda.',
    ],
    report: ['Report as CSV', 'Aruanne (CSV)'],
    reportName: ['people-moved-in', 'ylevoetud-inimesed'],
    otherFile: ['Another file', 'Teine fail'],

    inviteTitle: ['Invite them', 'Kutsu nad'],
    inviteHint: [
      (n: number) =>
        `${n} ${plural(n, 'person has', 'people have')} come with an address and can’t sign in yet. Nobody has got an e-mail. The invitation asks them to choose a password.`,
      (n) =>
        `${n} ${plural(n, 'inimene tuli', 'inimest tuli')} üle koos e-posti aadressiga, kuid sisse logida veel ei saa. Ühtegi kirja ei ole saadetud. Kutse palub valida parooli.`,
    ],
    invite: [
      (n: number) => `Invite ${n} ${plural(n, 'person', 'people')}`,
      (n) => `Saada ${n} ${plural(n, 'kutse', 'kutset')}`,
    ],
    inviting: [(n: number) => `Invited ${n}`, (n) => `Kutsutud ${n}`],
    invited: [
      (n: number) => `${n} ${plural(n, 'person is', 'people are')} invited.`,
      (n) => `${n} ${plural(n, 'inimene on', 'inimest on')} kutsutud.`,
    ],
  },
  movingTitle,
)

export const tableRefusals = messages({
  notATable: [
    'This is not a table with headings and rows. Please save it as CSV and choose that file.',
    'See ei ole tabel, millel on pealkirjad ja read. Palun salvesta see CSV-failina ja vali see fail.',
  ],
  tooLarge: ['This file is larger than 5 MB: please split it.', 'See fail on suurem kui 5 MB: palun jaga see osadeks.'],
  tooManyRows: [
    'This file has more than 10,000 rows: please split it.',
    'Selles failis on üle 10 000 rea: palun jaga see osadeks.',
  ],
  undoOver: ['This can no longer be undone.', 'Seda ei saa enam tagasi võtta.'],
  noNames: ['Please say in which column the names are.', 'Palun ütle, mis veerus on nimed.'],
})
