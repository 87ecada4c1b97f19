// E-mails about passes: bought, and ending soon.
import { and, asc, eq, getTableColumns, gt, lt, lte, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { dayWithYear } from '#kernel/clock.ts'
import { DAY, MINUTE } from '#kernel/time.ts'
import { does, job, recurring } from '#server/jobs/jobs.ts'
import { people } from '#studio/accounts/tables.ts'
import { hasReaders, otherReadersOf, readersOf } from '#studio/notices/server/readers.ts'
import type { NoticeText } from '#studio/notices/rules.ts'
import { forgetWaiting, saidWhenWritten, type SaidTo } from '#studio/notices/server/takeBack.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import { told } from '#studio/notices/tables.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Payment } from '#studio/payments/rules.ts'
import { moneyOfEnded } from '#studio/payments/server/moneyOfEnded.ts'
import { soldTo } from '#studio/payments/server/howToPay.ts'
import { paymentColumns, paymentOf } from '#studio/payments/server/rows.ts'
import { payments } from '#studio/payments/tables.ts'
import { letters } from '../messages/letters.ts'
import { purchases } from '../tables.ts'

const bought = letterKind('memberships.bought', 'bookings')
const ends = letterKind('memberships.ends', 'reminders')
const cancelled = letterKind('memberships.cancelled', 'cancelled')

export const passBought = job<{ purchaseId: string }>('memberships.bought', ({ purchaseId }) => purchaseId)

/** To the pass's owner, and to its payer with how to pay; not sent if the pass was cancelled meanwhile. */
export const tellingOfPass = does(passBought, async (c, { purchaseId }) => {
  const letter = await boughtLetter(c, purchaseId)
  if (!letter || letter.boughtAt <= c.now - DAY) return
  await tell(c, bought, { subject: purchaseId, version: 1 }, letter.readers, letter.words)
})

export const boughtWhenWritten = saidWhenWritten(
  bought,
  async (c, { subject }) => (await boughtLetter(c, subject))?.words ?? null,
)

async function boughtLetter(c: CommandContext, purchaseId: string) {
  const [found] = await c.tx
    .select({ purchase: purchases, payment: paymentColumns, name: people.displayName })
    .from(purchases)
    .innerJoin(payments, eq(payments.id, purchases.paymentId))
    .innerJoin(people, eq(people.id, purchases.userId))
    .where(and(eq(purchases.id, purchaseId), eq(purchases.status, 'active')))
  if (!found) return null
  const { purchase, name } = found
  const { timeZone } = c.settings
  const person = { id: purchase.userId, displayName: name }
  const { readers, howToPay } = await soldTo(c, person, paymentOf(found.payment))
  const wordsTo = (reader: SaidTo): NoticeText => {
    const { language } = reader
    const words = letters[language]
    const pay = howToPay(reader)
    return {
      subject: words.bought.subject(purchase.membershipName),
      paragraphs: [words.bought.intro(purchase.membershipName), ...pay.paragraphs],
      facts: [
        { label: words.classes, value: String(purchase.classLimit) },
        { label: words.validUntil, value: dayWithYear(language, timeZone, purchase.validUntil, c.now) },
        ...pay.facts,
      ],
      transfer: pay.transfer,
      button: { label: words.see, path: '/classes' },
      push: { body: '', path: '/memberships' },
    }
  }
  return { readers, boughtAt: purchase.createdAt, words: wordsTo }
}

/** Cancels pending e-mails about a pass that no longer exists. */
export const forgetPass = (c: CommandContext, purchaseId: string) =>
  forgetWaiting(c, { subjects: [purchaseId], kinds: [bought, ends] })

/** Tells the owner that staff cancelled a pass; `payment` is its state before that. */
export async function tellOfCancelledPass(
  c: CommandContext,
  pass: typeof purchases.$inferSelect,
  payment: Payment | null,
): Promise<void> {
  await forgetPass(c, pass.id)
  // nobody needs to be told about an expired pass
  if (pass.status !== 'active' || pass.validUntil <= c.now) return
  const readers = await otherReadersOf(c, [pass.userId])
  // a payment that is not due stays: none of it becomes credit
  const money = payment && { status: payment.status, payerId: payment.payerId, received: 0, atDesk: 0 }
  await tell(c, cancelled, { subject: pass.id, version: c.now }, readers, (reader) => {
    const { cancelled: words, ends: ending } = letters[reader.language]
    return {
      subject: words.subject(pass.membershipName),
      paragraphs: [words.intro(pass.membershipName), ...moneyOfEnded(money, reader), words.mistake],
      button: { label: ending.buy, path: '/memberships' },
      push: { body: '', path: '/memberships' },
    }
  })
}

const later = alias(purchases, 'later')

/**
 * Reminds active owners whose pass ends within the set number of days, has classes left, and is not followed by another.
 */
export const remindOfEnd = recurring('memberships.remindOfEnd', 5 * MINUTE, async (c) => {
  const { membershipDays } = c.settings.sections.notices
  if (membershipDays === 0) return false
  const followed = c.tx
    .select({ id: later.id })
    .from(later)
    .where(
      and(eq(later.userId, purchases.userId), eq(later.status, 'active'), gt(later.validUntil, purchases.validUntil)),
    )
  const ending = await c.tx
    .select(getTableColumns(purchases))
    .from(purchases)
    .innerJoin(people, eq(people.id, purchases.userId))
    .where(
      and(
        eq(people.active, true),
        eq(purchases.status, 'active'),
        gt(purchases.validUntil, c.now),
        lte(purchases.validUntil, c.now + membershipDays * DAY),
        lt(purchases.classesUsed, purchases.classLimit),
        // leaves out passes shorter than this, which would be announced on their first day
        lt(purchases.validFrom, sql`${purchases.validUntil} - make_interval(days => ${membershipDays}::int)`),
        notExists(followed),
        // who can't be told would be found again each time, and keep others out
        hasReaders(purchases.userId),
        sql`not exists (select from ${told} where ${told.letter} = ${ends.name} and ${told.subject} = ${purchases.id}
          and ${told.version} = (extract(epoch from ${purchases.validUntil}) * 1000)::bigint)`,
      ),
    )
    .orderBy(asc(purchases.validUntil), asc(purchases.id))
    .limit(500)
  const readers = await readersOf(
    c.tx,
    ending.map(({ userId }) => userId),
  )
  const { timeZone } = c.settings
  for (const { id, userId, membershipName, classLimit, classesUsed, validUntil } of ending) {
    const about = { subject: id, version: validUntil, at: validUntil }
    const theirs = readers.filter(({ personId }) => personId === userId)
    await tell(c, ends, about, theirs, ({ language }) => {
      const { ends: words } = letters[language]
      return {
        subject: words.subject(membershipName, dayWithYear(language, timeZone, validUntil, c.now)),
        paragraphs: [words.intro(membershipName, classLimit - classesUsed)],
        button: { label: words.buy, path: '/memberships' },
        push: { body: '', path: '/memberships' },
      }
    })
  }
  return false
})
