import { messages } from '#kernel/messages.ts'
import { misfitRefusals } from '#studio/memberships/messages/misfits.ts'

/** 'You are 3rd' */
const ordinal = (n: number): string => {
  const ending = n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

/** Texts about waiting for a place, and offers. */
export const texts = messages({
  title: ['Waiting list', 'Ootejärjekord'],
  placeFree: ['A place is free', 'Vaba koht'],
  failed: ['The waiting list could not be loaded.', 'Ootejärjekorda ei õnnestunud laadida.'],
  placeFailed: ['This place could not be loaded.', 'Seda kohta ei õnnestunud laadida.'],
  join: ['Join waiting list', 'Liitu ootejärjekorraga'],
  joinAlso: [(name: string) => `Add ${name}`, (name) => `Lisa järjekorda: ${name}`],
  joinAnother: ['Add somebody else', 'Lisa järjekorda veel keegi'],
  joined: [(place: number) => `You are ${ordinal(place)}`, (place) => `Oled ${place}. järjekorras`],
  joinedOf: [
    (name: string, place: number) => `${name} is ${ordinal(place)}`,
    (name, place) => `${name}: ${place}. järjekorras`,
  ],
  /** After joining, for those who are told. */
  untilThen: [
    'We tell you when a place is free. Until then there is nothing to pay.',
    'Anname teada, kui koht vabaneb. Enne seda pole midagi maksta.',
  ],
  inLine: [(place: number) => `${ordinal(place)} in line`, (place) => `${place}. järjekorras`],
  leave: ['Leave waiting list', 'Lahku järjekorrast'],
  left: ['You left the waiting list.', 'Lahkusid ootejärjekorrast.'],
  leftOf: [(name: string) => `${name} left the waiting list.`, (name) => `${name} lahkus ootejärjekorrast.`],
  undo: ['Undo', 'Võta tagasi'],
  freeUntil: [
    (until: string) => `A place is free for you until ${until}`,
    (until) => `Sulle on vaba koht kuni ${until}`,
  ],
  freeUntilOf: [
    (name: string, until: string) => `A place is free for ${name} until ${until}`,
    (name, until) => `Koht on hoitud kuni ${until}: ${name}`,
  ],
  tomorrowAt: [(time: string) => `tomorrow ${time}`, (time) => `homme ${time}`],
  takeIt: ['Take it', 'Võta koht'],
  noThanks: ['No, thanks', 'Ei, aitäh'],
  declineTitle: [(name: string) => `Give up the place in ${name}?`, (name) => `Kas loobud pakutud kohast? ${name}`],
  declineQuestion: [
    'The place goes to the next who waits, and you are no longer on the waiting list.',
    'Koht läheb järgmisele ootajale ja sina enam järjekorras ei ole.',
  ],
  declineQuestionOf: [
    (name: string) => `The place goes to the next who waits, and ${name} is no longer on the waiting list.`,
    (name) => `Koht läheb järgmisele ootajale ja ${name} enam järjekorras ei ole.`,
  ],
  keep: ['Keep the place', 'Jäta koht alles'],
  declined: ['The place goes to the next who waits.', 'Koht läheb järgmisele ootajale.'],
  ended: ['This offer has ended.', 'See pakkumine on lõppenud.'],
  open: ['A place is free: first come, first served', 'Koht on vaba: kes ees, see mees'],
  takeForMe: ['Take it for me', 'Võta koht mulle ise'],
  takeFor: [(name: string) => `Take it for ${name}`, (name) => `Võta koht tema eest: ${name}`],
  takeForMeHint: [
    'When it is your turn, the place is taken at once with this pass. You can cancel it like any other place.',
    'Kui jõuab sinu kord, võetakse koht kohe selle pääsmega. Tühistada saad nagu ikka.',
  ],
  takeForHint: [
    (name: string) =>
      `When it is ${name}’s turn, the place is taken at once with this pass. You can cancel it like any other place.`,
    (name) => `Kui kord on käes (${name}), võetakse koht kohe selle pääsmega. Tühistada saad nagu ikka.`,
  ],
  takesForMe: [
    (pass: string) => `When free, taken for you with ${pass}`,
    (pass) => `Vabanenud koht võetakse sinu eest: ${pass}`,
  ],
  takesFor: [
    (name: string, pass: string) => `When free, taken for ${name} with ${pass}`,
    (name, pass) => `Vabanenud koht võetakse automaatselt (${name}): ${pass}`,
  ],
  withPass: ['With which pass', 'Millise pääsmega'],
  askMe: ['Ask me first', 'Küsi minult enne'],
  save: ['Save', 'Salvesta'],
  saved: ['Saved.', 'Salvestatud.'],
  skips: {
    clash: [
      'Your turn passed: you have another class at that time. You keep your place here.',
      'Sinu kord läks mööda: sul on samal ajal teine trenn. Sinu koht järjekorras jääb alles.',
    ],
    noPass: [
      'Your turn passed: the pass you chose can’t be used any more. Choose another, or be asked first.',
      'Sinu kord läks mööda: valitud pääset ei saa enam kasutada. Vali teine või lase enne küsida.',
    ],
    openPayments: [
      'Your turn passed: you have too many unpaid bookings. Pay one of them to be offered the next place.',
      'Sinu kord läks mööda: sul on liiga palju tasumata makseid. Tasu neist mõni, siis pakume järgmist kohta.',
    ],
    overduePayments: [
      'Your turn passed: a payment of yours is overdue. Pay it to be offered the next place.',
      'Sinu kord läks mööda: ühe makse tähtaeg on möödas. Tasu see, siis pakume järgmist kohta.',
    ],
    inactive: [
      'Your turn passed: the studio has deactivated you. Please write to the studio.',
      'Sinu kord läks mööda: stuudio on su kasutaja peatanud. Palun kirjuta stuudiole.',
    ],
  },
  skipsOf: {
    clash: [
      (name: string) => `${name}’s turn passed: there is another class at that time. ${name} keeps the place here.`,
      (name) => `Kord läks mööda (${name}): samal ajal on teine trenn. Koht järjekorras jääb alles.`,
    ],
    noPass: [
      (name: string) =>
        `${name}’s turn passed: the pass you chose can’t be used any more. Choose another, or be asked first.`,
      (name) => `Kord läks mööda (${name}): valitud pääset ei saa enam kasutada. Vali teine või lase enne küsida.`,
    ],
    openPayments: [
      (name: string) =>
        `${name}’s turn passed: there are too many unpaid bookings. Once one of them is paid, the next place is offered.`,
      (name) =>
        `Kord läks mööda (${name}): tasumata makseid on liiga palju. Kui mõni neist on tasutud, pakume järgmist kohta.`,
    ],
    overduePayments: [
      (name: string) => `${name}’s turn passed: a payment is overdue. Once it is paid, the next place is offered.`,
      (name) => `Kord läks mööda (${name}): ühe makse tähtaeg on möödas. Kui see on tasutud, pakume järgmist kohta.`,
    ],
    inactive: [
      (name: string) => `${name}’s turn passed: the studio has deactivated ${name}. Please write to the studio.`,
      (name) => `Kord läks mööda (${name}): stuudio on kasutaja peatanud. Palun kirjuta stuudiole.`,
    ],
  },
  // for staff
  nobody: ['Nobody waits.', 'Keegi ei oota.'],
  // one sentence with a link in the middle
  noneFree: ['No place is free.', 'Ühtegi vaba kohta ei ole.'],
  raise: ['Raise the maximum', 'Suurenda kohtade arvu'],
  orWait: [', or wait until somebody cancels.', ' või oota, kuni keegi loobub.'],
  exportName: ['waiting-list', 'ootejärjekord'],
  sinceColumn: ['Waits since', 'Ootab alates'],
  state: ['How it stands', 'Seis'],
  waits: [ordinal, (n: number) => `${n}.`],
  since: [(when: string) => `Since ${when}`, (when) => `Alates ${when}`],
  offeredUntil: [(until: string) => `Offered until ${until}`, (until) => `Pakutud kuni ${until}`],
  toldOpen: ['Told: first come, first served', 'Teada antud: kes ees, see mees'],
  takesItself: ['Wants it taken', 'Soovib, et koht võetaks'],
  skippedBecause: {
    clash: ['Passed over: another class at that time', 'Vahele jäetud: samal ajal teine trenn'],
    noPass: ['Passed over: the chosen pass does not fit', 'Vahele jäetud: valitud pääse ei sobi'],
    openPayments: ['Passed over: too many unpaid bookings', 'Vahele jäetud: liiga palju tasumata makseid'],
    overduePayments: ['Passed over: an overdue payment', 'Vahele jäetud: makse tähtaeg möödas'],
    inactive: ['Passed over: deactivated', 'Vahele jäetud: kasutaja on peatatud'],
  },
  offer: ['Offer', 'Paku'],
  offerTitle: [(name: string) => `Offer the place to ${name}?`, (name) => `Pakkuda kohta: ${name}?`],
  offerQuestion: [
    'They are told, and the place is held until they answer or the offer ends.',
    'Anname pakkumisest teada. Koht on kinni, kuni tuleb vastus või pakkumine lõpeb.',
  ],
  offered: ['The place is offered.', 'Koht on pakutud.'],
  remove: ['Remove', 'Eemalda'],
  removeTitle: [
    (name: string) => `Remove ${name} from the waiting list?`,
    (name) => `Eemaldada ootejärjekorrast: ${name}?`,
  ],
  removed: ['Removed from the waiting list.', 'Ootejärjekorrast eemaldatud.'],
})

/** All refusals of waiting/contract.ts. */
export const refusals = messages(
  {
    scheduleNotFound: ['Schedule not found', 'Seda trenni ei ole enam tunniplaanis.'],
    scheduleNotFoundHelps: ['Choose another class.', 'Vali teine trenn.'],
    entryCancelled: [
      'This class has been cancelled by the studio. Choose another class.',
      'Stuudio on selle trenni ära jätnud. Vali teine trenn.',
    ],
    entryStarted: [
      'This class has already started. Choose another class.',
      'See trenn on juba alanud. Vali teine trenn.',
    ],
    courseNotFound: [
      'This course is not offered any more. Choose another course.',
      'Seda kursust enam ei pakuta. Vali teine kursus.',
    ],
    courseDeadlinePassed: [
      'The registration deadline has passed. Ask the studio whether a place can still be had.',
      'Registreerumise tähtaeg on möödas. Küsi stuudiost, kas veel saab liituda.',
    ],
    notFull: ['There is a free place: you can register right away.', 'Vaba koht on olemas: saad kohe registreeruda.'],
    alreadyRegistered: ['There is a place already.', 'Koht on juba olemas.'],
    includedAlready: [
      'This class is included in the membership: there is a place without registering.',
      'See on grupi trenn: koht on olemas ka registreerumata.',
    ],
    comesInstead: [
      'There is a place in another class instead: cancel that first.',
      'Selle asemel on koht teises trennis: tühista enne see.',
    ],
    alreadyWaiting: ['Already on the waiting list.', 'Juba ootejärjekorras.'],
    notWaiting: ['There is nobody waiting here any more.', 'Siin enam keegi ei oota.'],
    offerEnded: ['This offer has ended.', 'See pakkumine on lõppenud.'],
    offerEndedHelps: [
      'Where it is full you can join the waiting list again.',
      'Kui kohti ei ole, saad uuesti ootejärjekorda minna.',
    ],
    noFreePlace: [
      'No place is free. Raise the maximum, or wait until somebody cancels.',
      'Ühtegi vaba kohta ei ole. Suurenda kohtade arvu või oota, kuni keegi loobub.',
    ],
    tooLateToOffer: [
      'It is too late to hold a place for anybody. Register the person instead.',
      'Kellelegi kohta hoida on juba hilja. Registreeri inimene ise.',
    ],
  },
  misfitRefusals,
)
