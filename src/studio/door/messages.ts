import { messages, plural } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'
import { HOUR } from '#kernel/time.ts'
import { ALL_HERE_BEFORE } from '#studio/attendance/rules.ts'

export const texts = messages({
  title: ['Door', 'Uks'],
  classes: ['Classes today and tomorrow', 'Trennid täna ja homme'],
  tomorrow: ['tomorrow', 'homme'],
  yours: ['yours', 'sinu trenn'],
  none: ['No classes today or tomorrow', 'Täna ja homme trenne ei ole'],
  nobody: ['Nobody has registered yet', 'Keegi ei ole veel registreerunud'],
  loadFailed: ['The classes could not be loaded.', 'Trenne ei õnnestunud laadida.'],
  here: [(here: number, all: number) => `${here} of ${all} here`, (here, all) => `${here}/${all} kohal`],
  find: ['Find a person', 'Leia inimene'],
  nobodyFound: ['Nobody of this name here', 'Sellist nime siin ei ole'],
  hereWord: ['here', 'kohal'],
  allHere: ['All here', 'Kõik kohal'],
  allHereLater: [
    `“All here” appears ${ALL_HERE_BEFORE / HOUR} hours before the class.`,
    `„Kõik kohal“ ilmub ${ALL_HERE_BEFORE / HOUR} tundi enne trenni.`,
  ],
  undo: ['Undo', 'Võta tagasi'],
  attended: ['attended', 'kohal'],
  'no-show': ['no-show', 'puudub'],
  unmarked: ['not marked', 'märkimata'],
  owes: [(sum: string) => `owes ${sum}`, (sum) => `võlgu ${sum}`],
  payments: [(count: number) => `${count} payments`, (count) => `${count} makset`],
  alsoOwes: [
    (sum: string, what: string) => `Also owes ${sum}: ${what}`,
    (sum, what) => `Võlgu on veel ${sum}: ${what}`,
  ],
  methods: {
    dropIn: ['Drop-in', 'Üksikpilet'],
    included: ['Included', 'Kuulub gruppi'],
    membership: ['Pass', 'Pääse'],
    makeUp: ['Make-up class', 'Järeletegemine'],
  },
  offline: ['Offline', 'Võrguta'],
  notSent: [(taps: number) => `${taps} not sent`, (taps) => `Saatmata: ${taps}`],
  notSentHint: [
    'They stay on this device and are sent by themselves as soon as there is a network.',
    'Need on selles seadmes alles ja saadetakse ise, kui võrk on tagasi.',
  ],
  ofAnother: [
    (taps: number) =>
      `${taps} ${plural(taps, 'tap', 'taps')} of another account ${plural(taps, 'waits', 'wait')} on this device: whoever made ${plural(taps, 'it', 'them')} has to sign in.`,
    (taps) => `Selles seadmes ootab teise konto märkeid: ${taps}. Saata saab need see, kes need tegi.`,
  ],
  needsALook: ['Needs a look', 'Vaata üle'],
  toLookAt: [(count: number) => `${count} ${plural(count, 'needs', 'need')} a look`, (count) => `${count} vaata üle`],
  lookHint: [
    'The studio did not take these. Nothing is lost: put it right, then remove it here.',
    'Stuudio ei võtnud neid vastu. Midagi ei ole kadunud: lahenda olukord ja eemalda siit.',
  ],
  settled: ['Done, remove', 'Tehtud, eemalda'],
  tapAgain: ['Send again', 'Saada uuesti'],
  asOf: [(when: string) => `As of ${when}`, (when) => `Seis: ${when}`],
  take: [(sum: string) => `Take ${sum}`, (sum) => `Võta ${sum}`],
  takeFrom: [(sum: string, name: string) => `Take ${sum} from ${name}`, (sum, name) => `Võta ${sum}: ${name}`],
  ways: { cash: ['Cash', 'Sularaha'], stebby: ['Stebby', 'Stebby'] },
  codeNoted: [
    (cents: Cents, code: string) => `${euros(cents, 'en')} by Stebby code ${code}`,
    (cents, code) => `${euros(cents, 'et')} Stebby koodiga ${code}`,
  ],
  took: [(cents: Cents) => `${euros(cents, 'en')} taken`, (cents) => `${euros(cents, 'et')} võetud`],
  walkIn: ['Walk-in', 'Lisa kohaletulnu'],
  full: ['The class is full', 'Trenn on täis'],
  overQuestion: [
    (taken: number, places: number) => `${taken} come to a class of ${places}. Let one more in?`,
    (taken, places) => `Tuleb ${taken}, kohti on ${places}. Kas lubad veel ühe?`,
  ],
  overYes: ['Let one more in', 'Luba veel üks'],
  findOrNew: ['Name', 'Nimi'],
  newPerson: [(name: string) => `New: ${name}`, (name) => `Uus: ${name}`],
  onTheList: ['on the list already', 'on juba nimekirjas'],
  onlyTheList: ['Offline you find only who is on this list.', 'Võrguta leiad ainult siin nimekirjas olijad.'],
  alreadyHere: [(name: string) => `${name} is on the list already.`, (name) => `${name} on juba nimekirjas.`],
  withPass: [(pass: string, left: number) => `${pass} · ${left} left`, (pass, left) => `${pass} · alles ${left}`],
  makeUpFor: [
    (className: string, day: string) => `Make-up class for ${className}, ${day}`,
    (className, day) => `Järeletegemine: ${className}, ${day}`,
  ],
  dropInFor: [(sum: string) => `Drop-in ${sum}`, (sum) => `Üksikpilet ${sum}`],
  sellPass: [(pass: string, sum: string) => `New pass: ${pass} ${sum}`, (pass, sum) => `Uus pääse: ${pass} ${sum}`],
  staysDue: ['Pays later', 'Maksab hiljem'],
  nobodyKnown: [
    'Nobody of this name. For somebody new type first name and surname.',
    'Sellist nime ei ole. Uue inimese jaoks kirjuta ees- ja perekonnanimi.',
  ],
  gone: ['No longer on the list', 'Ei ole enam nimekirjas'],
  comingIn: ['On the way to the list', 'Jõuavad nimekirja'],
  justLetIn: ['Let in just now', 'Äsja lisatud'],
  walkInUndone: ['Taken back.', 'Tagasi võetud.'],
  passStays: [
    'The pass that was sold stays: an admin cancels it on the person’s page.',
    'Müüdud pääse jääb alles: selle tühistab administraator inimese lehel.',
  ],
  cashBox: ['Cash box', 'Kassa'],
  takenNotSent: ['Taken, not sent yet', 'Võetud, veel saatmata'],
})

