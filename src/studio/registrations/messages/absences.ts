import { messages } from '#kernel/messages.ts'

/** Texts for included people who can't come, or come after all. */
export const absenceTexts = messages({
  cantCome: ["I can't come", 'Ma ei saa tulla'],
  cantComeOf: [(name: string) => `${name} can't come`, (name) => `${name} ei saa tulla`],
  somebodyCant: ["Somebody can't come", 'Teata puudumisest'],
  afterAll: ['I can come after all', 'Saan siiski tulla'],
  afterAllOf: [(name: string) => `${name} can come after all`, (name) => `${name} saab siiski tulla`],
  somebodyAfterAll: ['Somebody can come after all', 'Keegi saab siiski tulla'],
  away: ["Can't come", 'Ei saa tulla'],
  awayWho: [(names: string) => `Can't come: ${names}`, (names) => `Ei saa tulla: ${names}`],
  includedWho: [(names: string) => `Included: ${names}`, (names) => `Kuulub gruppi: ${names}`],
  question: [
    (className: string, when: string) => `${className}, ${when}: your place becomes free for somebody else.`,
    (className, when) => `${className}, ${when}: sinu koht vabaneb kellelegi teisele.`,
  ],
  questionOf: [
    (className: string, when: string) => `${className}, ${when}: the place becomes free for somebody else.`,
    (className, when) => `${className}, ${when}: koht vabaneb kellelegi teisele.`,
  ],
  backHint: [
    "You can undo this with 'I can come after all' while a place is free.",
    'Kui koht on veel vaba, saad siiski tulla: vajuta „Saan siiski tulla“.',
  ],
  backHintOf: ['This can be taken back while a place is free.', 'Seda saab tagasi võtta, kuni mõni koht on vaba.'],
  instead: [
    (className: string, day: string) => `You come to ${className}, ${day}, instead: cancel that place first.`,
    (className, day) => `Selle asemel on sul koht trennis „${className}“ (${day}): tühista enne see koht.`,
  ],
  exportName: ['cannot-come', 'ei-saa-tulla'],
  saidColumn: ['Told us on', 'Andis teada'],
  saving: ['Saving...', 'Salvestan...'],
  failed: ['This could not be saved.', 'Salvestamine ei õnnestunud.'],
  freed: ['Thank you! Your place is free for somebody else now.', 'Aitäh! Sinu koht on nüüd vaba.'],
  freedOf: ['Thank you! The place is free for somebody else now.', 'Aitäh! Koht on nüüd vaba.'],
  isBack: ['You have your place again.', 'Sinu koht on jälle olemas.'],
  isBackOf: ['The place is taken again.', 'Koht on jälle olemas.'],
  mine: ["Classes you can't come to", 'Teatatud puudumised'],
  // page behind the link in a reminder
  youAreIncluded: ['This class is included in your membership.', 'See on sinu grupi trenn.'],
  youAreAway: ["You said that you can't come.", 'Andsid teada, et ei saa tulla.'],
  // for staff
  staffTitle: ["Can't come", 'Ei saa tulla'],
  saidAt: [(when: string) => `Said so ${when}`, (when) => `Andis teada ${when}`],
  comes: ['Comes after all', 'Tuleb siiski'],
  confirmAway: ["Can't come", 'Ei saa tulla'],
})

export const absenceRefusals = messages({
  saidAbsent: [
    "You said that you can't come to this class: press 'I can come after all' there.",
    'Andsid teada, et sa ei saa sellesse trenni tulla: vajuta seal „Saan siiski tulla“.',
  ],
  saidAlready: ['This was said already.', 'Sellest on juba teada antud.'],
  notIncluded: ['Only whoever is included in a class can say this.', 'Seda saab öelda ainult grupi liige.'],
  comesInstead: [
    'They come to another class instead: that place is to be cancelled first.',
    'Selle asemel on koht teises trennis: see tuleb enne tühistada.',
  ],
  notAbsent: ['Nobody said anything else by now.', 'Puudumisest ei ole teada antud.'],
})

/** Refusals of coming after all when the place is gone. */
export const backFailures = messages({
  classFull: [
    'Your place is somebody else’s by now, or offered to them. The class itself shows what you can do.',
    'Sinu koht on vahepeal antud või pakutud teisele. Trenni juures näed, mida saad teha.',
  ],
})
