import { messages, plural } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'
import { editRefusals } from '#studio/accounts/messages.ts'
import { registryCodeInvalid } from './messages/registryCode.ts'

/** All refusals of settings/contract.ts, and its field codes. */
export const refusals = messages(
  {
    invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
    unexpected: [
      'The settings could not be saved. Please try again.',
      'Seadeid ei õnnestunud salvestada. Palun proovi uuesti.',
    ],
    studioNameLength: ['The name must have 2 to 60 characters.', 'Nimes peab olema 2 kuni 60 tähemärki.'],
    nameMisleading: [
      'Please remove line breaks and invisible characters.',
      'Palun eemalda reavahetused ja nähtamatud märgid.',
    ],
    websiteInvalid: [
      'Please enter an address that begins with https://.',
      'Palun sisesta aadress, mille alguses on https://.',
    ],
    siteInvalid: [
      'Please enter addresses that begin with https://.',
      'Palun sisesta aadressid, mille alguses on https://.',
    ],
    phoneInvalid: ['This is not a phone number.', 'See ei ole telefoninumber.'],
    registryCodeInvalid,
    categoryNameTaken: ['There is one with this name already.', 'Sellise nimega on juba üks olemas.'],
    invalidEmail: ['Please enter a valid e-mail address.', 'Palun sisesta korrektne e-posti aadress.'],
    colourInvalid: ['Please choose a colour.', 'Palun vali värv.'],
    accentTooLight: [
      'White text on this colour would be hard to read.',
      'Valget teksti oleks sellel värvil raske lugeda.',
    ],
    pictureUnusable: [
      'This file is not a picture that can be used here.',
      'See fail ei ole pilt, mida siin kasutada saaks.',
    ],
    tooLong: ['This text is too long.', 'See tekst on liiga pikk.'],
    holderMissing: [
      'Please enter whose account this is: banks compare the name.',
      'Palun sisesta, kelle konto see on: pangad võrdlevad nime.',
    ],
    ibanInvalid: ['This IBAN is not valid.', 'See IBAN ei ole õige.'],
    termOutOfRange: ['The term must be 1 to 60 days.', 'Tähtaeg peab olema 1 kuni 60 päeva.'],
    feeOutOfRange: ['The fee must be 0 to 1000€.', 'Hind peab olema 0 kuni 1000€.'],
    methodMissing: ['Please choose at least one way to pay.', 'Palun vali vähemalt üks makseviis.'],
    categoryNameLength: ['The name must have 1 to 40 characters.', 'Nimes peab olema 1 kuni 40 tähemärki.'],
    categoryNotFound: [
      'This category is not there any more. Look at the list again.',
      'Seda kategooriat enam ei ole. Vaata nimekiri uuesti üle.',
    ],
    categoryInUse: [
      'Something still has this category. Archive it instead.',
      'See kategooria on veel kasutusel. Arhiveeri see.',
    ],
    tooManyCategories: [
      'There are 50 categories already. Delete one that is not used first.',
      'Kategooriaid on juba 50. Kustuta enne mõni, mida ei kasutata.',
    ],
    secondStepFirst: [
      'Set up two steps or a passkey for yourself first, in your account. Then this can be switched on.',
      'Seadista kõigepealt oma kontol kaks sammu või pääsuvõti. Siis saab selle sisse lülitada.',
    ],
    offersPending: [
      'Somebody has been offered a place and has not answered yet. Wait for the answer, then switch this off.',
      'Kellelegi on kohta pakutud ja vastust veel ei ole. Oota vastus ära ja lülita siis välja.',
    ],
    cashPending: [
      'Cash that was taken at the door has not been handed over and counted yet: see Cash box. Then switch this off.',
      'Uksel võetud sularaha on veel üle andmata ja lugemata: vaata lehte Kassa. Seejärel lülita välja.',
    ],
    standInsPending: [
      'A teacher still looks for somebody to take over a class. Settle that on your dashboard, then switch this off.',
      'Treener otsib veel trennile asendajat. Lahenda see töölaual ja lülita siis välja.',
    ],
    linesPending: [
      'Lines of bank statements still wait to be matched or ignored: see Bank statements. Then switch this off.',
      'Pangaväljavõtete ridu on veel sidumata või kõrvale jätmata: vaata lehte Pangaväljavõtted. Seejärel lülita välja.',
    ],
    billsPending: [
      'Fees were billed a moment ago, and that can still be undone. Switch this off two minutes after.',
      'Kuutasud esitati äsja ja seda saab veel tagasi võtta. Lülita välja kahe minuti pärast.',
    ],
    ticketsPending: [
      'Tickets of Stebby are still open: see Stebby desk. Settle them first, then switch this off.',
      'Mõni Stebby pilet on veel lahtine: vaata lehte Stebby kassa. Lahenda see enne ja lülita siis välja.',
    ],
    bothLanguages: ['Please write it in both languages.', 'Palun kirjuta see mõlemas keeles.'],
    lateHoursOutOfRange: ['The hours must be 0 to 72.', 'Tunde peab olema 0 kuni 72.'],
    makeUpDaysOutOfRange: ['The days must be 1 to 365.', 'Päevi peab olema 1 kuni 365.'],
    dueDayOutOfRange: ['The day must be 1 to 28.', 'Päev peab olema 1 kuni 28.'],
    monthlyPriceOutOfRange: [
      'The price must be more than 0 and at most 1000€.',
      'Hind peab olema suurem kui 0 ja kuni 1000€.',
    ],
    percentOutOfRange: ['The percentage must be 0 to 100.', 'Protsent peab olema 0 kuni 100.'],
    vatRateOutOfRange: ['The rate must be 1 to 50 percent.', 'Määr peab olema 1 kuni 50 protsenti.'],
    vatNumberInvalid: [
      'This is not a VAT number: EE and nine digits, the last of which is a check digit. Please look for a mistyped one.',
      'See ei ole käibemaksukohustuslase number: EE ja üheksa numbrit, millest viimane on kontrollnumber. Palun vaata, kas mõni on vale.',
    ],
    mostOpenOutOfRange: ['The number must be 1 to 100.', 'Arv peab olema 1 kuni 100.'],
    reminderHoursOutOfRange: ['The hours must be 0 to 72.', 'Tunde peab olema 0 kuni 72.'],
    reminderDaysOutOfRange: ['The days must be 0 to 60.', 'Päevi peab olema 0 kuni 60.'],
  },
  editRefusals,
)