/** Refusals of a tap. */
export const refusals = messages({
  scheduleNotFound: [
    'This class is not on the schedule any more. Choose another class.',
    'Seda trenni ei ole enam tunniplaanis. Vali teine trenn.',
  ],
  registrationNotFound: [
    'This person no longer has a place here. Look at the list again.',
    'Sellel inimesel ei ole siin enam kohta. Vaata nimekiri uuesti üle.',
  ],
  entryCancelled: [
    'This class has been cancelled by the studio. Choose another class.',
    'Stuudio on selle trenni ära jätnud. Vali teine trenn.',
  ],
  unexpected: ['It could not be saved.', 'Seda ei õnnestunud salvestada.'],
  paymentNotFound: [
    'This payment is not there any more. Look at the list again.',
    'Seda makset enam ei ole. Vaata nimekiri uuesti üle.',
  ],
  alreadyPaid: [
    'This is marked as paid already. Was it paid twice? Then give it back.',
    'See on juba tasutuks märgitud. Kui raha anti kaks korda, anna see tagasi.',
  ],
  anotherSum: [
    ({ rest }: { rest: string }) => `By now ${euros(Number(rest), 'en')} are open. Look at the list again.`,
    ({ rest }) => `Nüüd on tasumata ${euros(Number(rest), 'et')}. Vaata nimekiri uuesti üle.`,
  ],
  paidRegistration: [
    'An admin has confirmed the payment for it: tell them, only an admin can take this back.',
    'Administraator on selle makse kinnitanud: anna talle teada, tagasi saab selle võtta ainult tema.',
  ],
  nameInvalid: ['Please enter first name and surname.', 'Palun sisesta ees- ja perekonnanimi.'],
  userNotFound: [
    'The studio does not know this person. Search for them again.',
    'Stuudio seda inimest ei tunne. Otsi inimest uuesti.',
  ],
  entryEnded: ['This class is over. Choose another class.', 'See trenn on läbi. Vali teine trenn.'],
  entryStarted: ['This class has begun. Choose another class.', 'See trenn on juba alanud. Vali teine trenn.'],
  saidAbsent: [
    "This person said that they can't come: press 'Comes after all'.",
    'See inimene andis teada, et ei saa tulla: vajuta „Tuleb siiski“.',
  ],
  includedAlready: [
    'This class is included in the category: just mark.',
    'See trenn kuulub gruppi: märgi lihtsalt kohalolek.',
  ],
  alreadyRegistered: [
    'Has a place here already: mark it in the list.',
    'On siia juba registreeritud: märgi nimekirjas.',
  ],
  classFull: [
    'The class is full. Raise its maximum, or choose another class.',
    'Trenn on täis. Suurenda kohtade arvu või vali teine trenn.',
  ],
  offerEnded: [
    'The class is full: this offer has ended. Raise the maximum, or choose another class.',
    'Trenn on täis: see pakkumine on lõppenud. Suurenda kohtade arvu või vali teine trenn.',
  ],
  membershipNotFound: [
    'This pass is not for sale any more. Choose another way to pay.',
    'Seda pääset enam ei müüda. Vali teine makseviis.',
  ],
  membershipPriceMissing: [
    'This pass has no price. Choose another way to pay.',
    'Sellel pääsmel ei ole hinda. Vali teine makseviis.',
  ],
  membershipEnded: ['This pass has ended. Choose another way to pay.', 'See pääse on lõppenud. Vali teine makseviis.'],
  membershipUsedUp: [
    'This pass is used up. Choose another way to pay.',
    'See pääse on ära kasutatud. Vali teine makseviis.',
  ],
  membershipFrozen: [
    'This pass is frozen on that day. Choose another way to pay.',
    'See pääse on sel päeval külmutatud. Vali teine makseviis.',
  ],
  membershipExpiresBefore: [
    'This pass ends before the class. Choose another way to pay.',
    'See pääse lõpeb enne trenni. Vali teine makseviis.',
  ],
  membershipCategory: [
    'This pass is not for this class. Choose another way to pay.',
    'See pääse ei kehti selles trennis. Vali teine makseviis.',
  ],
  makeUpNotFound: [
    'This make-up class is not there any more. Choose another way to pay.',
    'Seda järeletegemist enam ei ole. Vali teine makseviis.',
  ],
  makeUpUsed: [
    'This make-up class is used already. Choose another way to pay.',
    'See järeletegemine on juba kasutatud. Vali teine makseviis.',
  ],
  makeUpEnded: [
    'This make-up class is no longer valid. Choose another way to pay.',
    'See järeletegemine enam ei kehti. Vali teine makseviis.',
  ],
  makeUpCategory: [
    'This make-up class is for classes of another kind. Choose another way to pay.',
    'See järeletegemine on teist liiki trennide jaoks. Vali teine makseviis.',
  ],
  makeUpExpiresBefore: [
    'This make-up class ends before the class. Choose another way to pay.',
    'See järeletegemine lõpeb enne seda trenni. Vali teine makseviis.',
  ],
  tooManyOpenPayments: [
    'Too many payments are open. Take the money for one of them first.',
    'Liiga palju makseid on tasumata. Võta enne ühe eest raha vastu.',
  ],
  overduePayments: [
    'A payment is overdue. Take its money first.',
    'Üks makse on üle tähtaja. Võta enne selle eest raha vastu.',
  ],
  methodNotOffered: [
    'The studio does not offer this way to pay. Choose another one.',
    'Seda makseviisi stuudio ei paku. Vali teine makseviis.',
  ],
  codeInvalid: [
    'This is no code of a Stebby ticket. Look at it again.',
    'See ei ole Stebby pileti kood. Vaata see uuesti üle.',
  ],
  codeTaken: [
    'This Stebby code was taken for something else already. Ask for another ticket.',
    'See Stebby kood on juba millegi muu eest võetud. Küsi teine pilet.',
  ],
  discountInvalid: [
    'This code is not valid. Use another code, or none.',
    'See kood ei kehti. Kasuta teist koodi või jäta väli tühjaks.',
  ],
  discountOtherCourse: [
    'This code is for something else. Use another code, or none.',
    'See kood on millegi muu jaoks. Kasuta teist koodi või jäta väli tühjaks.',
  ],
})

