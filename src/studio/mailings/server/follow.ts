import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import { NEVER, outbox } from '#server/mail/tables.ts'
import { does, job } from '#server/jobs/jobs.ts'
import { handler, type CommandContext } from '#server/procedures.ts'
import { may } from '#studio/accounts/rules.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { told, waitingNotices } from '#studio/notices/tables.ts'
import { logLines } from '../messages/log.ts'
import { lookAgainAfter, MOST_MESSAGES, type DeliveryState } from '../rules.ts'
import { mailingReaders, mailings } from '../tables.ts'

/** Checks the deliveries of a message until all are sent or failed. */
export const follow = job<{ mailingId: string }>('mailings.follow', ({ mailingId }) => mailingId)

interface Letter {
  readonly accountId: string
  readonly outboxId: number | null
  readonly sentAt: Instant | null
  readonly nextAttemptAt: Instant | null
  readonly lastError: string | null
  readonly queued: boolean
  readonly waits: boolean
}

/** The outbox row, if there is one by now, of each account that was told and is pending. */
async function lettersOf({ tx }: CommandContext, mailingId: string, state: DeliveryState): Promise<Letter[]> {
  const { sentAt, nextAttemptAt, lastError } = outbox
  const mine = and(eq(told.accountId, mailingReaders.accountId), eq(told.subject, mailingReaders.mailingId))
  return await tx
    .select({
      accountId: mailingReaders.accountId,
      outboxId: outbox.id,
      sentAt,
      nextAttemptAt,
      lastError,
      queued: sql<boolean>`${told.mail} is not null`,
      waits: sql<boolean>`exists (select from ${waitingNotices} w
        where w.account_id = ${mailingReaders.accountId} and w.subject = ${mailingReaders.mailingId})`,
    })
    .from(mailingReaders)
    .leftJoin(told, and(mine, inArray(told.letter, ['mailings.message', 'mailings.news'])))
    .leftJoin(outbox, eq(outbox.reference, told.mail))
    .where(
      and(eq(mailingReaders.mailingId, mailingId), eq(mailingReaders.state, state), isNotNull(mailingReaders.toldAt)),
    )
}

/** Null while unknown. */
function outcomeOf(letter: Letter): { state: DeliveryState; reason: string | null } | null {
  if (letter.waits) return null
  // the reader opted out, or was told by a push message only
  if (!letter.queued) return { state: 'notMailed', reason: null }
  // the outbox deletes rows long after sending
  if (letter.outboxId === null || letter.sentAt !== null) return { state: 'sent', reason: null }
  if ((letter.nextAttemptAt ?? 0) >= NEVER) return { state: 'failed', reason: letter.lastError ?? '' }
  return null
}

export const following = does(follow, async (c, { mailingId }) => {
  const [mailing] = await c.tx.select().from(mailings).where(eq(mailings.id, mailingId)).for('update')
  if (!mailing) return
  const letters = await lettersOf(c, mailingId, 'waiting')
  const found = letters.map((letter) => ({ letter, outcome: outcomeOf(letter) }))
  for (const state of ['sent', 'notMailed'] as const) {
    await note(c, mailingId, { state, reason: null }, idsIn(found, state))
  }
  for (const { letter, outcome } of found) {
    if (outcome?.state === 'failed') await note(c, mailingId, outcome, [letter.accountId])
  }
  const [open] = await c.tx
    .select({ many: count() })
    .from(mailingReaders)
    .where(and(eq(mailingReaders.mailingId, mailingId), eq(mailingReaders.state, 'waiting')))
  if ((open?.many ?? 0) > 0)
    await c.queueOrReplace(follow, c.now + lookAgainAfter(c.now - mailing.createdAt), { mailingId })
})

const idsIn = (
  found: readonly { letter: Letter; outcome: { state: DeliveryState } | null }[],
  state: DeliveryState,
): string[] => found.filter(({ outcome }) => outcome?.state === state).map(({ letter }) => letter.accountId)

async function note(
  { tx }: CommandContext,
  mailingId: string,
  outcome: { readonly state: DeliveryState; readonly reason: string | null },
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return
  await tx
    .update(mailingReaders)
    .set(outcome)
    .where(and(eq(mailingReaders.mailingId, mailingId), inArray(mailingReaders.accountId, [...accountIds])))
}

export const retry = handler({
  limits: () => [{ key: 'mailingsRetry', ...MOST_MESSAGES.hour, perCaller: true }],
  run: async (c, { id }: { id: string }) => {
    const [mailing] = await c.tx.select().from(mailings).where(eq(mailings.id, id)).for('update')
    const theirs = mailing?.authorId === c.me.accountId || may(c.me.kind, 'manageMailings')
    const letters = theirs ? await lettersOf(c, id, 'failed') : []
    if (letters.length === 0) return refuse('nothingFailed')
    for (const { accountId, outboxId } of letters) {
      if (outboxId === null) continue
      const [account] = await c.tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId))
      if (!account) continue
      await c.tx
        .update(outbox)
        .set({ toAddress: account.email, attempts: 0, nextAttemptAt: c.now, lastError: null })
        .where(eq(outbox.id, outboxId))
    }
    const again = letters.filter(({ outboxId }) => outboxId !== null).map(({ accountId }) => accountId)
    await note(c, id, { state: 'waiting', reason: null }, again)
    await c.queueOrReplace(follow, c.now, { mailingId: id })
    const metadata = { message: id, letters: again.length }
    c.log({ channel: 'auth', level: 'info', message: logLines.triedAgain, metadata })
    return done({ retried: again.length })
  },
})
