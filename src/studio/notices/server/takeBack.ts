// What waits to be told and is not true any more is taken back or said anew, as a letter and as a push.
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

export type Waiting = typeof waitingNotices.$inferSelect
type ToldOnce = Pick<typeof told.$inferSelect, 'accountId' | 'personId' | 'letter' | 'subject' | 'version'>

/** The same thing told to the same reader. */
export const isSame = (table: typeof told | typeof waitingNotices | typeof pushes, one: ToldOnce): SQL | undefined =>
  and(
    eq(table.accountId, one.accountId),
    eq(table.personId, one.personId),
    eq(table.letter, one.letter),
    eq(table.subject, one.subject),
    eq(table.version, one.version),
  )

/** The row that says that it was told. */
export const isTold = (one: ToldOnce): SQL | undefined => isSame(told, one)

/** Rows in a statement. */
const ROWS_AT_ONCE = 200

/** Takes back what waits, and may be told anew; answers the letters, the first first. What was written or shown stays told. */
async function takeBack(
  c: CommandContext,
  which: (table: typeof waitingNotices | typeof pushes) => SQL | undefined,
): Promise<Waiting[]> {
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

/** Takes back what was to be told of something that is undone; answers how many letters that were. */
export const withdraw = async (c: CommandContext, batch: string): Promise<number> =>
  (await takeBack(c, (table) => eq(table.batch, batch))).length

/** Takes back what waits to be told of a person who is deleted. */
export async function forgetNotices(c: CommandContext, personId: string): Promise<void> {
  await takeBack(c, (table) => eq(table.personId, personId))
  await c.tx.delete(told).where(eq(told.personId, personId))
}

interface Which {
  readonly subjects: readonly string[]
  /** Letters of these kinds alone. */
  readonly kinds?: readonly LetterKind[]
  /** All but letters of these kinds. */
  readonly not?: readonly LetterKind[]
  /** What is about this person alone. */
  readonly personId?: string
  /** Only letters that say of what they tell: what an earlier version wrote is written as it is. */
  readonly withParts?: boolean
}

/** Takes back what waits to be told of subjects that are no more, or are nothing to a person any more. */
export function forgetWaiting(
  c: CommandContext,
  { subjects, kinds, not = [], personId, withParts = false }: Which,
): Promise<Waiting[]> {
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
  /** What is about this person alone. */
  readonly personId?: string | undefined
  /** What is written to this account alone. */
  readonly accountId?: string
}

/** Says what waits in other words: `anew` answers them, the same where nothing is new, or null for nothing at all. */
export async function sayAnew(
  c: CommandContext,
  { kinds, personId, accountId }: Said,
  anew: (notice: Waiting, reader: SaidTo) => NoticeText | null | Promise<NoticeText | null>,
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
 * For letters with sums: they say how things are when they are written, not when they were told. `wordsOf` answers what a
 * waiting one says by then, or null for nothing at all.
 */
export const saidWhenWritten = (
  kind: LetterKind,
  wordsOf: (c: CommandContext, notice: Waiting) => Promise<((reader: SaidTo) => NoticeText) | null>,
): EventHandler =>
  on(lettersDue, async (c, { accountId, letters }) => {
    if (!letters.has(kind.name)) return
    await sayAnew(c, { kinds: [kind], accountId }, async (notice, reader) => {
      const words = await wordsOf(c, notice)
      return words && words(reader)
    })
  })
