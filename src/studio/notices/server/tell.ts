// How people are told what happened: a concept declares its letter with `letterKind`, and calls `tell`. Only what
// somebody has just asked for at their address, such as a link, is sent by `c.mail`.
import { and, desc, eq, inArray, min } from 'drizzle-orm'
import { MINUTE, type Instant } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import type { Tx } from '#server/db/database.ts'
import { job } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { FIRST_WAY, tellAt, writeAt, type NoticeKind, type NoticeText, type NoticeWay } from '../rules.ts'
import { chosenWays, pushSubscriptions, told, waitingNotices } from '../tables.ts'
import { mailOf } from './mail.ts'
import { pushTo } from './push.ts'
import type { Reader } from './readers.ts'
import { unsubscribing } from './unsubscribe.ts'

/** A kind of letter that the studio writes. */
export interface LetterKind {
  readonly name: string
  /** The choice on the account page that it belongs to. */
  readonly choice: NoticeKind
  /** Goes at any hour and alone: the person asked for it, or it is urgent. */
  readonly atOnce: boolean
}

export const letterKind = (name: string, choice: NoticeKind, { atOnce = false } = {}): LetterKind => ({
  name,
  choice,
  atOnce,
})

/** What is told about: told once for each reader, person and version, however often `tell` is called. */
export interface About {
  readonly subject: string
  readonly version: number
  /** When that happens: if it is near, it is told at any hour; if it is past, not at all. */
  readonly at?: Instant
  /** When the notice becomes useless; defaults to `at`. Set it for notices about several things. */
  readonly until?: Instant
  /** Batch that can be undone: the notice waits two minutes, and `withdraw` takes it back. */
  readonly batch?: string | undefined
}

/** Job that writes the waiting letters of an account. */
export const writeLetters = job<{ accountId: string }>('notices.write', ({ accountId }) => accountId)

/**
 * Tells readers about something, each in the way they chose. A letter goes with the commit, or waits for the morning
 * and for others to the same account: see docs/decisions/letters.md. Returns how many readers had not been told before.
 */
export async function tell(
  c: CommandContext,
  kind: LetterKind,
  about: About,
  readers: readonly Reader[],
  words: (reader: Reader) => NoticeText,
): Promise<number> {
  const { at, batch, subject, version } = about
  if (readers.length === 0 || (at !== undefined && at <= c.now)) return 0
  const letter = kind.name
  const keys = readers.map(({ accountId, personId }) => ({ accountId, personId, letter, subject, version, at: c.now }))
  const [fresh, ways] = await Promise.all([
    c.tx
      .insert(told)
      .values(keys)
      .onConflictDoNothing()
      .returning({ accountId: told.accountId, personId: told.personId }),
    waysOf(c, kind.choice, readers),
  ])
  const isFresh = (reader: Reader) =>
    fresh.some((one) => one.accountId === reader.accountId && one.personId === reader.personId)
  const notices = readers.filter(isFresh).map((reader) => ({ reader, text: words(reader) }))
  const wayOf = (reader: Reader): NoticeWay => ways.get(reader.accountId) ?? FIRST_WAY
  const byPush = notices.filter(({ reader }) => ['push', 'emailAndPush'].includes(wayOf(reader)))
  const shown = await withBrowser(c.tx, byPush)
  const isByEmail = ({ reader }: Notices[number]) => {
    const way = wayOf(reader)
    // e-mail replaces pushes for an account without a browser that takes them
    return way === 'email' || way === 'emailAndPush' || (way === 'push' && !shown.has(reader.accountId))
  }
  await write(c, kind, about, notices.filter(isByEmail))
  const from = batch === undefined ? c.now : c.now + UNDO_WITHIN
  const byPushAlone = byPush.filter((one) => !isByEmail(one))
  await pushTo(c, { kind, subject, version, at, batch, from }, byPush)
  await keepInstead(c, kind, about, byPushAlone, kind.atOnce ? from : tellAt(from, at ?? Infinity, c.settings.timeZone))
  return notices.length
}

