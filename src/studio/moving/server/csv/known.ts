// Loads the part of the studio that the rows may refer to: people by name and address, reference numbers, earlier
// imports.
import { and, asc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { groupedBy } from '#kernel/grouped.ts'
import { newId } from '#kernel/ids.ts'
import type { LocalDate } from '#kernel/time.ts'
import { rows as rowsIn, type Tx } from '#server/db/database.ts'
import { accounts, foldedName, guardians, membershipCategories, people } from '#studio/accounts/tables.ts'
import { memberships } from '#studio/memberships/tables.ts'
import { merges } from '#studio/merging/tables.ts'
import { payingAccounts } from '#studio/payments/server/payers.ts'
import { payerReferences } from '#studio/payments/tables.ts'
import { importedRows } from '../../tables.ts'
import type { Known, KnownAccount, KnownMembership, KnownPerson } from './plan.ts'
import { fullOf, type Wanted } from './wanted.ts'

/** A list as one JSON parameter: a whole file's values would exceed the parameters of one statement. */
const listed = (all: readonly string[]): SQL => sql`(select jsonb_array_elements_text(${JSON.stringify(all)}::jsonb))`

export async function knownOf(tx: Tx, wanted: readonly Wanted[], today: LocalDate): Promise<Known> {
  const { folds, memberships: catalogue, categories } = await named(tx, wanted)
  const fold = (name: string) => folds.get(name) ?? name
  const names = unique(
    wanted.flatMap((row) => [fullOf(row), ...(row.guardian ? [fullOf(row.guardian)] : [])]).map(fold),
  )
  const emails = unique(wanted.flatMap(({ email, guardian }) => [email, guardian?.email ?? '']).filter(Boolean))
  const byTheirAddress = tx
    .select({ id: accounts.personId })
    .from(accounts)
    .where(inArray(accounts.email, listed(emails)))
  const found = await tx
    .select({
      id: people.id,
      displayName: people.displayName,
      familyName: people.familyName,
      folded: people.search,
      dob: people.dob,
      phone: people.phone,
      categoryId: people.membershipCategory,
      email: accounts.email,
      accountId: accounts.id,
    })
    .from(people)
    .leftJoin(accounts, eq(accounts.personId, people.id))
    .where(and(isNull(people.deletedAt), or(inArray(people.search, listed(names)), inArray(people.id, byTheirAddress))))
    .orderBy(asc(people.createdAt), asc(people.id))
  const ids = found.map(({ id }) => id)
  const guarding = alias(accounts, 'guarding')
  const [paying, paidByGuardian, guarded, gone, signIns, children, references] = await Promise.all([
    ids.length > 0 ? payingAccounts(tx, ids, null) : new Map<string, string>(),
    tx
      .select({ id: guardians.personId })
      .from(guardians)
      .where(and(inArray(guardians.personId, listed(ids)), eq(guardians.pays, true))),
    tx
      .selectDistinct({ id: guarding.personId })
      .from(guardians)
      .innerJoin(guarding, eq(guarding.id, guardians.accountId))
      .where(inArray(guarding.personId, listed(ids))),
    tx
      .select({ keptId: merges.keptId, goneId: merges.goneId })
      .from(merges)
      .where(and(inArray(merges.keptId, listed(ids)), isNull(merges.undoneAt))),
    tx
      .select({ id: accounts.id, email: accounts.email, personId: accounts.personId })
      .from(accounts)
      .where(inArray(accounts.email, listed(emails))),
    tx
      .select({ accountId: guardians.accountId, personId: guardians.personId })
      .from(guardians)
      .innerJoin(guarding, eq(guarding.id, guardians.accountId))
      .where(inArray(guarding.email, listed(emails))),
    tx
      .select({ reference: payerReferences.reference, payerId: payerReferences.payerId })
      .from(payerReferences)
      .where(inArray(payerReferences.reference, listed(wanted.flatMap(({ reference }) => reference ?? [])))),
  ])
  const goneOf = groupedBy(gone, ({ keptId }) => keptId)
  const byGuardian = new Set(paidByGuardian.map(({ id }) => id))
  const isGuardian = new Set(guarded.map(({ id }) => id))
  const all = found.map((one): KnownPerson => ({
    id: one.id,
    name: fullOf(one),
    folded: (one.folded ?? '').trim(),
    goneIds: (goneOf.get(one.id) ?? []).map(({ goneId }) => goneId),
    dob: one.dob,
    phone: one.phone,
    categoryId: one.categoryId,
    email: one.email ?? '',
    accountId: one.accountId,
    paidBy: paying.get(one.id) ?? null,
    paidByGuardian: byGuardian.has(one.id),
    isGuardian: isGuardian.has(one.id),
  }))
  const byId = new Map(all.map((one) => [one.id, one]))
  const childrenOf = groupedBy(children, ({ accountId }) => accountId)
  const byEmail = signIns.map(({ id, email, personId }): [string, KnownAccount] => [
    email,
    {
      id,
      person: byId.get(personId ?? '') ?? null,
      children: new Set((childrenOf.get(id) ?? []).map((child) => child.personId)),
    },
  ])
  return {
    today,
    fold,
    newId,
    byName: groupedBy(all, ({ folded }) => folded),
    byEmail: new Map(byEmail),
    references: new Map(references.map(({ reference, payerId }) => [reference, payerId])),
    memberships: catalogue,
    categories,
    passes: await cameBefore(tx, 'csvPasses', all),
    balances: await cameBefore(tx, 'csvBalances', all),
  }
}

const unique = (all: readonly string[]): string[] => [...new Set(all)]

/** Names folded as the database compares them, and memberships and categories by name; those for sale win. */
async function named(tx: Tx, wanted: readonly Wanted[]) {
  const names = unique(
    wanted.flatMap((row) => [
      fullOf(row),
      ...(row.guardian ? [fullOf(row.guardian)] : []),
      ...(row.pass ? [row.pass.name] : []),
      row.category,
    ]),
  )
  const [folded, catalogue, categories] = await Promise.all([
    tx.execute(
      sql`select name, ${foldedName(sql`name`)} as folded from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as name`,
    ),
    tx
      .select({
        id: memberships.id,
        name: memberships.name,
        folded: foldedName(sql`${memberships.name}`) as SQL<string>,
        classLimit: memberships.classLimit,
        categories: memberships.categories,
        excludedCategories: memberships.excludedCategories,
      })
      .from(memberships)
      .orderBy(sql`${memberships.status} = 'active'`, asc(memberships.createdAt), asc(memberships.id)),
    tx
      .select({
        id: membershipCategories.id,
        name: foldedName(sql`${membershipCategories.name}`) as SQL<string>,
        nameEt: foldedName(sql`${membershipCategories.nameEt}`) as SQL<string>,
      })
      .from(membershipCategories)
      .where(eq(membershipCategories.archived, false))
      .orderBy(asc(membershipCategories.id)),
  ])
  return {
    folds: new Map(rowsIn<{ name: string; folded: string }>(folded).map((one) => [one.name, one.folded])),
    memberships: new Map(catalogue.map(({ folded: name, ...one }): [string, KnownMembership] => [name, one])),
    categories: new Map(
      categories.flatMap(({ id, name, nameEt }) => [name, nameEt].filter(Boolean).map((one) => [one, id] as const)),
    ),
  }
}

async function cameBefore(tx: Tx, kind: string, all: readonly KnownPerson[]): Promise<Set<string>> {
  const ids = all.flatMap(({ id, goneIds }) => [id, ...goneIds])
  const found = await tx
    .select({ id: importedRows.id })
    .from(importedRows)
    .where(and(eq(importedRows.kind, kind), inArray(sql`split_part(${importedRows.id}, ' ', 1)`, listed(ids))))
  return new Set(found.map(({ id }) => id))
}