/** The cash box, of each teacher. */
export const cashTexts = messages({
  title: ['Cash box', 'Kassa'],
  exportName: ['cash', 'sularaha'],
  exportHandOvers: ['hand-overs', 'üleandmised'],
  box: ['Box', 'Kelle käes'],
  forWhat: ['For', 'Mille eest'],
  sum: ['Sum', 'Summa'],
  takenAt: ['Taken', 'Võetud'],
  handedAt: ['Handed over', 'Üle antud'],
  settledAt: ['Settled', 'Arveldatud'],
  loadFailed: ['The cash boxes could not be loaded.', 'Kassat ei õnnestunud laadida.'],
  yours: ['In your box', 'Sinu käes'],
  empty: ['No cash since the last hand-over', 'Pärast viimast üleandmist pole sularaha laekunud'],
  adminsCash: [
    'Cash that an admin takes or confirms counts as received at once, and is in nobody’s box.',
    'Kui sularaha võtab vastu või kinnitab administraator, on see kohe laekunud ega ole kellegi kassas.',
  ],
  unsent: [(sum: string) => `${sum} not sent yet`, (sum) => `Veel saatmata ${sum}`],
  others: ['In the boxes of others', 'Teiste käes'],
  waiting: ['Handed over, to be counted', 'Üle antud, ootab ülelugemist'],
  past: ['Confirmed', 'Kinnitatud'],
  handOver: [(sum: string) => `Hand over ${sum}`, (sum) => `Anna üle ${sum}`],
  handOverFor: [(sum: string) => `Take over ${sum}`, (sum) => `Võta üle ${sum}`],
  handedOver: [(sum: string) => `${sum} handed over.`, (sum) => `Üle antud: ${sum}.`],
  undo: ['Undo', 'Võta tagasi'],
  backInBox: [(sum: string) => `${sum} is in the box again.`, (sum) => `${sum} on jälle kassas.`],
  undoCountTitle: ['Count it again?', 'Kas loed uuesti üle?'],
  undoCountQuestion: [
    (sum: string) =>
      `${sum} waits to be counted again. Until then its payments are only marked as paid by the teacher.`,
    (sum) => `${sum} ootab uuesti lugemist. Seni on selle maksed ainult treeneri tasutuks märgitud.`,
  ],
  undoCountReceipts: ['Their receipts are taken back.', 'Nende kviitungid võetakse tagasi.'],
  countUndone: ['It is to be counted again.', 'Sularaha ootab uuesti lugemist.'],
  waitsForAdmin: ['An admin counts it and confirms.', 'Administraator loeb üle ja kinnitab.'],
  count: ['Count', 'Loe üle'],
  countTitle: [(name: string) => `Cash of ${name}`, (name) => `Sularaha: ${name}`],
  countHint: [
    (sum: string) => `Handed over: ${sum}. Each payment is confirmed with its amount.`,
    (sum) => `Üle antud: ${sum}. Iga makse kinnitatakse oma summaga.`,
  ],
  cancelledBecomesCredit: [
    (sum: string) => `${sum} of a cancelled payment becomes the payer’s credit.`,
    (sum) => `${sum} tühistatud makse eest läheb maksja ettemaksuks.`,
  ],
  cancelledToReturn: [
    (sum: string) => `${sum} of a cancelled payment may have to be returned.`,
    (sum) => `${sum} tühistatud makse eest tuleb võib-olla tagastada.`,
  ],
  counted: ['Counted', 'Loetud'],
  difference: [(sum: string) => `Difference ${sum}`, (sum) => `Vahe ${sum}`],
  differences: ['Cash differences', 'Kassavahed'],
  boxOf: ['Cash box', 'Kassa'],
  countedOn: ['Counted on', 'Loetud'],
  reason: ['Reason', 'Põhjus'],
  confirm: ['Confirm', 'Kinnita'],
  confirmed: ['Cash confirmed.', 'Sularaha on kinnitatud.'],
  cancelled: ['Cancelled', 'Tühistatud'],
  givenBack: [(sum: string) => `I gave ${sum} back`, (sum) => `Andsin ${sum} tagasi`],
  givenBackTitle: ['Given back in cash?', 'Kas andsid sularaha tagasi?'],
  givenBackQuestion: [
    (sum: string, name: string, what: string) =>
      `${name} gets ${sum} back for ${what}, which was cancelled. It goes out of the box.`,
    (sum, name, what) => `${name} saab tagasi ${sum}: ${what}, makse on tühistatud. Raha läheb kassast välja.`,
  ],
  outOfBox: [(sum: string) => `${sum} went out of the box.`, (sum) => `${sum} läks kassast välja.`],
  notTaken: ['Not taken', 'Ei võtnud'],
  notTakenTitle: ['Not taken after all?', 'Kas raha ei võetudki?'],
  notTakenQuestion: [
    (sum: string, name: string, what: string) =>
      `${sum} of ${name} for ${what} goes out of the box, and the payment is due again.`,
    (sum, name, what) => `${sum} (${name}, ${what}) läheb kassast välja ja makse on jälle tasumata.`,
  ],
  gone: ['A deleted account', 'Kustutatud konto'],
})

