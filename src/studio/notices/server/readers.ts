import { and, asc, eq, inArray, sql, type Column, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Language } from '#kernel/messages.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'

/** An account that gets a notice. */
export interface Reader {
  readonly accountId: string
  readonly email: string
  readonly language: Language
  /** Name in the greeting. */
  readonly displayName: string
  /** The person it is about; empty if it is about no single person. */
  readonly personId: string
  /** First name of that person, if it is not the account's own. */
  readonly of: string | null
}

const own = alias(people, 'own')

const columns = {
  accountId: accounts.id,
  email: accounts.email,
  language: accounts.language,
  ownName: own.displayName,
  personId: people.id,
  ownId: accounts.personId,
  name: people.displayName,
}

/**
 * Readers of notices about these people: they themselves, also deactivated as they may still have a place that is
 * cancelled, and their guardians who get notices.
 */
export async function readersOf(tx: Tx, personIds: readonly string[]): Promise<Reader[]> {
  if (personIds.length === 0) return []
  const about = inArray(people.id, [...new Set(personIds)])
  const [themselves, others] = await Promise.all([
    tx
      .select(columns)
      .from(people)
      .innerJoin(accounts, eq(accounts.personId, people.id))
      .innerJoin(own, eq(own.id, accounts.personId))
      .where(about)
      .orderBy(asc(people.id)),
    tx
      .select(columns)
      .from(guardians)
      .innerJoin(people, eq(people.id, guardians.personId))
      .innerJoin(accounts, eq(accounts.id, guardians.accountId))
      .leftJoin(own, eq(own.id, accounts.personId))
      .where(and(about, eq(guardians.getsNotices, true), eq(accounts.active, true)))
      .orderBy(asc(people.id), asc(accounts.id)),
  ])
  return [...themselves, ...others].map(({ ownName, ownId, name, ...reader }) => ({
    ...reader,
    displayName: ownName ?? '',
    of: ownId === reader.personId ? null : name,
  }))
}

/** Condition: somebody reads notices about the person, as in `readersOf`. */
export const hasReaders = (personId: Column): SQL =>
  sql`(exists (select from ${accounts} where ${accounts.personId} = ${personId})
    or exists (select from ${guardians} inner join ${accounts} on ${accounts.id} = ${guardians.accountId}
      where ${guardians.personId} = ${personId} and ${guardians.getsNotices} and ${accounts.active}))`

/**
 * The same without the acting account: no one gets a notice about what they did themselves, such as staff for their own
 * child.
 */
export async function otherReadersOf(c: CommandContext, personIds: readonly string[]): Promise<Reader[]> {
  return (await readersOf(c.tx, personIds)).filter(({ accountId }) => accountId !== c.actorId)
}

/** Readers of notices about accounts and no single person, such as debts of a payer. */
export async function accountReaders(tx: Tx, accountIds: readonly string[]): Promise<Reader[]> {
  if (accountIds.length === 0) return []
  const found = await tx
    .select({ accountId: accounts.id, email: accounts.email, language: accounts.language, name: people.displayName })
    .from(accounts)
    .leftJoin(people, eq(people.id, accounts.personId))
    .where(inArray(accounts.id, [...new Set(accountIds)]))
    .orderBy(asc(accounts.id))
  return found.map(({ name, ...reader }) => ({ ...reader, displayName: name ?? '', personId: '', of: null }))
}
