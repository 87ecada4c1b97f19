// Writes the waiting letters when they are due.
import { asc, eq, gt, lt, or } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { DAY, HOUR } from '#kernel/time.ts'
import { does, recurring } from '#server/jobs/jobs.ts'
import type { CommandContext } from '#server/procedures.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { afterQuiet, kindNames, type NoticeKind } from '../rules.ts'
import { lettersDue } from '../events.ts'
import { told, waitingNotices } from '../tables.ts'
import { mailOf } from './mail.ts'
import { isTold, type WaitingNotice } from './takeBack.ts'
import { writeLetters } from './tell.ts'
import { unsubscribing } from './unsubscribe.ts'

/** Writes an account's due letters: each notice marked `alone` by itself, all others as one letter. */
export const writing = does(writeLetters, async (c, { accountId }) => {
  const kinds = (await waitingFor(c, accountId)).map(({ letter }) => letter)
  await c.raise(lettersDue, { accountId, letters: new Set(kinds) })
  const all = await waitingFor(c, accountId)
  // a server that was down is late: drop what is past by now
  const fresh = all.filter(({ until }) => until === null || until > c.now)
  const quietUntil = afterQuiet(c.now, c.settings.timeZone)
  const isFree = ({ notBefore }: WaitingNotice) => notBefore <= c.now
  const alone = fresh.filter((one) => one.alone && isFree(one) && one.writeAt <= c.now)
  const others = fresh.filter((one) => !one.alone && isFree(one))
  const isTime = quietUntil === c.now && others.some(({ writeAt }) => writeAt <= c.now)
  // the most urgent notice first, as its subject becomes the letter's subject
  const together = isTime ? others.toSorted((one, other) => weightOf(one) - weightOf(other)) : []
  const written = new Set([...alone, ...together])
  const left = fresh.filter((one) => !written.has(one))
  await writeTo(c, accountId, [...alone.map((one) => [one]), ...(together.length > 0 ? [together] : [])])
  const gone = all.filter((one) => !left.includes(one)).map(({ id }) => eq(waitingNotices.id, id))
  if (gone.length > 0) await c.tx.delete(waitingNotices).where(or(...gone))
  if (left.length === 0) return
  const next = Math.min(...left.map((one) => Math.max(one.writeAt, one.notBefore, one.alone ? 0 : quietUntil)))
  await c.queueOrReplace(writeLetters, next, { accountId })
})

const waitingFor = (c: CommandContext, accountId: string): Promise<WaitingNotice[]> =>
  c.tx
    .select()
    .from(waitingNotices)
    .where(eq(waitingNotices.accountId, accountId))
    .orderBy(asc(waitingNotices.id))
    .for('update')

const weightOf = ({ kind }: WaitingNotice): number => kindNames.indexOf(kind)

async function writeTo(c: CommandContext, accountId: string, letters: readonly (readonly WaitingNotice[])[]) {
  if (letters.length === 0) return
  const [reader] = await c.tx
    .select({ email: accounts.email, language: accounts.language, displayName: people.displayName })
    .from(accounts)
    .leftJoin(people, eq(people.id, accounts.personId))
    .where(eq(accounts.id, accountId))
  if (!reader) return
  const unsubscribe = await unsubscribing(c.tx, c.settings)
  for (const notices of letters) {
    const kinds = [...new Set<NoticeKind>(notices.map(({ kind }) => kind))]
    const named = { ...reader, displayName: reader.displayName ?? '' }
    const reference = newId()
    const content = notices.map((one) => one.content)
    c.mail({ ...mailOf(c, named, content, unsubscribe(accountId, kinds)), reference })
    await c.tx
      .update(told)
      .set({ mail: reference })
      .where(or(...notices.map(isTold)))
  }
}

/** How long told notices are kept (ms); nothing is told again after that. */
const KEEP = 400 * DAY

export const cleanUpTold = recurring('notices.cleanUp', 6 * HOUR, async ({ tx, now }) => {
  // rows with a future time come from a wrong clock
  await tx.delete(told).where(or(lt(told.at, now - KEEP), gt(told.at, now + KEEP)))
  return false
})
