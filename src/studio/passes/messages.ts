import { messages, plural } from '#kernel/messages.ts'
import { refusals as membershipRefusals } from '#studio/memberships/messages.ts'

export const texts = messages({
  exportName: ['pass-book', 'pääsme-raamat'],
  book: ['Pass history', 'Pääsme ajalugu'],
  what: ['What', 'Mis'],
  why: ['Why', 'Miks'],
  who: ['By whom', 'Kes'],
  when: ['When', 'Millal'],
  change: ['Classes', 'Kordi'],
  remaining: ['Left', 'Alles'],
  validity: ['Valid until', 'Kehtib kuni'],
  back: ['Active memberships', 'Kehtivad pääsmed'],
  notFound: ['There is no such pass.', 'Sellist pääset ei ole.'],
  notYours: ['This pass is somebody else’s.', 'See pääse on kellegi teise oma.'],
  toDesk: ['Open it in Admin', 'Ava halduses'],
  toDashboard: ['Dashboard', 'Töölaud'],
  loadFailed: ['The book could not be loaded.', 'Arvestust ei õnnestunud laadida.'],
  validUntil: [(day: string) => `Valid until ${day}`, (day) => `Kehtib kuni ${day}`],
  expired: ['Expired', 'Aegunud'],
  cancelled: ['Cancelled', 'Tühistatud'],
  until: [(day: string) => `until ${day}`, (day) => `kuni ${day}`],
  classes: [
    (count: number) => `${count > 0 ? '+' : '−'}${Math.abs(count)} ${plural(Math.abs(count), 'class', 'classes')}`,
    (count) => `${count > 0 ? '+' : '−'}${Math.abs(count)} ${plural(Math.abs(count), 'kord', 'korda')}`,
  ],
  theStudio: ['The studio', 'Stuudio'],
  kinds: {
    opening: ['Carried over', 'Üle toodud'],
    bought: ['Bought', 'Ostetud'],
    used: ['Used', 'Kasutatud'],
    givenBack: ['Given back', 'Tagasi antud'],
    cancelledLate: ['Cancelled late, class used', 'Hilja tühistatud, kord kasutatud'],
    corrected: ['Corrected', 'Parandatud'],
    extended: ['Extended', 'Pikendatud'],
    frozen: ['Frozen', 'Külmutatud'],
    freezeEnded: ['Freeze ended', 'Külmutamine lõpetatud'],
    cancelled: ['Cancelled', 'Tühistatud'],
    activeAgain: ['Active again', 'Taas kehtiv'],
  },
  causes: {
    byOwner: ['place cancelled', 'koht tühistatud'],
    classCancelled: ['the class does not take place', 'trenn jääb ära'],
    removed: ['taken off the list', 'nimekirjast eemaldatud'],
    lateForgiven: ['late cancellation forgiven', 'hiline tühistamine andeks antud'],
    frozen: ['frozen on that day', 'sel päeval külmutatud'],
    afterEnd: ['after the new end', 'pärast uut lõppu'],
    accountDeleted: ['account deleted', 'konto kustutatud'],
  },
})