export const cashRefusals = messages({
  invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
  unexpected: [
    'The cash box could not be changed. Please try again.',
    'Kassat ei õnnestunud muuta. Palun proovi uuesti.',
  ],
  notYourBox: [
    'This is the box of somebody else. Ask them, or an admin.',
    'See on kellegi teise kassa. Küsi temalt või administraatorilt.',
  ],
  boxChanged: [
    'The box has changed meanwhile. Look at the sum again.',
    'Kassa on vahepeal muutunud. Vaata summa uuesti üle.',
  ],
  giveBackFirst: [
    'A payment was cancelled: give its cash back first.',
    'Üks makse on tühistatud: tagasta enne selle raha.',
  ],
  handOverNotFound: [
    'This hand-over is not there any more. Look at the list again.',
    'Seda üleandmist enam ei ole. Vaata nimekiri uuesti üle.',
  ],
  countedAlready: [
    'An admin has counted it already. Ask them to undo that, under Confirmed.',
    'Administraator on selle juba üle lugenud. Küsi, kas ta võtab selle tagasi.',
  ],
  notCounted: ['Somebody has undone it already.', 'Keegi on selle juba tagasi võtnud.'],
  countedLongAgo: [
    'It was counted more than a day ago. Change a wrong payment itself, on the page of whoever paid.',
    'See loeti üle rohkem kui päev tagasi. Muuda vale makset ennast, maksja lehel.',
  ],
  builtOnCount: [
    'Something of it has changed since: a payment was cancelled or corrected, or its credit was spent. Undo that first, or correct the other payments by themselves.',
    'Midagi on sellest vahepeal muutunud: makse tühistati või parandati või kulutati ettemaksu. Võta enne see tagasi või paranda teisi makseid eraldi.',
  ],
  alreadyConfirmed: ['Somebody has confirmed it already.', 'Keegi on selle juba kinnitanud.'],
  countedNegative: ['Please enter what you counted.', 'Palun märgi, kui palju sa lugesid.'],
  reasonMissing: ['Please say why the sum is different.', 'Palun märgi, miks summa erineb.'],
  stillPaid: [
    'This payment stands: its cash is handed over. If it goes back, cancel the payment first.',
    'See makse kehtib: selle raha antakse üle. Kui raha läheb tagasi, tühista enne makse.',
  ],
})
