// Writes the decision of a row, in the order of foreign keys.
import { eq } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { euros, type Cents } from '#kernel/money.ts'
import { dateIn } from '#kernel/time.ts'
import { endOfDay } from '#kernel/zone.ts'
import { DatabaseBusy } from '#server/db/errors.ts'
import type { CommandContext } from '#server/procedures.ts'
import { raiseCategory } from '#studio/accounts/server/people.ts'
import { lockPerson } from '#studio/accounts/server/locks.ts'
import { accounts, guardians, people } from '#studio/accounts/tables.ts'
import { payersChanged } from '#studio/families/events.ts'
import { logLines as ofFamilies } from '#studio/families/messages/log.ts'
import { allRights } from '#studio/families/rules.ts'
import { enterInBook } from '#studio/memberships/server/book.ts'
import { purchases } from '#studio/memberships/tables.ts'
import { texts } from '#studio/payments/messages.ts'
import { logLines as ofPayments } from '#studio/payments/messages/log.ts'
import { deadlineFrom } from '#studio/payments/rules.ts'
import { changeCredit, lockPayers } from '#studio/payments/server/credit.ts'
import { makePayer, payerFor, payerIdFor, payerOfPerson } from '#studio/payments/server/payers.ts'
import { payerReferences, paymentHistory, payments } from '#studio/payments/tables.ts'
import { logLines } from '../../messages/log.ts'
import { importedRows, type MadeKind } from '../../tables.ts'
import type { Facts, Plan } from './plan.ts'

/** What was created or filled, for undoing it: see `tableMade`. */
export interface Made {
  readonly kind: MadeKind
  readonly id: string
  readonly more?: string
}

/** Writes a plan; returns what was created, in that order. */
export async function save(c: CommandContext, plan: Plan, language: 'en' | 'et'): Promise<Made[]> {
  const { personId, make, fill, account, guardian, guardianPhone, reference, pass, owes } = plan
  const made: Made[] = []
  if (make) made.push(await makePerson(c, personId, make))
  else made.push(...(await fillPerson(c, personId, fill)))
  if (account) {
    await c.tx.insert(accounts).values({ ...account, personId, language, createdAt: c.now })
    made.push({ kind: 'account', id: account.id })
  }
  if (guardian) made.push(...(await linkGuardian(c, personId, guardian, language)))
  if (!make && (account || guardian)) {
    const numbers = await ownReferences(c, personId)
    await c.raise(payersChanged, { personId })
    if (guardian) made.push(...numbers.map((id) => ({ kind: 'movedReference' as const, id, more: personId })))
  }
  if (guardianPhone) made.push(...(await fillPerson(c, guardianPhone.personId, { phone: guardianPhone.phone })))
  if (reference !== null) {
    await addReference(c, personId, reference)
    made.push({ kind: 'reference', id: reference })
  }
  if (pass) made.push(await openPass(c, personId, pass))
  if (owes) made.push(await openBalance(c, personId, owes, language))
  return made
}

async function makePerson(c: CommandContext, id: string, { categoryId, ...facts }: Facts): Promise<Made> {
  await c.tx.insert(people).values({ id, ...facts, membershipCategory: categoryId, createdAt: c.now })
  await note(c, 'csvPeople', id)
  return { kind: 'person', id }
}

async function fillPerson(c: CommandContext, personId: string, fill: Plan['fill']): Promise<Made[]> {
  const person = await lockPerson(c.tx, personId)
  // deleted meanwhile: a retry will not find the person
  if (!person) throw new DatabaseBusy('A person was deleted meanwhile')
  if (!fill) return []
  const { categoryId: category, ...facts } = fill
  const membershipCategory = category ?? person.membershipCategory
  await c.tx
    .update(people)
    .set({ ...facts, membershipCategory })
    .where(eq(people.id, personId))
  await raiseCategory(c, personId, person, { ...person, membershipCategory })
  const filled = Object.entries({ ...facts, category })
  return filled.flatMap(([field, more]) =>
    more === undefined ? [] : [{ kind: field as 'dob' | 'phone' | 'category', id: personId, more }],
  )
}

const note = (c: CommandContext, kind: string, id: string) => c.tx.insert(importedRows).values({ kind, id, at: c.now })

