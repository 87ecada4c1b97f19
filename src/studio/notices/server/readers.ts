import { and, asc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Language } from '#kernel/messages.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'

/** An account that hears of something. */
export interface Reader {
  readonly accountId: string
  readonly email: string
  readonly language: Language
  /** By what name it is greeted. */
  readonly displayName: string
  /** Whom it is about; empty where it is about no one person. */
  readonly personId: string
  /** The first name of that person, where it is another one than the account's own. */
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

/** Who hears of what is about these people: they themselves, and the guardians who get notices. */
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

/** The same without whoever presses: nobody is told of what they have just done themselves, such as staff for a child of theirs. */
export async function otherReadersOf(c: CommandContext, personIds: readonly string[]): Promise<Reader[]> {
  return (await readersOf(c.tx, personIds)).filter(({ accountId }) => accountId !== c.actorId)
}

/** The accounts themselves, of what is about no one person, such as what a payer owes. */
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
