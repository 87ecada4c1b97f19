import { inBoth, messages, within } from '#kernel/messages.ts'
import { choiceRefusals } from '#studio/payments/messages.ts'
import { unpaidReasons } from '#studio/payments/messages/log.ts'
import { reasons, type Reason } from '#studio/payments/messages/reasons.ts'
import type { DiscountRefusal } from '../rules.ts'

/** Refusals reworded for the log, which staff read; the originals address the person who joins. */
const refusedFor = messages(
  {
    courseNotFound: ['the course is not there', 'kursust ei ole'],
    courseDeadlinePassed: ['the deadline is over', 'tähtaeg on möödas'],
    courseFull: ['the course is full', 'kursus on täis'],
    courseStarted: ['the course has begun', 'kursus on alanud'],
    offerEnded: ['the offer has ended', 'pakkumine on lõppenud'],
    alreadyInCourse: ['registered already', 'on juba registreerunud'],
    notInCourse: ['no such registration', 'registreeringut ei ole'],
  },
  unpaidReasons,
)
export type WhyNot = keyof typeof refusedFor.en

export const logLines = inBoth(
  messages({
    created: [(name: string) => `Course created: ${name}.`, (name) => `Kursus loodi: ${name}.`],
    changed: [(name: string) => `Course changed: ${name}.`, (name) => `Kursust muudeti: ${name}.`],
    archived: [(name: string) => `Course archived: ${name}.`, (name) => `Kursus arhiveeriti: ${name}.`],
    activated: [(name: string) => `Course activated: ${name}.`, (name) => `Kursus avati uuesti: ${name}.`],
    deleted: [(name: string) => `Course deleted: ${name}.`, (name) => `Kursus kustutati: ${name}.`],
    registered: [(name: string) => `Registered for ${name}.`, (name) => `Registreeriti: ${name}.`],
    notRegistered: [
      (why: WhyNot) => `Course registration refused: ${refusedFor.en[why]}.`,
      (why) => `Kursusele ei saanud registreeruda: ${refusedFor.et[why]}.`,
    ],
    left: [(name: string) => `Left ${name}.`, (name) => `Loobus kursusest: ${name}.`],
    notLeft: [
      (why: WhyNot) => `Course cancellation refused: ${refusedFor.en[why]}.`,
      (why) => `Kursusest ei saanud loobuda: ${refusedFor.et[why]}.`,
    ],
    registrationDeleted: [
      (name: string) => `Registration for ${name} deleted by staff.`,
      (name) => `Töötaja kustutas registreeringu: ${name}.`,
    ],
    registrationEnded: [
      (reason: Reason) => `Course registration ended: ${reasons.en[reason]}.`,
      (reason) => `Koht kursusel lõppes: ${reasons.et[reason]}.`,
    ],
    codeAdded: [(code: string) => `Discount code ${code} added.`, (code) => `Sooduskood lisati: ${code}.`],
    codeRemoved: [(code: string) => `Discount code ${code} removed.`, (code) => `Sooduskood eemaldati: ${code}.`],
    codeRefused: [
      (why: DiscountRefusal) => `Discount code refused: ${within(choiceRefusals.en[why])}.`,
      (why) => `Sooduskoodi ei saanud kasutada: ${within(choiceRefusals.et[why])}.`,
    ],
  }),
)