export const freezeTexts = messages({
  title: ['Freezes', 'Külmutamised'],
  exportName: ['freezes', 'külmutamised'],
  hint: [
    'Passes that can’t be used for a while. They are valid as many days longer.',
    'Pääsmed, mida mõnda aega ei saa kasutada. Need kehtivad sama võrra kauem.',
  ],
  none: [
    'No pass is frozen, and nobody has asked for a freeze.',
    'Ühtegi pääset ei ole külmutatud ja keegi pole seda soovinud.',
  ],
  toPasses: ['Active memberships', 'Kehtivad pääsmed'],
  noneHint: ['You freeze a pass on its page.', 'Pääsme saad külmutada selle lehel.'],
  freeze: ['Freeze', 'Külmuta'],
  ask: ['Ask for a freeze', 'Küsi külmutamist'],
  freezeOf: [(name: string) => `Freeze ${name}`, (name) => `Pääsme külmutamine: ${name}`],
  askHint: [
    'It can’t be used on these days, and is valid as many days longer. The studio decides.',
    'Neil päevadel ei saa pääset kasutada ja see kehtib sama võrra kauem. Otsustab stuudio.',
  ],
  freezeHint: [
    'It can’t be used on these days, and is valid as many days longer.',
    'Neil päevadel ei saa pääset kasutada ja see kehtib sama võrra kauem.',
  ],
  firstDay: ['From', 'Alates'],
  lastDay: ['To (the last day)', 'Kuni (viimane päev)'],
  reason: ['Reason', 'Põhjus'],
  newEnd: [
    (day: string, count: number) => `${count} ${plural(count, 'day', 'days')}. It is valid until ${day} then.`,
    (day, count) => `${count} ${plural(count, 'päev', 'päeva')}. Siis kehtib see kuni ${day}.`,
  ],
  givenBack: [
    (count: number) =>
      `${count} booked ${plural(count, 'class', 'classes')} on these days ${plural(count, 'is', 'are')} given back:`,
    (count) =>
      `${count} ${plural(count, 'registreering', 'registreeringut')} neil päevadel tühistatakse, ${plural(count, 'kord tuleb', 'korrad tulevad')} tagasi:`,
  ],
  afterEnd: [
    (count: number) =>
      `${count} booked ${plural(count, 'class', 'classes')} after the new end ${plural(count, 'is', 'are')} given back:`,
    (count) =>
      `${count} ${plural(count, 'registreering', 'registreeringut')} pärast uut lõppu tühistatakse, ${plural(count, 'kord tuleb', 'korrad tulevad')} tagasi:`,
  ],
  span: [(from: string, to: string) => `${from} – ${to}`, (from, to) => `${from} – ${to}`],
  asked: [(days: string) => `A freeze is asked for: ${days}`, (days) => `Soovid külmutamist: ${days}`],
  waiting: [
    (count: number) => `${count} ${plural(count, 'freeze is', 'freezes are')} asked for`,
    (count) => (count === 1 ? '1 pääsme külmutamine ootab otsust' : `${count} pääsme külmutamist ootab otsust`),
  ],
  askedBadge: ['Asked for', 'Ootab otsust'],
  refusedFor: [(days: string) => `Not frozen: ${days}`, (days) => `Ei külmutatud: ${days}`],
  frozenFor: [(days: string) => `Frozen: ${days}`, (days) => `Külmutatud: ${days}`],
  withdraw: ['Take back', 'Loobu soovist'],
  withdrawn: ['You no longer ask for a freeze.', 'Sa ei soovi enam külmutamist.'],
  approve: ['Approve', 'Kinnita'],
  approveTitle: [(name: string) => `Freeze ${name}?`, (name) => `Kas külmutad: ${name}?`],
  refuse: ['Refuse', 'Keeldu'],
  refuseTitle: [(name: string) => `Refuse to freeze ${name}`, (name) => `Külmutamisest keeldumine: ${name}`],
  refuseHint: ['Whoever asked gets these words in an e-mail.', 'Küsija saab need sõnad kirjaga.'],
  answer: ['Why', 'Miks'],
  answerOptional: ['A few words (optional)', 'Paar sõna (soovi korral)'],
  endFreeze: ['End freeze', 'Lõpeta külmutamine'],
  endTitle: ['End this freeze?', 'Kas lõpetad külmutamise?'],
  endQuestion: [
    (day: string) => `The pass can be used from today, and is valid until ${day}.`,
    (day) => `Pääset saab tänasest jälle kasutada ja see kehtib kuni ${day}.`,
  ],
  done: [(day: string) => `Frozen. It is valid until ${day} now.`, (day) => `Külmutatud. Nüüd kehtib see kuni ${day}.`],
  sent: ['The studio will decide and write to you.', 'Stuudio otsustab ja kirjutab sulle.'],
  refused: ['Refused, and told.', 'Keeldutud ja teatatud.'],
  ended: [
    (day: string) => `The freeze has ended. It is valid until ${day}.`,
    (day) => `Külmutamine on lõpetatud. Pääse kehtib kuni ${day}.`,
  ],
  notActive: ['Only a pass that is valid can be frozen.', 'Külmutada saab ainult kehtivat pääset.'],
  membership: ['Pass', 'Pääse'],
  days: ['Days', 'Päevad'],
  state: ['State', 'Olek'],
  classes: [
    (count: number) => `${count} ${plural(count, 'class', 'classes')} on these days`,
    (count) => `neil päevadel ${count} ${plural(count, 'trenn', 'trenni')}`,
  ],
})

export const refusals = messages(
  {
    freezeOpen: [
      'This pass is frozen already, or a freeze is asked for. Take that one back first.',
      'See pääse on juba külmutatud või ootab külmutamine otsust. Võta see enne tagasi.',
    ],
    freezeNotFound: ['This freeze is decided or over by now.', 'See külmutamine on juba otsustatud või läbi.'],
    freezeOver: [
      'All these days are past. Refuse it, and choose other days.',
      'Kõik need päevad on möödas. Keeldu ja vali teised päevad.',
    ],
    classesChanged: [
      'The booked classes have changed meanwhile. Please look again.',
      'Broneeritud trennid on vahepeal muutunud. Palun vaata uuesti.',
    ],
    fieldMissing: ['Please fill in this field.', 'Palun täida see väli.'],
    freezeInPast: ['A freeze can begin today at the earliest.', 'Külmutamine saab alata kõige varem täna.'],
    freezeAfterEnd: ['The pass has ended by then.', 'Selleks ajaks on pääse lõppenud.'],
    endDateBeforeStart: ['The last day can’t be before the first.', 'Viimane päev ei saa olla enne esimest.'],
    freezeTooLong: ['At most a year can be frozen.', 'Külmutada saab kuni aastaks.'],
    nameMisleading: ['Please use visible characters only.', 'Palun kasuta ainult nähtavaid märke.'],
    invalidFields: ['Please check all fields.', 'Palun kontrolli väljad üle.'],
  },
  membershipRefusals,
)
