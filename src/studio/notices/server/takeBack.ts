// Withdraws or rewrites waiting letters and pushes that are no longer true.
import { and, eq, inArray, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm'
import { on, type EventHandler } from '#server/events.ts'
import type { CommandContext } from '#server/procedures.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { lettersDue } from '../events.ts'
import type { NoticeText } from '../rules.ts'
import { pushes, told, waitingNotices } from '../tables.ts'
import { payloadOf } from './push.ts'
import type { Reader } from './readers.ts'
import type { LetterKind } from './tell.ts'

export type WaitingNotice = typeof waitingNotices.$inferSelect
type ToldOnce = Pick<typeof told.$inferSelect, 'accountId' | 'personId' | 'letter' | 'subject' | 'version'>

/** Condition: the same notice to the same reader. */
export const isSame = (table: typeof told | typeof waitingNotices | typeof pushes, one: ToldOnce): SQL | undefined =>
  and(
    eq(table.accountId, one.accountId),
    eq(table.personId, one.personId),
    eq(table.letter, one.letter),
    eq(table.subject, one.subject),
    eq(table.version, one.version),
  )

/** Condition: the row that records this notice as told. */
export const isTold = (one: ToldOnce): SQL | undefined => isSame(told, one)

/** Most rows in one statement. */
const ROWS_AT_ONCE = 200

/**
 * Deletes waiting letters and pushes, so that they may be told again; returns the letters, the oldest first. What was
 * written or shown stays recorded as told.
 */
async function takeBack(
  c: CommandContext,
  which: (table: typeof waitingNotices | typeof pushes) => SQL | undefined,
): Promise<WaitingNotice[]> {
  const letters = await c.tx.delete(waitingNotices).where(which(waitingNotices)).returning()
  const gone = await c.tx.delete(pushes).where(which(pushes)).returning()
  const unseen = gone.filter(({ attempts }) => attempts === 0)
  const untold: readonly ToldOnce[] = [...letters, ...unseen]
  for (let from = 0; from < untold.length; from += ROWS_AT_ONCE) {
    const some = untold.slice(from, from + ROWS_AT_ONCE).map(isTold)
    await c.tx.delete(told).where(and(isNull(told.mail), or(...some)))
  }
  return letters.toSorted((one, other) => one.id - other.id)
}

/** Withdraws the notices of an undone batch; returns the number of letters. */
export const withdraw = async (c: CommandContext, batch: string): Promise<number> =>
  (await takeBack(c, (table) => eq(table.batch, batch))).length

/** Withdraws notices about a deleted person. */
export async function forgetNotices(c: CommandContext, personId: string): Promise<void> {
  await takeBack(c, (table) => eq(table.personId, personId))
  await c.tx.delete(told).where(eq(told.personId, personId))
}

/** Withdraws from an account the notices about a person that it gets as a guardian; all except these kinds. */
export async function forgetNoticesTo(
  c: CommandContext,
  { accountId, personId }: { readonly accountId: string; readonly personId: string },
  not: readonly LetterKind[] = [],
): Promise<void> {
  const names = not.map(({ name }) => name)
  await takeBack(c, (table) =>
    and(eq(table.accountId, accountId), eq(table.personId, personId), notInArray(table.letter, names)),
  )
}

interface Which {
  readonly subjects: readonly string[]
  /** Only letters of these kinds. */
  readonly kinds?: readonly LetterKind[]
  /** All letters except these kinds. */
  readonly not?: readonly LetterKind[]
  /** Only notices about this person. */
  readonly personId?: string
  /** Only letters that stored their `parts`; those written by an earlier version have none and go out unchanged. */
  readonly withParts?: boolean
}

/** Withdraws waiting notices about subjects that no longer exist, or no longer concern the person. */
export function forgetWaiting(
  c: CommandContext,
  { subjects, kinds, not = [], personId, withParts = false }: Which,
): Promise<WaitingNotice[]> {
  const names = kinds?.map(({ name }) => name)
  const hasParts = withParts ? sql`jsonb_typeof(${waitingNotices.content} -> 'parts') = 'array'` : undefined
  return takeBack(c, (table) =>
    and(
      inArray(table.subject, [...subjects]),
      names && inArray(table.letter, names),
      notInArray(
        table.letter,
        not.map(({ name }) => name),
      ),
      personId === undefined ? undefined : eq(table.personId, personId),
      table === waitingNotices ? hasParts : undefined,
    ),
  )
}

export type SaidTo = Pick<Reader, 'accountId' | 'language' | 'of'>

interface Said {
  readonly kinds: readonly LetterKind[]
  /** Only notices about this person. */
  readonly personId?: string | undefined
  /** Only letters to this account. */
  readonly accountId?: string
}

/** Rewrites waiting letters: `anew` returns the new text, the same text if nothing changed, or null to withdraw it. */
export async function sayAnew(
  c: CommandContext,
  { kinds, personId, accountId }: Said,
  anew: (notice: WaitingNotice, reader: SaidTo) => NoticeText | null | Promise<NoticeText | null>,
): Promise<void> {
  const { id, letter } = waitingNotices
  const names = kinds.map(({ name }) => name)
  const found = await c.tx
    .select({ notice: waitingNotices, language: accounts.language })
    .from(waitingNotices)
    .innerJoin(accounts, eq(accounts.id, waitingNotices.accountId))
    .where(
      and(
        inArray(letter, names),
        personId === undefined ? undefined : eq(waitingNotices.personId, personId),
        accountId === undefined ? undefined : eq(waitingNotices.accountId, accountId),
      ),
    )
    .orderBy(id)
    .for('update', { of: waitingNotices })
  for (const { notice, language } of found) {
    const { of = null } = notice.content
    const text = await anew(notice, { accountId: notice.accountId, language, of })
    if (text === notice.content) continue
    if (text === null) {
      await takeBack(c, (table) => isSame(table, notice))
      continue
    }
    const content = { ...text, of }
    await c.tx.update(waitingNotices).set({ content }).where(eq(id, notice.id))
    const payload = payloadOf(notice, content)
    await c.tx.update(pushes).set({ payload }).where(isSame(pushes, notice))
  }
}

/**
 * For letters with sums: rewrites them when they go out, so that they are up to date. `wordsOf` returns the new text,
 * or null to withdraw the letter.
 */
export const saidWhenWritten = (
  kind: LetterKind,
  wordsOf: (c: CommandContext, notice: WaitingNotice) => Promise<((reader: SaidTo) => NoticeText) | null>,
): EventHandler =>
  on(lettersDue, async (c, { accountId, letters }) => {
    if (!letters.has(kind.name)) return
    await sayAnew(c, { kinds: [kind], accountId }, async (notice, reader) => {
      const words = await wordsOf(c, notice)
      return words && words(reader)
    })
  })
