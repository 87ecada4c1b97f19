import { inBoth, messages, plural, within } from '#kernel/messages.ts'
import { texts as payments } from '#studio/payments/messages.ts'
import { unpaidReasons } from '#studio/payments/messages/log.ts'
import { reasons, type Reason } from '#studio/payments/messages/reasons.ts'
import type { PaymentStatus } from '#studio/payments/rules.ts'
import { refusals } from '../messages.ts'

/** Refusals reworded for the log; the originals address the person who buys or cancels. */
const refusedFor = messages(
  {
    membershipInUse: ['it has been used', 'seda on juba kasutatud'],
    noPaymentFound: ['there is no payment of it', 'makset ei leitud'],
    noDuePayment: ['its payment is not due any more', 'selle makse ei ole enam tasumata'],
  },
  refusals,
  unpaidReasons,
)
export type NotBought = 'membershipNotFound' | 'membershipPriceMissing' | keyof typeof unpaidReasons.en
type NotCancelled = 'paidByAnother' | 'membershipNotActive' | 'membershipInUse' | 'noPaymentFound' | 'noDuePayment'

const [en, et] = [payments.en.statuses, payments.et.statuses]

export const logLines = inBoth(
  messages({
    created: [(name: string) => `Membership created: ${name}.`, (name) => `Pääse loodi: ${name}.`],
    changed: [(name: string) => `Membership changed: ${name}.`, (name) => `Pääset muudeti: ${name}.`],
    archived: [(name: string) => `Membership archived: ${name}.`, (name) => `Pääse arhiveeriti: ${name}.`],
    activated: [(name: string) => `Membership activated: ${name}.`, (name) => `Pääse on taas müügis: ${name}.`],
    purchased: [(name: string) => `Membership purchased: ${name}.`, (name) => `Pääse osteti: ${name}.`],
    sold: [(name: string) => `Membership sold by staff: ${name}.`, (name) => `Töötaja müüs pääsme: ${name}.`],
    notBought: [
      (why: NotBought) => `Membership purchase refused: ${within(refusedFor.en[why])}.`,
      (why) => `Pääset ei saanud osta: ${within(refusedFor.et[why])}.`,
    ],
    cancelled: [(name: string) => `Membership cancelled: ${name}.`, (name) => `Pääse tühistati: ${name}.`],
    notCancelled: [
      (why: NotCancelled) => `Membership cancellation refused: ${within(refusedFor.en[why])}.`,
      (why) => `Pääset ei saanud tühistada: ${within(refusedFor.et[why])}.`,
    ],
    changedForUser: [
      (name: string) => `Membership of a user changed: ${name}.`,
      (name) => `Kasutaja pääset muudeti: ${name}.`,
    ],
    deletedForUser: [
      (name: string) => `Membership of a user deleted: ${name}.`,
      (name) => `Kasutaja pääse kustutati: ${name}.`,
    ],
    cancelledForUser: [
      (name: string) => `Membership of a user cancelled instead of deleted: ${name}.`,
      (name) => `Kasutaja pääse tühistati, kustutamise asemel: ${name}.`,
    ],
    moneyStays: [
      (status: PaymentStatus) => `A membership was cancelled (payment: ${en[status]}): money may have to be returned.`,
      (status) => `Tühistati pääse (makse: ${et[status]}): raha tuleb võib-olla tagastada.`,
    ],
    nothingDue: [
      'A membership is active again whose payment stays cancelled: nothing is due for it.',
      'Pääse kehtib taas, kuid selle makse jääb tühistatuks: maksta ei ole midagi.',
    ],
    ended: [
      (name: string, reason: Reason) => `Membership ended: ${name}, ${reasons.en[reason]}.`,
      (name, reason) => `Pääse lõppes: ${name}, ${reasons.et[reason]}.`,
    ],
    extended: [
      (days: number, name: string) =>
        `Membership extended by ${days} ${plural(days, 'day', 'days')}, the studio being closed: ${name}.`,
      (days, name) => `Pääset pikendati ${days} päeva võrra, sest stuudio on suletud: ${name}.`,
    ],
  }),
)