interface Effect {
  readonly people: number
  readonly classes: number
}

export const texts = messages({
  title: ['Settings', 'Seaded'],
  subtitle: [
    'What is saved here shows at once on every open page.',
    'Mida siin salvestad, on kohe näha kõigil avatud lehtedel.',
  ],
  sections: ['Sections', 'Jaotised'],
  saved: ['Settings saved.', 'Seaded on salvestatud.'],
  loadFailed: ['The settings could not be loaded.', 'Seadeid ei õnnestunud laadida.'],
  names: {
    studio: ['Studio', 'Stuudio'],
    payments: ['Payments', 'Maksed'],
    categories: ['Categories', 'Kategooriad'],
    rooms: ['Rooms', 'Saalid'],
    closedDays: ['Closed days', 'Suletud päevad'],
    registration: ['Registration', 'Registreerumine'],
    notices: ['Notices', 'Teavitused'],
    terms: ['Terms', 'Tingimused'],
    embed: ['Timetable on other sites', 'Tunniplaan teistel lehtedel'],
    features: ['Features', 'Võimalused'],
  },

  sites: ['Sites that may show it', 'Lehed, mis võivad seda näidata'],
  sitesHint: [
    'One on a line, such as https://studio.example. No other site can put the timetable in a frame.',
    'Iga leht eraldi real, näiteks https://stuudio.example. Ükski teine leht tunniplaani raami panna ei saa.',
  ],
  snippetCategory: ['Classes shown', 'Näidatavad trennid'],
  allCategories: ['All categories', 'Kõik kategooriad'],
  snippet: ['Code for your site', 'Kood sinu lehele'],
  snippetHint: [
    'Paste it where the timetable should stand. It needs no script and sets no cookies.',
    'Kleebi see kohta, kus tunniplaan olema peab. Skripte see ei vaja ja küpsiseid ei salvesta.',
  ],
  copySnippet: ['Copy code', 'Kopeeri kood'],
  snippetCopied: ['The code has been copied.', 'Kood on kopeeritud.'],
  snippetCopyFailed: [
    'It could not be copied. Please select the code and copy it yourself.',
    'Kopeerida ei õnnestunud. Palun märgi kood ja kopeeri see ise.',
  ],
  seeTimetable: ['See how it looks', 'Vaata, milline see on'],
  timetableTitle: ['Timetable', 'Tunniplaan'],
  otherForms: ['For programs', 'Programmidele'],

  termsHint: [
    'While there is a text, whoever signs up accepts it, and everybody else is asked for it once before they book or buy. Another text is another version: it is asked for again.',
    'Kui tekst on olemas, nõustub sellega igaüks, kes konto loob, ja kõigilt teistelt küsitakse seda üks kord enne registreerumist või ostmist. Uus tekst on uus versioon: seda küsitakse uuesti.',
  ],
  termsEn: ['Terms in English', 'Tingimused inglise keeles'],
  termsEt: ['Terms in Estonian', 'Tingimused eesti keeles'],
  name: ['Studio name', 'Stuudio nimi'],
  website: ['Website', 'Veebileht'],
  supportEmail: ['Support e-mail', 'Kasutajatoe e-post'],
  sample: ['An example, not yours yet: everybody would see it.', 'Näidis, mitte veel sinu oma: seda näeksid kõik.'],
  supportEmailHint: [
    'Where people write to. Answers to e-mails come here.',
    'Siia kirjutatakse ja siia tulevad vastused kirjadele.',
  ],
  phone: ['Phone', 'Telefon'],
  postalAddress: ['Address', 'Aadress'],
  logo: ['Logo', 'Logo'],
  logoHint: [
    'PNG, JPEG or WebP, at most 2 MB, at least 128 pixels on each side. It is saved at once.',
    'PNG, JPEG või WebP, kuni 2 MB, kummaski suunas vähemalt 128 pikslit. Salvestatakse kohe.',
  ],
  logoNow: ['The logo now', 'Praegune logo'],
  chooseLogo: ['Choose a picture', 'Vali pilt'],
  changeLogo: ['Choose another picture', 'Vali teine pilt'],
  removeLogo: ['Remove the logo', 'Eemalda logo'],
  accent: ['Accent colour', 'Rõhuvärv'],
  accentHint: [
    'The colour of buttons and links, here and in e-mails. Dark mode uses a lighter shade.',
    'Nuppude ja linkide värv siin ja kirjades. Tumedas režiimis veidi heledam.',
  ],
  beta: ['Show the beta banner', 'Näita beetariba'],
  betaHint: [
    'A line at the top that asks for reports of errors.',
    'Rida lehe ülaservas, kus palutakse vigadest teada anda.',
  ],

  holder: ['Account holder', 'Konto omanik'],
  holderHint: ['The legal name, which banks compare.', 'Ametlik nimi, mida pangad võrdlevad.'],
  iban: ['IBAN', 'IBAN'],
  ibanHint: ['Until there is one, Bank Transfer is not offered.', 'Kuni seda ei ole, pangaülekannet ei pakuta.'],
  otherAccounts: ['Other accounts', 'Teised kontod'],
  otherAccountsHint: [
    'IBANs whose statements are read, too, with commas between them. A former one that was used comes here by itself.',
    'IBAN-id, mille väljavõtteid samuti loetakse, komadega eraldatult. Varasem konto, mida on kasutatud, jõuab siia ise.',
  ],
  takeOutAccount: [(iban: string) => `Take out ${iban}`, (iban) => `Eemalda ${iban}`],
  methods: ['Ways to pay', 'Makseviisid'],
  methodNames: {
    cash: ['Cash in Person', 'Sularaha kohapeal'],
    bankTransfer: ['Bank Transfer', 'Pangaülekanne'],
    stebby: ['Stebby', 'Stebby'],
  },
  termDays: ['Payment term (days)', 'Maksetähtaeg (päevades)'],
  termHint: ['For what is bought from now on.', 'Kehtib sellele, mis ostetakse nüüdsest.'],
  dropInFee: ['Drop-in fee', 'Üksikpileti hind'],
  dropInFeeHint: ['Of classes that have no price of their own.', 'Trennidel, millel oma hinda ei ole.'],

  feesDueDay: ['Monthly fees are due on day', 'Kuutasude maksepäev'],
  feesDueHint: [
    'The day of the month being billed. If it has passed, the payment term applies.',
    'Kuul, mille eest arveldatakse. Kui see päev on möödas, kehtib maksetähtaeg.',
  ],
  monthlyPrice: ['Monthly price', 'Kuutasu'],
  monthlyPriceHint: ['Empty where nothing is paid by the month.', 'Jäta tühjaks, kui kuu kaupa ei maksta.'],
  perMonth: [(cents: Cents) => `${euros(cents, 'en')} a month`, (cents) => `${euros(cents, 'et')} kuus`],
  siblingPercent: ['Sibling discount (%)', 'Õdede-vendade soodustus (%)'],
  siblingHint: [
    'Of one payer’s people the one whose courses, memberships and monthly fees cost most pays in full; the others have it on what is bought from now on.',
    'Ühe maksja inimestest maksab täishinna see, kelle kursused, pääsmed ja kuutasud on kokku kõige kallimad; teised saavad soodustuse sellelt, mis ostetakse nüüdsest.',
  ],

  registryCode: ['Registry code', 'Registrikood'],
  onPapers: ['Shown on receipts and invoices.', 'Läheb kviitungitele ja arvetele.'],
  vat: ['VAT', 'Käibemaks'],
  vatLiable: ['Liable to VAT: prices include it', 'Käibemaksukohustuslane: hinnad sisaldavad käibemaksu'],
  vatHint: ['What was sold before keeps the rate it was sold at.', 'Varem müüdule jääb määr, millega see müüdi.'],
  notLiable: ['Not liable to VAT', 'Ei ole käibemaksukohustuslane'],
  vatRate: ['VAT rate (%)', 'Käibemaksumäär (%)'],
  vatNumber: ['VAT number', 'Käibemaksukohustuslase number'],

  save: ['Save', 'Salvesta'],
  classCategories: ['Class categories', 'Trennide kategooriad'],
  membershipCategories: ['Membership categories', 'Liikmekategooriad'],
  addCategory: {
    class: ['Add a class category', 'Lisa trennikategooria'],
    membership: ['Add a membership category', 'Lisa liikmekategooria'],
  },
  add: ['Add', 'Lisa'],
  editCategory: [(name: string) => `Edit ${name}`, (name) => `Muuda: ${name}`],
  categoryName: ['Name', 'Nimi'],
  categoryNameEt: ['Name in Estonian', 'Nimi eesti keeles'],
  categoryNameEtHint: ['Empty: the same.', 'Tühi: sama nimi.'],
  marked: {
    class: ['Fitness', 'Fitness'],
    membership: ['Group member price', 'Grupi liikmehind'],
  },
  markedHint: {
    class: ["Memberships for it are found by 'Fitness Only'.", 'Selle pääsmed leiab filtriga „Ainult fitness“.'],
    membership: ['Who has it may buy at the price of group members.', 'Kellel see on, saab osta grupi liikmehinnaga.'],
  },
  archived: ['Archived', 'Arhiveeritud'],
  archive: ['Archive', 'Arhiveeri'],
  restore: ['Offer again', 'Paku uuesti'],
  moveUp: [(name: string) => `Move ${name} up`, (name) => `Liiguta üles: ${name}`],
  moveDown: [(name: string) => `Move ${name} down`, (name) => `Liiguta alla: ${name}`],
  deleteCategory: [(name: string) => `Delete ${name}?`, (name) => `Kas kustutada ${name}?`],
  deleteQuestion: ['Nothing has it.', 'Seda ei ole kusagil kasutatud.'],
  whoIsIncluded: ['Who is included where', 'Kes kuhu kuulub'],
  whoIsIncludedHint: [
    'Who has the category on the left just comes to the classes ticked: without registering or paying.',
    'Kellel on vasakul olev kategooria, see tuleb märgitud trennidesse ilma registreerumise ja lisatasuta.',
  ],
  willBeIncluded: [
    ({ people, classes }: Effect) =>
      `${people} ${plural(people, 'person', 'people')} will be included in ${classes} ${plural(classes, 'class', 'classes')} to come: without registering or paying.`,
    ({ people, classes }) =>
      `${people} ${plural(people, 'inimene', 'inimest')} kuulub edaspidi ${classes} tulevasse trenni: ilma registreerumise ja lisatasuta.`,
  ],
  willLosePlaces: [
    ({ people, classes }: Effect) =>
      `${people} ${plural(people, 'person loses the', 'people lose their')} place in ${classes} ${plural(classes, 'class', 'classes')} to come. Whoever has registered keeps it.`,
    ({ people, classes }) =>
      `${people} ${plural(people, 'inimene', 'inimest')} kaotab koha ${classes} tulevases trennis. Kes on registreerunud, jääb kirja.`,
  ],
  notCounted: [
    'How many people this concerns could not be counted.',
    'Kui palju inimesi see puudutab, ei õnnestunud lugeda.',
  ],
  concernsNobody: ['Nobody is concerned so far.', 'Praegu see kedagi ei puuduta.'],
  include: ['Include', 'Kaasa'],
  takeOut: ['Take out', 'Võta välja'],
  undo: ['Undo', 'Võta tagasi'],
  undone: ['Undone.', 'Tagasi võetud.'],
  notIncludedIn: [
    ({ member, group }: { member: string; group: string }) => `${member}: no longer included in ${group}`,
    ({ member, group }) => `${member}: ei kuulu enam gruppi ${group}`,
  ],
  includedIn: [
    ({ member, group }: { member: string; group: string }) => `${member}: included in ${group}`,
    ({ member, group }) => `${member}: kuulub gruppi ${group}`,
  ],

  features: {
    families: ['Families', 'Pered'],
    statements: ['References and bank statements', 'Viitenumbrid ja pangaväljavõtted'],
    monthlyFees: ['Monthly fees', 'Kuutasud'],
    papers: ['Papers', 'Dokumendid'],
    rooms: ['Rooms', 'Saalid'],
    waitingLists: ['Waiting lists', 'Ootejärjekorrad'],
    makeUpClasses: ['Make-up classes', 'Järeletegemise trennid'],
    door: ['Door', 'Uks'],
    stebbyDesk: ['Stebby desk', 'Stebby kassa'],
    paySheet: ['Pay sheet', 'Palgaleht'],
    staffTwoSteps: ['Staff need two steps', 'Töötajad logivad sisse kahes sammus'],
    embed: ['Sites that may embed', 'Lehed, kuhu tohib tunniplaani lisada'],
  },
  switchOff: ['Switch off', 'Lülita välja'],
  switchOffTitle: [(names: string) => `Switch off ${names}?`, (names) => `Kas lülitad välja: ${names}?`],
  switchOffFamilies: [
    'Parents no longer see or book for their children.',
    'Vanemad ei näe enam oma laste asju ega saa neid registreerida.',
  ],
  switchOffQuestion: [
    'Nothing is deleted, and switching it on again brings it back.',
    'Midagi ei kustutata ja uuesti sisse lülitades on kõik tagasi.',
  ],
  featureHints: {
    families: [
      'Parents book and pay for their children from one account; staff add people who have no account.',
      'Vanem registreerib lapsed ja maksab nende eest oma kontolt; töötajad saavad lisada ilma kontota inimesi.',
    ],
    statements: [
      'Each payer has a reference number, and a bank statement settles payments in one press.',
      'Igal maksjal on viitenumber ja pangaväljavõttest saab maksed kinnitada ühe vajutusega.',
    ],
    monthlyFees: ['Group members pay a fee each month.', 'Grupi liikmed maksavad iga kuu kindla tasu.'],
    papers: ['Invoices and receipts as PDF.', 'Arved ja kviitungid PDF-failina.'],
    rooms: [
      'A class has a room, and no room holds two at once.',
      'Trennil on saal ja ühes saalis ei ole kaht trenni korraga.',
    ],
    waitingLists: [
      'A freed place is offered to whoever is waiting for it.',
      'Vabanenud kohta pakutakse sellele, kes seda ootab.',
    ],
    makeUpClasses: [
      'Whoever says in time that they can’t come may take another class instead.',
      'Kes annab õigel ajal teada, et ei tule, saab selle asemel tulla teise trenni.',
    ],
    door: [
      'Classes have teachers, who mark at the door who came and what was paid, even without a network, and find stand-ins.',
      'Trennil on treener, kes märgib uksel, kes tuli ja mida maksti, ka ilma võrguta, ning leiab asendaja.',
    ],
    stebbyDesk: [
      'Stebby codes are collected and confirmed in one list.',
      'Stebby koodid kogutakse ja kinnitatakse ühes nimekirjas.',
    ],
    paySheet: [
      'Classes have teachers, and what each earns with them is counted by month.',
      'Trennil on treener ja iga kuu arvutatakse, kui palju ta oma trennide eest teenib.',
    ],
    staffTwoSteps: [
      'Teachers and admins need a passkey, or a code from an app besides the password.',
      'Treeneritel ja administraatoritel on vaja pääsuvõtit või lisaks paroolile rakenduse koodi.',
    ],
    embed: [
      'The timetable can stand on the studio’s own website.',
      'Tunniplaani saab näidata stuudio enda veebilehel.',
    ],
  },

  lateHours: ['Late cancellation (hours before)', 'Hiline tühistamine (tundi enne)'],
  lateHoursHint: [
    'Who cancels later than this pays for the place all the same. 0: one can cancel until the start. Counts at once, also for places that are booked already.',
    'Kes tühistab hiljem, maksab koha eest ikkagi. 0: tühistada saab kuni alguseni. Kehtib kohe, ka juba võetud kohtadele.',
  ],
  forgiveLate: ['Forgive it when somebody else takes the place', 'Anna andeks, kui keegi teine koha võtab'],
  makeUpDays: ['Make-up classes: valid for (days)', 'Järeletegemine: kehtib (päeva)'],
  makeUpDaysHint: [
    "Who is included in a class and says 'I can't come' in time may come to another one, counted from that class.",
    'Grupi liige, kes õigel ajal teatab, et ei saa tulla, võib tulla mõnda teise trenni. Päevi loetakse trennist, kuhu ta ei tulnud.',
  ],
  overdueStops: ['Overdue payments stop booking', 'Tähtaja ületanud makse peatab registreerumise'],
  overdueStopsHint: [
    'People pay what is overdue before they book again. Staff can still register them.',
    'Enne uut registreerumist tuleb tasuda see, mille tähtaeg on möödas. Töötajad saavad registreerida ikka.',
  ],
  standInsAtOnce: ['Teachers take over classes from each other at once', 'Treenerid võtavad üksteise trenne kohe üle'],
  standInsAtOnceHint: [
    'Without an admin who approves. Admins, both teachers and those who come are told all the same.',
    'Ilma administraatori kinnituseta. Administraatorid, mõlemad treenerid ja osalejad saavad ikka teada.',
  ],
  mostOpenPayments: ['Open payments at most', 'Tasumata makseid kuni'],
  mostOpenPaymentsHint: [
    'Per person. Whoever has more to pay pays first, then books. Staff may go beyond.',
    'Inimese kohta. Kellel on rohkem maksta, see tasub enne ja registreerub siis. Töötajad võivad rohkem.',
  ],

  noticesHint: [
    'The studio writes these e-mails by itself. 0 is off. Each person chooses in their account how to hear of them.',
    'Need kirjad saadab stuudio ise. 0 tähendab, et kirja ei saadeta. Igaüks valib oma kontol, kuidas ta neist teada saab.',
  ],
  classHours: ['Remind of a class (hours before)', 'Trenni meeldetuletus (tundi enne)'],
  classHoursHint: ['To everybody who has a place in it.', 'Kõigile, kellel on trennis koht.'],
  membershipDays: ['A membership ends soon (days before)', 'Pääse hakkab lõppema (päeva enne)'],
  membershipDaysHint: ['While classes are left on it.', 'Kui sellel on veel kordi alles.'],
  overdueDays: ['A payment is overdue (days after)', 'Makse tähtaeg on möödas (päeva pärast)'],
  overdueDaysHint: [
    'Once for each payment, and not to whoever has marked a payment as paid.',
    'Iga makse kohta üks kord, aga mitte neile, kes on mõne makse tasutuks märkinud.',
  ],
})

export const termsTexts = messages({
  title: ['Terms', 'Tingimused'],
  none: ['The studio has no terms here.', 'Stuudio tingimusi siin ei ole.'],
  toClasses: ['Upcoming Classes', 'Trennid'],
  failed: ['The terms could not be loaded.', 'Tingimusi ei õnnestunud laadida.'],
  since: [(day: string) => `As of ${day}`, (day) => `Alates ${day}`],
  accept: ['I accept the studio’s terms', 'Nõustun stuudio tingimustega'],
  accepted: ['You have accepted these terms.', 'Oled nende tingimustega nõustunud.'],
  done: ['Thank you. You can book and buy now.', 'Aitäh! Nüüd saad registreeruda ja osta.'],
})
