import { inBoth, messages, plural, within } from '#kernel/messages.ts'
import { euros, type Cents } from '#kernel/money.ts'
import { refusals, texts } from '../messages.ts'
import type { PaymentStatus } from '../rules.ts'
import { reasons, type Reason } from './reasons.ts'

/** Why nobody may book or buy before paying; other concepts use it in the log too. */
export const unpaidReasons = messages({
  tooManyOpenPayments: ['too many open payments', 'liiga palju tasumata makseid'],
  overduePayments: ['overdue payments', 'tähtaja ületanud maksed'],
})

/** Texts for the log, since the refusals address the payer. */
const whyNotMarked = messages(
  { paymentIsCash: ['it is paid in cash, at the studio', 'selle eest makstakse kohapeal sularahas'] },
  refusals,
)

const [en, et] = [texts.en.statuses, texts.et.statuses]

export const logLines = inBoth(
  messages({
    created: [(what: string) => `Payment created for ${what}.`, (what) => `Makse loodi: ${what}.`],
    moved: [
      (from: PaymentStatus, to: PaymentStatus, reason: Reason) =>
        `Payment: ${en[from]} → ${en[to]}: ${reasons.en[reason]}.`,
      (from, to, reason) => `Makse: ${et[from]} → ${et[to]} (${reasons.et[reason]}).`,
    ],
    cancelled: [
      (before: PaymentStatus) => `A payment was cancelled (before: ${en[before]}): money may have to be returned.`,
      (before) => `Tühistati makse (enne: ${et[before]}): raha tuleb võib-olla tagastada.`,
    ],
    endedWithUser: [
      (status: PaymentStatus) =>
        `What a deleted user had paid for has ended (payment: ${en[status]}): money may have to be returned.`,
      (status) =>
        `Lõppes see, mille eest kustutatud kasutaja oli tasunud (makse: ${et[status]}): raha tuleb võib-olla tagastada.`,
    ],
    cashOfCancelled: [
      'Cash of a cancelled payment was handed over: it may have to be returned.',
      'Tühistatud makse sularaha on üle antud: see tuleb võib-olla tagastada.',
    ],
    notMarked: [
      (why: 'paymentIsCash' | 'paymentNotDue') => `Marking as paid refused: ${within(whyNotMarked.en[why])}.`,
      (why) => `Tasutuks ei saanud märkida: ${within(whyNotMarked.et[why])}.`,
    ],
    creditChanged: [
      (cents: Cents) => `Credit changed by ${euros(cents, 'en')}.`,
      (cents) => `Ettemaks muutus: ${euros(cents, 'et')}.`,
    ],
    notPaidBack: [
      (cents: Cents) => `Credit was not paid back after all: ${euros(cents, 'en')}.`,
      (cents) => `Ettemaksu siiski ei tagastatud: ${euros(cents, 'et')}.`,
    ],
    owedByAccount: ['What a person owed is paid by an account now.', 'Inimese võla tasub nüüd konto.'],
    referenceAdded: [
      (reference: string) => `Reference number ${reference} added to a payer.`,
      (reference) => `Maksjale lisati viitenumber ${reference}.`,
    ],
    reminded: [
      (n: number) => `${n} ${plural(n, 'payer', 'payers')} reminded of what they owe.`,
      (n) => `Võlga tuletati meelde, maksjaid ${n}.`,
    ],
    remindersTakenBack: [
      (n: number) => `${n} ${plural(n, 'reminder', 'reminders')} taken back.`,
      (n) => `Meeldetuletusi võeti tagasi ${n}.`,
    ],
  }),
)
