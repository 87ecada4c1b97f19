import { messages } from '#kernel/messages.ts'

export const texts = messages({
  exportName: ['stand-ins', 'asendused'],
  classColumn: ['Class', 'Trenn'],
  startColumn: ['Starts', 'Algab'],
  endColumn: ['Ends', 'Lõpeb'],
  teacherColumn: ['Teacher', 'Treener'],
  offeredColumn: ['Who takes it over', 'Kes üle võtab'],
  stateColumn: ['How it stands', 'Seis'],
  states: {
    open: ['Looking for a stand-in', 'Otsitakse asendajat'],
    offered: ['Somebody would take it over', 'Keegi on valmis üle võtma'],
    taken: ['Taken over', 'Üle võetud'],
    withdrawn: ['The teacher takes it after all', 'Treener saab siiski'],
    replaced: ['The studio chose somebody else', 'Stuudio määras kellegi teise'],
    cancelled: ['The class is cancelled', 'Trenn on ära jäetud'],
    begun: ['It began before anybody had taken it over', 'Algas enne, kui keegi üle võttis'],
  },
  cant: ["I can't take this class", 'Ma ei saa seda trenni anda'],
  askTitle: ["You can't take this class?", 'Sa ei saa seda trenni anda?'],
  askQuestion: [
    (className: string, when: string) =>
      `The other teachers and the admins are told that ${className} (${when}) needs somebody. It stays yours until somebody takes it over.`,
    (className, when) =>
      `Teised treenerid ja administraatorid saavad teada, et trennile ${className} (${when}) otsitakse asendajat. Kuni keegi selle üle võtab, jääb trenn sinu anda.`,
  ],
  askConfirm: ['Ask the others', 'Küsi teistelt'],
  keep: ['Keep the class', 'Jätan endale'],
  asked: [
    (told: number) => `${told} ${told === 1 ? 'person is' : 'people are'} asked.`,
    (told) => (told === 1 ? 'Küsisime ühelt inimeselt.' : `Küsisime ${told} inimeselt.`),
  ],
  takeOver: ['Take it over', 'Võta üle'],
  tookOver: ['The class is yours now. All concerned are told.', 'Trenn on nüüd sinu. Kõik asjaosalised saavad teada.'],
  offered: [
    'Thank you! It is yours once an admin approves.',
    'Aitäh! Trenn on sinu, kui administraator on kinnitanud.',
  ],
  clash: [
    (title: string, when: string) => `You teach then: ${title}, ${when}.`,
    (title, when) => `Sul on siis oma trenn: ${title}, ${when}.`,
  ],
  clashTitle: ['Take it over all the same?', 'Võtad ikka üle?'],
  withdraw: ['I can take it after all', 'Saan siiski ise anda'],
  withdrawForThem: ['No stand-in is needed any more', 'Asendajat pole enam vaja'],
  withdrawn: ['The class stays with its teacher.', 'Trenn jääb oma treenerile.'],
  takeBack: ["I can't after all", 'Ma ei saa siiski'],
  takenBack: ['Somebody else is looked for.', 'Otsime kedagi teist.'],
  approve: ['Approve', 'Kinnita'],
  approved: [
    (told: number) => (told === 0 ? 'Approved.' : `Approved. ${told} ${told === 1 ? 'person is' : 'people are'} told.`),
    (told) =>
      told === 0 ? 'Kinnitatud.' : `Kinnitatud. Teada saab ${told === 1 ? 'üks inimene' : `${told} inimest`}.`,
  ],
  refuse: ['Refuse', 'Keeldu'],
  refused: ['Refused. Somebody else is looked for.', 'Keeldutud. Otsime kedagi teist.'],
  wantedTitle: ['Classes that need a teacher', 'Trennid, mis vajavad treenerit'],
  // texts of the states
  mine: {
    open: [
      "You can't take this class. Nobody takes it over yet: until then it is yours.",
      'Sa ei saa seda trenni anda. Keegi ei ole seda veel üle võtnud: seni jääb see sinu anda.',
    ],
    offered: [
      (name: string) => `${name} takes it over from you once an admin approves.`,
      (name) => `${name} võtab selle sinult üle, kui administraator on kinnitanud.`,
    ],
  },
  open: [
    (teacher: string) => `${teacher} can't take this class. Nobody takes it over yet.`,
    (teacher) => `${teacher} ei saa seda trenni anda. Keegi ei ole seda veel üle võtnud.`,
  ],
  youOffered: [
    (teacher: string) => `You take it over from ${teacher} once an admin approves.`,
    (teacher) => `Võtad selle üle (treener ${teacher}), kui administraator on kinnitanud.`,
  ],
  offeredBy: [
    (name: string, teacher: string) => `${name} takes it over from ${teacher} once an admin approves.`,
    (name, teacher) => `${name} võtab selle üle (treener ${teacher}), kui administraator on kinnitanud.`,
  ],
  taken: [
    (name: string, teacher: string) => `${name} takes it over from ${teacher}.`,
    (name, teacher) => `${name} võtab selle üle (treener oli ${teacher}).`,
  ],
  stays: [(teacher: string) => `${teacher} takes it after all.`, (teacher) => `${teacher} annab selle siiski ise.`],
  replaced: [
    (teacher: string) => `The studio chose somebody else in place of ${teacher}.`,
    (teacher) => `Stuudio pani treeneri ${teacher} asemele kellegi teise.`,
  ],
  cancelled: [
    (teacher: string) => `${teacher} could not take it. The class is cancelled.`,
    (teacher) => `${teacher} ei saanud seda anda. Trenn jääb ära.`,
  ],
  begun: [
    (teacher: string) => `${teacher} could not take it, and nobody took it over before it began.`,
    (teacher) => `${teacher} ei saanud seda anda ja keegi ei võtnud seda enne algust üle.`,
  ],
  fell: {
    refused: [
      (name: string) => `The studio decided against ${name}.`,
      (name) => `Stuudio otsusel ei tule asendama ${name}.`,
    ],
    takenBack: [(name: string) => `${name} can't after all.`, (name) => `${name} ei saa siiski.`],
    moved: [
      (name: string) => `The class has another time since ${name} offered: ${name} has to offer again.`,
      (name) => `Trenni aeg on muutunud pärast seda, kui ${name} end pakkus: ${name} peab end uuesti pakkuma.`,
    ],
  },
  yoursMoved: [
    'The class has another time since you offered: please offer again.',
    'Trenni aeg on muutunud pärast seda, kui end pakkusid: palun paku end uuesti.',
  ],
})

