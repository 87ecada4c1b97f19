import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { chunked } from '#kernel/grouped.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { done, refuse } from '#kernel/result.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { does, job } from '#server/jobs/jobs.ts'
import { handler, run, type CommandContext } from '#server/procedures.ts'
import { fullName, may, refuseWrong } from '#studio/accounts/rules.ts'
import { people } from '#studio/accounts/tables.ts'
import { accountReaders } from '#studio/notices/server/readers.ts'
import { letterKind, tell } from '#studio/notices/server/tell.ts'
import { withdraw } from '#studio/notices/server/takeBack.ts'
import type { mailings as contract } from '../contract.ts'
import { logLines } from '../messages/log.ts'
import { AT_A_TIME, checkMessage, isOptional, mayWrite, MOST_MESSAGES, type Audience } from '../rules.ts'
import { mailingReaders, mailings } from '../tables.ts'
import { nextOf, readersFor, targetOf } from './audience.ts'
import { follow } from './follow.ts'
import { wordsOf } from './words.ts'

export type MailingRow = typeof mailings.$inferSelect

/** Messages about a booking, and optional ones. */
export const message = letterKind('mailings.message', 'messages')
export const news = letterKind('mailings.news', 'news')
export const letterOf = ({ kind }: Pick<Audience, 'kind'>) => (isOptional({ kind }) ? news : message)

/** Queues the e-mails of a message in batches. */
const tellReaders = job<{ mailingId: string }>('mailings.tell', ({ mailingId }) => mailingId)

export const send = handler({
  limits: () => [
    { key: 'mailingsHour', ...MOST_MESSAGES.hour, perCaller: true },
    { key: 'mailingsDay', ...MOST_MESSAGES.day, perCaller: true },
  ],
  run: async (c, { id, audience, subject, text, accounts: shown }: InputOf<typeof contract.send>) => {
    const wrong = refuseWrong(checkMessage({ subject, text }))
    if (wrong) return wrong
    const { accountId } = c.me
    const [before] = await c.tx.select().from(mailings).where(eq(mailings.id, id))
    // submitted again, from another window or after a lost response
    if (before) {
      const isSame = before.authorId === accountId && before.subject === subject.trim() && before.text === text.trim()
      if (!isSame) return refuse('otherMessage')
      return done({ id, accounts: before.accounts })
    }
    const target = await targetOf(c.tx, c.settings, audience)
    if (!target) return refuse('audienceGone')
    if (!mayWrite({ kind: c.me.kind, accountId }, target)) return refuse('notTaughtByYou')
    const { readers } = await readersFor(c.tx, audience, await target.people())
    if (readers.length === 0) return refuse('nobodyToWrite')
    if (readers.length !== shown) return refuse('readersChanged', { accounts: readers.length })
    const row = rowOf({ id, audience, subject, text }, target.title, readers.length)
    const written = { ...row, author: await nameOf(c), authorId: accountId, createdAt: c.now }
    const fresh = await c.tx.insert(mailings).values(written).onConflictDoNothing().returning({ id: mailings.id })
    // the same message was submitted a moment before
    if (fresh.length === 0) return done({ id, accounts: readers.length })
    for (const some of chunked(readers, IN_A_STATEMENT)) {
      await c.tx.insert(mailingReaders).values(some.map((reader) => ({ mailingId: id, accountId: reader.accountId })))
    }
    await c.queueOrReplace(tellReaders, c.now, { mailingId: id })
    const metadata = { message: id, to: audience.kind, of: audience.id, accounts: readers.length }
    c.log({ channel: 'auth', level: 'info', message: logLines.sent, metadata })
    return done({ id, accounts: readers.length })
  },
})

const IN_A_STATEMENT = 2000

async function nameOf({ tx, me }: CommandContext): Promise<string> {
  const [person] = await tx
    .select()
    .from(people)
    .where(eq(people.id, me.personId ?? ''))
  return person ? fullName(person) : ''
}

const rowOf = (
  { id, audience, subject, text }: Pick<InputOf<typeof contract.send>, 'id' | 'audience' | 'subject' | 'text'>,
  title: string,
  accounts: number,
) => ({
  id,
  kind: audience.kind,
  scheduleId: audience.kind === 'class' ? audience.id : null,
  courseId: audience.kind === 'course' ? audience.id : null,
  categoryId: audience.kind === 'category' ? audience.id : null,
  search: audience.kind === 'people' ? audience.id.trim() : null,
  title,
  subject: subject.trim(),
  text: text.trim(),
  accounts,
})

export const audienceOf = ({ kind, scheduleId, courseId, categoryId, search }: MailingRow): Audience => ({
  kind,
  id: scheduleId ?? courseId ?? categoryId ?? search ?? '',
})

const lockMailing = async (c: CommandContext, id: string): Promise<MailingRow | null> =>
  (await c.tx.select().from(mailings).where(eq(mailings.id, id)).for('update'))[0] ?? null

/** In batches, each in its own transaction, so that bookings never wait for all of them. */
export const telling = does(tellReaders, async (c, { mailingId }) => {
  const mailing = await lockMailing(c, mailingId)
  if (!mailing) return
  const next = await c.tx
    .select({ accountId: mailingReaders.accountId })
    .from(mailingReaders)
    .where(and(eq(mailingReaders.mailingId, mailingId), isNull(mailingReaders.toldAt)))
    .orderBy(asc(mailingReaders.accountId))
    .limit(AT_A_TIME)
  if (next.length === 0) return
  const ids = next.map(({ accountId }) => accountId)
  const audience = audienceOf(mailing)
  const target = await targetOf(c.tx, c.settings, audience)
  const { readers } = await readersFor(c.tx, audience, target ? await target.people() : [])
  // a reader who left meanwhile was counted, and still gets it
  const left = await stillReading(c, ids, readers)
  const words = wordsOf(c, mailing, target)
  const at = target && nextOf(target, c.now + UNDO_WITHIN)
  const until = target?.dates.at(-1)?.endsAt
  const when = at !== null && until !== undefined ? { at, until } : {}
  await tell(c, letterOf(mailing), { subject: mailing.id, version: 0, batch: mailing.id, ...when }, left, words)
  const told = and(eq(mailingReaders.mailingId, mailingId), inArray(mailingReaders.accountId, ids))
  await c.tx.update(mailingReaders).set({ toldAt: c.now }).where(told)
  await c.queueOrReplace(follow, c.now + UNDO_WITHIN, { mailingId })
  if (next.length === AT_A_TIME) await c.queueOrReplace(tellReaders, c.now, { mailingId })
})

export const undo = run(async (c, { id }: { id: string }) => {
  const mailing = await lockMailing(c, id)
  const theirs = mailing?.authorId === c.me.accountId || may(c.me.kind, 'manageMailings')
  if (!mailing || !theirs || mailing.createdAt + UNDO_WITHIN <= c.now) return refuse('undoTooLate')
  await withdraw(c, id)
  await c.cancelQueued(tellReaders, id)
  await c.cancelQueued(follow, id)
  await c.tx.delete(mailings).where(eq(mailings.id, id))
  c.log({ channel: 'auth', level: 'info', message: logLines.takenBack, metadata: { message: id } })
  return done({ accounts: mailing.accounts })
})

async function stillReading(
  c: CommandContext,
  ids: readonly string[],
  found: Awaited<ReturnType<typeof readersFor>>['readers'],
) {
  const wanted = found.filter(({ accountId }) => ids.includes(accountId))
  const gone = ids.filter((id) => !wanted.some(({ accountId }) => accountId === id))
  return [...wanted, ...(await accountReaders(c.tx, gone))]
}
