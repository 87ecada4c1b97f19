import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { commands } from '#server/commands/tables.ts'
import { actorOf, type KeptAnswer } from '#server/procedures.ts'
import { kindOf, type Account, type Caller, type Role } from '../rules.ts'
import { accounts, passkeys, sessions, twoSteps } from '../tables.ts'
import { sessionEndsAt } from './sessions.ts'
import { tokenHash } from './tokens.ts'

/** The caller of a session; role and verification are read on every call. */
export async function identify(tx: Tx, sessionToken: string | null, now: Instant): Promise<Caller> {
  if (!sessionToken) return { kind: 'visitor' }
  const [found] = await callerOver(tx, { token: tokenHash(sessionToken), now })
  return found ? callerOf(found) : { kind: 'visitor' }
}

/** The same, plus the stored response for idempotency key `key`: one round trip for both. */
export async function identifyCall(
  tx: Tx,
  sessionToken: string | null,
  key: string,
  now: Instant,
): Promise<{ caller: Caller; before: KeptAnswer | null }> {
  if (sessionToken) {
    const [found] = await callOf(tx, { token: tokenHash(sessionToken), now, key })
    if (found) return { caller: callerOf(found.account), before: found.before }
  }
  const caller = { kind: 'visitor' } as const
  const [before] = await tx
    .select(kept)
    .from(commands)
    .where(and(eq(commands.actor, actorOf(caller)), eq(commands.key, key)))
  return { caller, before: before ?? null }
}

const onTwoSteps = and(eq(twoSteps.accountId, accounts.id), isNotNull(twoSteps.confirmedAt))
const withPasskey = eq(passkeys.accountId, accounts.id)

const account = {
  sessionId: sessions.id,
  sessionEndsAt,
  accountId: accounts.id,
  personId: accounts.personId,
  role: accounts.role,
  emailVerifiedAt: accounts.emailVerifiedAt,
  acceptedTerms: accounts.acceptedTerms,
  // queried for staff only
  hasSecondStep: sql<boolean>`${accounts.role} <> 'user' and (exists (select from ${twoSteps} where ${onTwoSteps})
    or (${sessions.byPasskey} and exists (select from ${passkeys} where ${withPasskey})))`,
}
const kept = { name: commands.name, inputHash: commands.inputHash, answer: commands.answer }

const speaks = and(
  eq(sessions.tokenHash, sql.placeholder('token')),
  gt(sessionEndsAt, sql.param(sql.placeholder('now'), sessions.expiresAt)),
  eq(accounts.active, true),
)

const callerOver = prepared<{ token: string; now: Instant }, Found[]>((tx) =>
  tx.select(account).from(sessions).innerJoin(accounts, eq(accounts.id, sessions.accountId)).where(speaks),
)

type Call = { token: string; now: Instant; key: string }

const callOf = prepared<Call, { account: Found; before: KeptAnswer | null }[]>((tx) =>
  tx
    .select({ account, before: kept })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .leftJoin(commands, and(eq(commands.actor, accounts.id), eq(commands.key, sql.placeholder('key'))))
    .where(speaks),
)

interface Found extends Omit<Account, 'kind' | 'needsSecondStep'> {
  readonly role: Role
  readonly emailVerifiedAt: Instant | null
}

function callerOf({ role, emailVerifiedAt, ...account }: Found): Account {
  return { ...account, kind: kindOf({ role, emailVerifiedAt }), needsSecondStep: false }
}
