import { messages } from '#kernel/messages.ts'

/** Texts of make-up classes: given for a missed included class, and used to pay for another one. */
export const makeUpTexts = messages({
  title: ['Make-up classes', 'Järeletegemise trennid'],
  one: ['Make-up class', 'Järeletegemine'],
  byMakeUp: ['your make-up class', 'järeletegemiseks'],
  forClass: [
    (className: string, day: string) => `For ${className}, ${day}`,
    (className, day) => `Trenni „${className}“ (${day}) eest`,
  ],
  validUntil: [(day: string) => `Valid until ${day}`, (day) => `Kehtib kuni ${day}`],
  lastDay: ['Last day', 'Viimane päev'],
  choose: ['Choose a class', 'Vali trenn'],
  hint: [
    'Register for a class of the same kind, and choose the make-up class as the way to pay.',
    'Registreeru sama liiki trenni ja vali maksmise asemel järeletegemine.',
  ],
  willGet: [
    (day: string) => `You get a make-up class for it: another class of the same kind, until ${day}.`,
    (day) => `Saad selle järele teha: kuni ${day} võid tulla mõnda teise sama liiki trenni.`,
  ],
  willGetOther: [
    (day: string) => `It gives a make-up class: another class of the same kind, until ${day}.`,
    (day) => `Selle saab järele teha mõnes teises sama liiki trennis kuni ${day}.`,
  ],
  willGetLater: [
    (day: string) =>
      `You get a make-up class, until ${day}: another class of the same kind, but not one of your group. No class for it is planned yet.`,
    (day) =>
      `Saad õiguse see trenn kuni ${day} järele teha. Sobivat trenni ei ole veel tunniplaanis: järele saad teha siis, kui lisandub mõni sama liiki trenn peale sinu grupi trennide.`,
  ],
  willGetOtherLater: [
    (day: string) =>
      `It gives a make-up class, until ${day}: another class of the same kind, but not one of the group. No class for it is planned yet.`,
    (day) =>
      `See annab õiguse trenn kuni ${day} järele teha. Sobivat trenni ei ole veel tunniplaanis: järele saab teha siis, kui lisandub mõni sama liiki trenn peale grupi trennide.`,
  ],
  noneYet: ['No class for it is planned yet.', 'Sobivat trenni ei ole veel tunniplaanis.'],
  onceThereIs: [
    'It can be used for another class of the same kind, but not for one of the group.',
    'Järele teha saab siis, kui lisandub mõni sama liiki trenn peale grupi trennide.',
  ],
  getsNone: ['It is late: it gives no make-up class.', 'On juba hilja: seda järele teha ei saa.'],
  lostBefore: [
    'It gives no make-up class: the one for this class was lost by cancelling late.',
    'Järele teha ei saa: selle trenni järeletegemise kord läks hilise tühistamisega kaotsi.',
  ],
  untilHours: [
    (hours: number) => `It gives one until ${hours} ${hours === 1 ? 'hour' : 'hours'} before the start.`,
    (hours) => `Järele teha saab, kui ütled ära hiljemalt ${hours} ${hours === 1 ? 'tund' : 'tundi'} enne algust.`,
  ],
  got: [
    (day: string) => `You have a make-up class until ${day}.`,
    (day) => `Sul on õigus see trenn kuni ${day} järele teha.`,
  ],
  back: ['Your make-up class is given back.', 'Järeletegemise kord tuleb sulle tagasi.'],
  backStaff: ['The make-up class is given back.', 'Järeletegemise kord läheb tagasi.'],
  lost: ['It is late: your make-up class is lost.', 'On juba hilja: järeletegemise kord läheb kaotsi.'],
  lostOf: ['It is late: the make-up class is lost.', 'On juba hilja: järeletegemise kord läheb kaotsi.'],
  lostStaff: ['Make-up class: lost', 'Järeletegemine: kaotatud'],
})

export const makeUpRefusals = messages({
  makeUpNotFound: ['This make-up class is not there any more.', 'Seda järeletegemist enam ei ole.'],
  makeUpUsed: ['This make-up class is used already.', 'See järeletegemine on juba kasutatud.'],
  makeUpEnded: ['This make-up class is no longer valid.', 'See järeletegemine enam ei kehti.'],
  makeUpCategory: ['It is for classes of another kind.', 'See on teist liiki trennide jaoks.'],
  makeUpExpiresBefore: ['It ends before the class.', 'See lõpeb enne seda trenni.'],
  noMakeUpByNow: [
    'It is late by now: no make-up class is given. Please look again.',
    'Nüüd on juba hilja: järele teha ei saa. Palun vaata uuesti.',
  ],
})