async function linkGuardian(
  c: CommandContext,
  childId: string,
  { accountId, make }: NonNullable<Plan['guardian']>,
  language: 'en' | 'et',
): Promise<Made[]> {
  const made: Made[] = []
  if (make) {
    const { personId, email, facts } = make
    if (facts) made.push(await makePerson(c, personId, facts))
    // a parent created from a child's row has not said that they dance
    const signIn = { id: accountId, personId, email, language, danceMyself: facts === null, createdAt: c.now }
    await c.tx.insert(accounts).values(signIn)
    made.push({ kind: 'account', id: accountId })
    if (!facts) await c.raise(payersChanged, { personId })
  }
  await c.tx.insert(guardians).values({ accountId, personId: childId, ...allRights, createdAt: c.now })
  c.log({ channel: 'auth', level: 'info', message: ofFamilies.guardianAdded, metadata: { user: childId } })
  return [...made, { kind: 'guardian', id: accountId, more: childId }]
}

/** Reference numbers of a person who pays without an account; they move to the new payer. */
async function ownReferences(c: CommandContext, personId: string): Promise<string[]> {
  const of = eq(payerReferences.payerId, payerOfPerson(personId))
  const found = await c.tx.select({ reference: payerReferences.reference }).from(payerReferences).where(of)
  return found.map(({ reference }) => reference)
}

async function addReference(c: CommandContext, userId: string, reference: string): Promise<void> {
  const { payerId, parts } = payerFor(c.tx, { userId, by: null, now: c.now })
  await c.tx
    .with(...parts)
    .insert(payerReferences)
    .values({ reference, payerId: payerId as never, createdAt: c.now, addedBy: c.actorId })
}

/** A pass with the classes that are left; the others count as used by a correction. Nothing is due for it here. */
async function openPass(c: CommandContext, userId: string, pass: NonNullable<Plan['pass']>): Promise<Made> {
  const { of, left, until } = pass
  const classLimit = Math.max(of.classLimit, left)
  const classesUsed = classLimit - left
  const validUntil = endOfDay(c.settings.timeZone, until)
  const id = newId()
  await c.tx.insert(purchases).values({
    id,
    userId,
    membershipId: of.id,
    membershipName: of.name,
    classesUsed,
    classesCorrected: classesUsed,
    classLimit,
    validFrom: c.now,
    validUntil,
    categories: [...of.categories],
    excludedCategories: [...of.excludedCategories],
    createdAt: c.now,
    updatedAt: c.now,
  })
  await enterInBook(c, [{ kind: 'opening', before: null, after: { id, classLimit, classesUsed, validUntil } }])
  await note(c, 'csvPasses', pass.key)
  c.log({
    channel: 'membership',
    level: 'info',
    message: logLines.passTaken(of.name),
    metadata: { purchaseId: id, user: userId },
  })
  return { kind: 'pass', id, more: pass.key }
}

/** An earlier debt becomes a due payment; a prepayment becomes the payer's credit. */
async function openBalance(
  c: CommandContext,
  userId: string,
  { cents, what }: NonNullable<Plan['owes']>,
  language: 'en' | 'et',
): Promise<Made> {
  await note(c, 'csvBalances', userId)
  if (cents > 0) return await openDebt(c, userId, cents, what === '' ? texts[language].items['earlier debt'] : what)
  const payerId = await payerIdFor(c.tx, userId)
  await makePayer(c, payerId)
  await lockPayers(c, [payerId])
  const day = dateIn(c.settings.timeZone, c.now)
  const id = await changeCredit(c, { payerId, cents: 0 - cents, day, source: 'opening', way: null })
  return { kind: 'credit', id: String(id), more: userId }
}

/** No letter, and no tax: the sale was booked in the earlier system. */
async function openDebt(c: CommandContext, userId: string, price: Cents, description: string): Promise<Made> {
  const id = newId()
  const by = c.actorId
  const { payerId, parts } = payerFor(c.tx, { userId, by: null, now: c.now })
  await c.tx
    .with(...parts)
    .insert(payments)
    .values({
      id,
      userId,
      payerId: payerId as never,
      item: 'earlier debt',
      itemId: userId,
      description,
      price,
      paymentMethod: c.settings.bankAccount === null ? 'cash' : 'bankTransfer',
      status: 'due',
      deadline: deadlineFrom(c.now, c.settings.sections.payments.termDays),
      updatedBy: by,
      createdAt: c.now,
      updatedAt: c.now,
    })
  await c.tx
    .insert(paymentHistory)
    .values({ paymentId: id, at: c.now, byUserId: by, toStatus: 'due', reason: 'moved in' })
  const metadata = { paymentId: id, user: userId, price: euros(price, 'en') }
  c.log({ channel: 'payments', level: 'info', message: ofPayments.created(description), metadata })
  return { kind: 'debt', id, more: userId }
}
