import { messages } from '#kernel/messages.ts'

/** Kinds of imported rows, and why a row is not imported or is imported with changes. */
export const texts = messages({
  /** Why nothing at all is imported from a folder or file. */
  refused: {
    noFolder: [(folder: string) => `There is no folder ${folder}.`, (folder) => `Kausta ${folder} ei ole.`],
    noDump: [
      (_file: string) => 'There is no firestore.json: it holds everything but the sign-ins.',
      () => 'Puudub firestore.json: selles on kõik peale sisselogimiste.',
    ],
    managed: [
      (_file: string) =>
        'This is a managed export of Google Cloud, in the form of its own database. Make firestore.json with node-firestore-import-export instead.',
      () =>
        'See on Google Cloudi hallatud eksport, mis on selle enda andmebaasi kujul. Tee selle asemel firestore.json tööriistaga node-firestore-import-export.',
    ],
    notJson: [
      (file: string) => `${file} is no JSON, or is damaged: export it again.`,
      (file) => `${file} ei ole JSON või on vigane: ekspordi see uuesti.`,
    ],
    cut: [
      (file: string) => `${file} ends in the middle: it was cut. Export it again.`,
      (file) => `${file} katkeb poole pealt. Ekspordi see uuesti.`,
    ],
    noCollections: [
      (file: string) => `${file} has no __collections__: make it with node-firestore-import-export.`,
      (file) => `Failis ${file} puudub __collections__: tee see tööriistaga node-firestore-import-export.`,
    ],
    notAuthCsv: [
      (file: string) => `${file} has not the columns of firebase auth:export, or was cut: export it again.`,
      (file) => `Failis ${file} ei ole firebase auth:export veerge või katkeb see poole pealt: ekspordi see uuesti.`,
    ],
    hashIncomplete: [
      (file: string) =>
        `${file} has not all of base64_signer_key, base64_salt_separator, rounds and mem_cost: copy them from the Firebase console.`,
      (file) =>
        `Failis ${file} ei ole kõiki väärtusi base64_signer_key, base64_salt_separator, rounds ja mem_cost: kopeeri need Firebase’i konsoolist.`,
    ],
    notUtf8: [
      (file: string) => `${file} is not in UTF-8: save it in that encoding.`,
      (file) => `${file} ei ole UTF-8 kodeeringus: salvesta see selles kodeeringus.`,
    ],
    tooLarge: [
      (file: string) =>
        `${file} is too large for the screen: whoever runs the server takes it by npm run import -- FOLDER.`,
      (file) =>
        `${file} on ekraani jaoks liiga suur: serveri haldaja saab selle üle võtta käsuga npm run import -- KAUST.`,
    ],
    filesGone: [
      (_file: string) => 'The files are not here any more: choose them again.',
      () => 'Faile enam siin ei ole: vali need uuesti.',
    ],
  },
  kinds: {
    file: ['File', 'Fail'],
    people: ['People', 'Inimesed'],
    sessions: ['First sessions', 'Esimesed seansid'],
    classes: ['Classes', 'Trennid'],
    memberships: ['Memberships', 'Liikmesused'],
    courses: ['Courses', 'Kursused'],
    schedule: ['Schedule entries', 'Tunniplaani ajad'],
    passes: ['Passes', 'Pääsmed'],
    courseRegistrations: ['Course registrations', 'Kursusele registreerumised'],
    registrations: ['Class registrations', 'Trenni registreerumised'],
    payments: ['Other payments', 'Muud maksed'],
    logs: ['Log lines', 'Logiread'],
  },
  left: ['Not taken', 'Jäi tulemata'],
  changed: ['Taken, with a change', 'Tuli muudetult'],
  columns: {
    what: ['What happened', 'Mis juhtus'],
    kind: ['Kind', 'Liik'],
    id: ['ID', 'ID'],
    reason: ['Why', 'Miks'],
    detail: ['Detail', 'Täpsustus'],
  },
  reasons: {
    duplicate: ['It is there twice: the first one counts.', 'See on topelt: loeb esimene.'],
    badId: ['Its ID is empty, too long or damaged.', 'ID on tühi, liiga pikk või vigane.'],
    noName: ['It has no name.', 'Nime ei ole.'],
    noPerson: ['The person that it names is not there.', 'Inimest, keda see nimetab, ei ole.'],
    noCategory: ['It has no category that this studio knows.', 'Sel ei ole ühtegi siin tuntud kategooriat.'],
    noPrice: ['It has no price.', 'Hinda ei ole.'],
    noTime: ['Its dates or times are missing, or end before they begin.', 'Ajad puuduvad või lõpevad enne algust.'],
    noWeekday: ['Its weekday is missing or unknown.', 'Nädalapäev puudub või on tundmatu.'],
    noLimit: ['Its number of classes or days is missing.', 'Kordade või päevade arv puudub.'],
    noEntry: ['The class time that it names is not there.', 'Trenniaega, mida see nimetab, ei ole.'],
    noCourse: ['The course that it names is not there.', 'Kursust, mida see nimetab, ei ole.'],
    noMethod: ['It names neither a pass nor a payment.', 'See ei nimeta ei pääset ega makset.'],
    noPass: ['The pass that it names is not there.', 'Pääset, mida see nimetab, ei ole.'],
    otherPass: ['The pass that it names is of another person.', 'Pääse, mida see nimetab, on kellegi teise oma.'],
    noPayment: [
      'The payment that it names is not there, or can’t be taken.',
      'Makset, mida see nimetab, ei ole või ei saa seda võtta.',
    ],
    otherPayment: ['The payment that it names is of another person.', 'Makse, mida see nimetab, on kellegi teise oma.'],
    paymentTwice: [
      'The payment that it names pays for something else already.',
      'Makse, mida see nimetab, on juba millegi muu eest.',
    ],
    badPayment: ['Its payment has no price or an unknown status.', 'Maksel ei ole hinda või on tundmatu olek.'],
    paysForNothing: [
      'It is not cancelled, and nothing that was taken names it.',
      'See ei ole tühistatud ja miski võetu ei nimeta seda.',
    ],
    badLog: ['It has no message or no time.', 'Sel ei ole teksti või aega.'],
    placeTwice: ['The person has a place there already.', 'Inimesel on seal juba koht.'],
    refusedByDatabase: ['It contradicts what is here already.', 'See on vastuolus sellega, mis siin juba on.'],
    usedSince: ['Something was done with it since: it stays.', 'Sellega on vahepeal midagi tehtud: see jääb alles.'],
    unknownCollection: ['A studio has no such collection.', 'Stuudiol sellist kogumit ei ole.'],
    addressTaken: [
      'Another one signs in with this address: this person comes without an account.',
      'Selle aadressiga logib sisse keegi teine: see inimene tuli kontota.',
    ],
    badAddress: [
      'There is no valid address: this person comes without an account.',
      'Kehtivat aadressi ei ole: see inimene tuli kontota.',
    ],
    noPassword: [
      'The password can’t be taken over: they set a new one with ‘Forgot password’.',
      'Parooli ei saa üle tuua: uue saab „Unustasid parooli?“ kaudu.',
    ],
    secondFactor: ['The second step of signing in stays behind.', 'Sisselogimise teine samm jäi maha.'],
    roleUnknown: ['The role is not known: they are a user.', 'Roll on tundmatu: inimene on tavakasutaja.'],
    roleDiffers: [
      'The document has another role than the sign-in, which counts.',
      'Dokumendis on teine roll kui sisselogimisel, mis loeb.',
    ],
    noUserDocument: [
      'There is a sign-in but no document: the name comes from it.',
      'Sisselogimine on, dokumenti ei ole: nimi on sealt.',
    ],
    noSignIn: [
      'There is a document but no sign-in: this person comes without an account.',
      'Dokument on, sisselogimist ei ole: see inimene tuli kontota.',
    ],
    categoryUnknown: [
      'This studio has no such category: it was left out.',
      'Siin sellist kategooriat ei ole: see jäi välja.',
    ],
    rounded: [
      'The sum had more than two decimals: it was rounded to a cent.',
      'Summal oli üle kahe komakoha: see ümardati sendini.',
    ],
    maximum: ['The number is missing or out of bounds.', 'Arv puudub või on piiridest väljas.'],
    counterDiffers: ['The counter says something else than was counted.', 'Loendur näitab muud, kui loendati.'],
    paymentMissing: ['It comes without its payment.', 'See tuli makseta.'],
    methodUnknown: ['The way of payment is not known: it is cash.', 'Makseviis on tundmatu: see on sularaha.'],
    twoMethods: ['It names a pass and a payment: the pass counts.', 'See nimetab pääset ja makset: loeb pääse.'],
    noAmount: ['It is confirmed without a sum: the price counts.', 'See on kinnitatud summata: loeb hind.'],
    cashMarked: [
      'Cash that its owner marked as paid: it is due.',
      'Sularaha, mille inimene ise tasutuks märkis: see on tasumata.',
    ],
    overfull: ['It has more people than places: the places were raised.', 'Inimesi on rohkem kui kohti: kohti lisati.'],
  },
})
