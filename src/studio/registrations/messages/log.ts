import { inBoth, messages, plural, within } from '#kernel/messages.ts'
import { misfitRefusals } from '#studio/memberships/messages/misfits.ts'
import { unpaidReasons } from '#studio/payments/messages/log.ts'
import { reasons, type Reason } from '#studio/payments/messages/reasons.ts'
import { absenceRefusals } from './absences.ts'
import { makeUpRefusals } from './makeUps.ts'

/** Refusals in the log, which staff read: other words for those that address the participant. */
const refusedFor = messages(
  {
    scheduleNotFound: ['the class is not there', 'trenni ei ole'],
    entryCancelled: ['the class is cancelled', 'trenn jääb ära'],
    entryStarted: ['the class has begun', 'trenn on alanud'],
    classFull: ['the class is full', 'trenn on täis'],
    offerEnded: ['the offer has ended', 'pakkumine on lõppenud'],
    alreadyRegistered: ['registered already', 'on juba registreerunud'],
    includedAlready: ['included by the membership category', 'kuulub gruppi'],
    saidAbsent: ["said that they can't come", 'andis teada, et ei saa tulla'],
    lateByNow: ['it is late by now', 'nüüd on juba hilja'],
    noMakeUpByNow: ['it is late by now: no make-up class is given', 'nüüd on juba hilja: järele teha ei saa'],
  },
  misfitRefusals,
  absenceRefusals,
  makeUpRefusals,
  unpaidReasons,
)
export type WhyNot = keyof typeof refusedFor.en

export const logLines = inBoth(
  messages({
    registered: [(name: string) => `Registered for ${name}.`, (name) => `Registreeriti: ${name}.`],
    notRegistered: [
      (why: WhyNot) => `Class registration refused: ${within(refusedFor.en[why])}.`,
      (why) => `Trenni ei saanud registreeruda: ${within(refusedFor.et[why])}.`,
    ],
    notCancelled: [
      (why: WhyNot) => `Class cancellation refused: ${within(refusedFor.en[why])}.`,
      (why) => `Registreeringut ei saanud tühistada: ${within(refusedFor.et[why])}.`,
    ],
    ended: [
      (reason: Reason) => `Registration ended: ${reasons.en[reason]}.`,
      (reason) => `Registreering lõppes: ${reasons.et[reason]}.`,
    ],
    lateForgiven: ['Late cancellation forgiven.', 'Hiline tühistamine anti andeks.'],
    placeAdded: [
      (name: string, places: number) => `A place was added to ${name} at the door: ${places}.`,
      (name, places) => `Uksel lisati koht, ${name}: ${places}.`,
    ],
    cantCome: [
      (name: string) => `Can't come to ${name}, in which they are included.`,
      (name) => `Ei saa tulla oma grupi trenni: ${name}.`,
    ],
    comesAfterAll: [(name: string) => `Comes to ${name} after all.`, (name) => `Tuleb siiski: ${name}.`],
    classCancelled: [
      (name: string, n: number) => `Class cancelled: ${name}, with ${n} ${plural(n, 'registration', 'registrations')}.`,
      (name, n) => `Trenn jäeti ära: ${name}, registreeringuid ${n}.`,
    ],
    cancelledOnClosedDays: [
      (n: number, days: string) => `${n} ${plural(n, 'class', 'classes')} on closed days cancelled: ${days}.`,
      (n, days) => `Suletud päevadel jäeti ära ${n} ${plural(n, 'trenn', 'trenni')}: ${days}.`,
    ],
  }),
)
