import { messages } from '#kernel/messages.ts'
import type { Cents } from '#kernel/money.ts'
import { euros } from '#kernel/money.ts'

/** Texts about late cancellations, what they cost, and forgiving them. */
export const lateTexts = messages({
  cancelLate: ['Cancel (late)', 'Tühista (hilja)'],
  costsClass: [
    (membership: string) => `It is late: the class stays used on your membership ${membership}.`,
    (membership) => `On juba hilja: see kord jääb sinu pääsmel „${membership}“ kasutatuks.`,
  ],
  costsClassOf: [
    (membership: string) => `It is late: the class stays used on the membership ${membership}.`,
    (membership) => `On juba hilja: see kord jääb pääsmel „${membership}“ kasutatuks.`,
  ],
  costsDue: [
    (price: Cents) => `It is late: your drop-in payment of ${euros(price, 'en')} stays due.`,
    (price) => `On juba hilja: üksikpilet (${euros(price, 'et')}) tuleb ikka tasuda.`,
  ],
  costsPaid: [
    (price: Cents) => `It is late: your drop-in payment of ${euros(price, 'en')} is not paid back.`,
    (price) => `On juba hilja: üksikpileti raha (${euros(price, 'et')}) tagasi ei saa.`,
  ],
  costsPayer: [
    'It is late: whoever pays for this class pays for it all the same.',
    'On juba hilja: kes selle trenni eest maksab, maksab ikkagi.',
  ],
  until: [
    (hours: number) => `Cancelling costs nothing until ${hours} ${hours === 1 ? 'hour' : 'hours'} before the start.`,
    (hours) => `Tasuta saab tühistada kuni ${hours} ${hours === 1 ? 'tund' : 'tundi'} enne algust.`,
  ],
  freeUntil: [
    (moment: string) => `You can cancel without cost until ${moment}.`,
    (moment) => `Tasuta saab tühistada kuni ${moment}.`,
  ],
  bookedLate: [
    'The class is soon: if you cancel it, you pay for the place all the same.',
    'Trenn algab varsti: ka tühistades tuleb sul selle koha eest maksta.',
  ],
  forgivenIf: [
    'If somebody else takes your place, you get it back.',
    'Kui keegi teine sinu koha võtab, saad selle tagasi.',
  ],
  forgivenIfOf: [
    'If somebody else takes the place, it costs nothing.',
    'Kui keegi teine selle koha võtab, ei maksa see midagi.',
  ],
  cancelled: ['Registration cancelled late.', 'Registreering on tühistatud, kuid hilja.'],
  // for staff
  title: ['Cancelled late', 'Tühistasid hilja'],
  exportName: ['cancelled-late', 'hilja-tühistanud'],
  cancelledColumn: ['Cancelled at', 'Tühistas'],
  costColumn: ['What it costs', 'Mis see maksab'],
  cancelledAt: [(when: string) => `Cancelled ${when}`, (when) => `Tühistas ${when}`],
  stillUsed: [(membership: string) => `${membership}: stays used`, (membership) => `${membership}: jäi kasutatuks`],
  stillDue: [
    (price: Cents) => `${euros(price, 'en')} to pay all the same`,
    (price) => `${euros(price, 'et')} tuleb ikka tasuda`,
  ],
  forgive: ['Forgive', 'Anna andeks'],
  forgiveTitle: [(name: string) => `Forgive ${name}`, (name) => `Anna andeks: ${name}`],
  forgiveHint: [
    'The class goes back to the pass. What is due is cancelled, and what was paid becomes credit.',
    'Kord läheb pääsmele tagasi. Tasumata makse tühistatakse ja makstu läheb ettemaksuks.',
  ],
  forgiveWithoutCredit: [
    'The class goes back to the pass. What is due is cancelled, and what was paid may have to be returned.',
    'Kord läheb pääsmele tagasi. Tasumata makse tühistatakse, makstu tuleb võib-olla tagastada.',
  ],
  reason: ['Reason', 'Põhjus'],
  forgiven: ['Forgiven', 'Andeks antud'],
  forgivenToast: ['The late cancellation is forgiven.', 'Hiline tühistamine on andeks antud.'],
  forgivenByPlace: ['the place was taken again, or the class cancelled', 'koht võeti jälle või jäi trenn ära'],
})

export const lateRefusals = messages({
  invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
  lateByNow: [
    'It is late by now: cancelling costs you the place. Please look again.',
    'Nüüd on juba hilja: tühistades maksad koha eest ikkagi. Palun vaata uuesti.',
  ],
  lateNotFound: ['This late cancellation is not there any more.', 'Seda hilist tühistamist enam ei ole.'],
  forgivenAlready: ['This is forgiven already.', 'See on juba andeks antud.'],
  reasonMissing: ['Please say why, in at most 200 characters.', 'Palun kirjuta põhjus, kuni 200 tähemärki.'],
})