/** Ids of the accounts that have a browser that takes pushes. */
async function withBrowser(tx: Tx, notices: Notices): Promise<ReadonlySet<string>> {
  if (notices.length === 0) return new Set()
  const ids = notices.map(({ reader }) => reader.accountId)
  const found = await tx
    .selectDistinct({ accountId: pushSubscriptions.accountId })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.accountId, ids))
  return new Set(found.map(({ accountId }) => accountId))
}

/** How long a push may take to arrive before a letter is sent instead (ms). */
const PUSH_WITHIN = 15 * MINUTE

/**
 * Queues a fallback letter for a push-only notice, as the browser may not take pushes any more; deleted when the push
 * arrives.
 */
const keepInstead = (c: CommandContext, kind: LetterKind, about: About, notices: Notices, shownAt: Instant) => {
  const at = shownAt + PUSH_WITHIN
  return keep(c, kind, about, notices, { at, alone: false, notBefore: at })
}

async function waysOf(c: CommandContext, kind: NoticeKind, readers: readonly Reader[]) {
  const ids = readers.map(({ accountId }) => accountId)
  const found = await c.tx
    .select()
    .from(chosenWays)
    .where(and(inArray(chosenWays.accountId, ids), eq(chosenWays.kind, kind)))
  return new Map(found.map(({ accountId, way }) => [accountId, way]))
}

/** What was last told about a subject. */
export async function lastTold(tx: Tx, kind: LetterKind, subject: string) {
  const [last] = await tx
    .select({ version: told.version, at: told.at })
    .from(told)
    .where(and(eq(told.letter, kind.name), eq(told.subject, subject)))
    .orderBy(desc(told.version))
    .limit(1)
  return last ?? null
}

type Notices = readonly { readonly reader: Reader; readonly text: NoticeText }[]

async function write(c: CommandContext, kind: LetterKind, about: About, notices: Notices): Promise<void> {
  if (notices.length === 0) return
  const { at, batch } = about
  const undoable = batch !== undefined
  const when = writeAt(c.now, c.settings.timeZone, { atOnce: kind.atOnce, ...(at && { at }), undoable })
  if (when.alone && !undoable) {
    const unsubscribe = await unsubscribing(c.tx, c.settings)
    for (const { reader, text } of notices) {
      c.mail(mailOf(c, reader, [{ ...text, of: reader.of }], unsubscribe(reader.accountId, [kind.choice])))
    }
    return
  }
  c.countLetters(notices.length)
  await keep(c, kind, about, notices, { ...when, notBefore: undoable ? c.now + UNDO_WITHIN : c.now })
}

interface When {
  readonly at: Instant
  readonly alone: boolean
  readonly notBefore: Instant
}

/** Queues notices to be written later. */
async function keep(
  c: CommandContext,
  kind: LetterKind,
  { at, batch, subject, version, until = at }: About,
  notices: Notices,
  when: When,
): Promise<void> {
  if (notices.length === 0) return
  await c.tx.insert(waitingNotices).values(
    notices.map(({ reader, text }) => ({
      accountId: reader.accountId,
      personId: reader.personId,
      kind: kind.choice,
      letter: kind.name,
      subject,
      version,
      content: { ...text, of: reader.of },
      alone: when.alone,
      writeAt: when.at,
      notBefore: when.notBefore,
      until: until ?? null,
      batch: batch ?? null,
    })),
  )
  const accounts = [...new Set(notices.map(({ reader }) => reader.accountId))]
  await c.queueOrBringForward(
    writeLetters,
    when.at,
    accounts.map((accountId) => ({ accountId })),
  )
}

/** Queues the job of letters that were moved to an account: the job of the former account does not find them. */
export async function writesMoved(c: CommandContext, accountId: string): Promise<void> {
  const [first] = await c.tx
    .select({ at: min(waitingNotices.writeAt) })
    .from(waitingNotices)
    .where(eq(waitingNotices.accountId, accountId))
  if (first?.at != null) await c.queueOrBringForward(writeLetters, first.at, [{ accountId }])
}