/** All refusals of standIns/contract.ts. */
export const refusals = messages({
  scheduleNotFound: ['Schedule not found', 'Seda trenni ei ole enam tunniplaanis.'],
  scheduleNotFoundHelps: ['Look at the schedule again.', 'Vaata tunniplaani uuesti.'],
  entryCancelled: ['This class has been cancelled by the studio.', 'Stuudio on selle trenni ära jätnud.'],
  entryStarted: ['This class has already started.', 'See trenn on juba alanud.'],
  notTaughtByYou: ['This class is not yours any more.', 'See trenn ei ole enam sinu.'],
  askedAlready: ['The others are asked already.', 'Teistelt on juba küsitud.'],
  standInOver: [
    'This is settled already: nobody is looked for any more.',
    'See on juba lahendatud: kedagi enam ei otsita.',
  ],
  taughtByYou: ['You teach this class already.', 'Annad seda trenni juba ise.'],
  offeredByAnother: [
    'Somebody else was faster: an admin decides about their offer first.',
    'Keegi teine jõudis ette: administraator otsustab enne tema pakkumise üle.',
  ],
  offerGone: ['This offer does not stand any more.', 'See pakkumine enam ei kehti.'],
  teachesNoMore: [
    'Whoever offered does not teach here any more. Refuse it, and somebody else can take it over.',
    'Pakkuja ei ole enam siin treener. Keeldu, siis saab keegi teine selle üle võtta.',
  ],
  taughtAlready: [
    'Whoever offered teaches this class already. Refuse it, and somebody else can take it over.',
    'Pakkuja annab seda trenni juba. Keeldu, siis saab keegi teine selle üle võtta.',
  ],
})
