// Decides what happens to a row: pure, and the same for the preview and the import. Decisions are added to `Known`, so
// that the next row finds them.
import type { LocalDate } from '#kernel/time.ts'
import { mayBeGuardian } from '#studio/families/rules.ts'
import { payerOfPerson } from '#studio/payments/server/payers.ts'
import type { Gain, Notes, RowFault, RowReason, RowResult } from '../../rules/csv.ts'
import { guardianFor, guardianPhoneOf, rememberGuardian } from './guardian.ts'
import {
  addByName,
  moveReferences,
  namesOf,
  newPerson,
  type Facts,
  type Known,
  type KnownAccount,
  type KnownMembership,
  type KnownPerson,
  type Plan,
} from './plan.ts'
import { fullOf, type Names, type Wanted } from './wanted.ts'

export interface Decision {
  readonly result: RowResult
  /** Whom the row is about; null if that is not known. */
  readonly personId: string | null
  readonly plan: Plan | null
}

export function decide(row: Wanted, known: Known): Decision {
  const notes: Notes = new Map(row.notes.map(({ kind, detail }) => [kind, detail]))
  const faults: RowFault[] = [...row.faults]
  const left = (): Decision => ({
    result: { number: row.number, outcome: 'left', faults, gains: [], notes: [...row.notes], pass: null, owes: null },
    personId: null,
    plan: null,
  })
  const membership = row.pass && known.memberships.get(known.fold(row.pass.name))
  if (row.pass && !membership) faults.push({ reason: 'passUnknown', columns: ['pass'], detail: row.pass.name })
  const categoryId = row.category === '' ? null : known.categories.get(known.fold(row.category))
  if (categoryId === undefined) faults.push({ reason: 'categoryUnknown', columns: ['category'], detail: row.category })
  // who it is may depend on what can't be read
  if (row.faults.some(({ reason }) => tellsWho.has(reason))) return left()
  const folded = known.fold(fullOf(row))
  const owner = known.byEmail.get(row.email)
  const found = whoIs(row, folded, owner?.person ?? null, known)
  if (found === 'several') faults.push({ reason: 'severalAlike', columns: [], detail: '' })
  if (found === 'several' || categoryId === undefined) return left()

  const account = accountFor(row, found, owner, known, notes)
  const person: KnownPerson = found ?? newPerson(known.newId(), folded, { ...row, categoryId })
  const fill = found && fillOf({ ...row, categoryId }, found, notes)
  const guardian = row.guardian && guardianFor(row.guardian, person, row, known, notes)
  const guardianPays = guardian !== null && !person.paidByGuardian
  const paidBy = guardianPays ? guardian.accountId : (person.paidBy ?? account?.id ?? null)
  const payerId = paidBy ?? payerOfPerson(person.id)
  const holder = row.reference === null ? undefined : known.references.get(row.reference)
  const theirs = [payerId, person.paidBy, person.accountId, payerOfPerson(person.id)]
  if (holder !== undefined && !theirs.includes(holder))
    faults.push({ reason: 'referenceTaken', columns: ['reference'], detail: row.reference ?? '' })
  if (faults.length > 0) return left()
  const guardianPhone = guardianPhoneOf(row, guardian, person, known, notes)
  const pass = row.pass && membership ? passFor(row.pass, membership, person, known, notes) : null

  const plan: Plan = {
    personId: person.id,
    make: found ? null : { ...namesOf(row), dob: row.dob, phone: row.phone, categoryId },
    fill,
    account,
    guardian,
    guardianPhone,
    reference: row.reference !== null && holder === undefined ? row.reference : null,
    pass,
    owes: balanceOf(row, person, known),
  }
  const gained = gainsOf(plan)
  remember(plan, person, { isNew: found === null, payerId, paidBy, guardianPays }, known, row)
  const outcome = found === null ? 'new' : gained.length > 0 ? 'changed' : 'known'
  return {
    result: {
      number: row.number,
      outcome,
      faults,
      gains: gained,
      notes: [...notes].map(([kind, detail]) => ({ kind, detail })),
      pass: pass && { name: pass.of.name, left: pass.left, of: pass.of.classLimit, until: pass.until },
      owes: plan.owes?.cents ?? null,
    },
    personId: person.id,
    plan: outcome === 'known' ? null : plan,
  }
}

const tellsWho: ReadonlySet<RowReason> = new Set([
  'noName',
  'noFirstName',
  'badName',
  'notAPerson',
  'badEmail',
  'badDate',
  'dobTooOld',
])

/** The known person whom a row is about; null if it is a new person. A child may have its parent's name and address. */
function whoIs(row: Wanted, folded: string, owner: KnownPerson | null, known: Known): KnownPerson | null | 'several' {
  const isChild = !mayBeGuardian(row.dob, known.today)
  if (owner?.folded === folded) return isChild && owner.isGuardian ? 'several' : owner
  const parent = row.guardian && known.fold(fullOf(row.guardian)) === folded ? row.guardian : null
  const isParent = (one: KnownPerson) => parent?.email === one.email
  // another person's address does not help to identify this one
  const told = owner ? { ...row, email: '' } : row
  const all = alike(told, folded, known).filter((one) => !isChild || !(one.isGuardian || isParent(one)))
  const found = onlyOne(all, row.dob)
  if (!parent || found === null || found === 'several') return found
  // the person of this name may be the child, or the parent whose address is not known yet
  const mayBeEither = isChild ? found.dob === null && !known.byEmail.has(parent.email) : isParent(found)
  return mayBeEither ? 'several' : found
}

/** Known people of the same name with no contradicting date of birth or address. */
const alike = (row: Wanted, folded: string, known: Known): KnownPerson[] =>
  (known.byName.get(folded) ?? []).filter(
    (one) =>
      (one.dob === null || row.dob === null || one.dob === row.dob) &&
      (one.email === '' || row.email === '' || one.email === row.email),
  )

function onlyOne(all: readonly KnownPerson[], dob: LocalDate | null): KnownPerson | null | 'several' {
  const [first, ...others] = all
  if (others.length === 0) return first ?? null
  const [sure, ...more] = dob === null ? [] : all.filter((one) => one.dob === dob)
  return sure && more.length === 0 ? sure : 'several'
}

function accountFor(
  row: Wanted,
  found: KnownPerson | null,
  owner: KnownAccount | undefined,
  known: Known,
  notes: Notes,
): Plan['account'] {
  if (row.email === '' || found?.email === row.email) return null
  if (owner === undefined) return { id: known.newId(), email: row.email }
  notes.set('addressTaken', '')
  return null
}

function fillOf(row: Omit<Facts, keyof Names>, found: KnownPerson, notes: Notes): Plan['fill'] {
  if (row.dob !== null && found.dob !== null && row.dob !== found.dob) notes.set('dobDiffers', '')
  if (row.phone !== '' && found.phone !== '' && row.phone !== found.phone) notes.set('phoneDiffers', '')
  if (row.categoryId !== null && found.categoryId !== null && row.categoryId !== found.categoryId)
    notes.set('categoryDiffers', '')
  const fill = {
    ...(row.dob !== null && found.dob === null && { dob: row.dob }),
    ...(row.phone !== '' && found.phone === '' && { phone: row.phone }),
    ...(row.categoryId !== null && found.categoryId === null && { categoryId: row.categoryId }),
  }
  return Object.keys(fill).length === 0 ? null : fill
}

function passFor(
  pass: NonNullable<Wanted['pass']>,
  of: KnownMembership,
  person: KnownPerson,
  known: Known,
  notes: Notes,
): Plan['pass'] {
  const keys = [person.id, ...person.goneIds].map((id) => passKey(id, of.id, pass.until))
  if (keys.some((key) => known.passes.has(key))) return null
  if (pass.left <= 0 || pass.until < known.today) {
    notes.set('passEnded', '')
    return null
  }
  if (pass.left > of.classLimit) notes.set('moreLeftThanSold', `${pass.left} > ${of.classLimit}`)
  return { key: passKey(person.id, of.id, pass.until), of, left: pass.left, until: pass.until }
}

/** A person's balance is imported once, whatever the table says later. */
const balanceOf = ({ owes, owesFor }: Wanted, { id, goneIds }: KnownPerson, { balances }: Known): Plan['owes'] =>
  owes === 0 || [id, ...goneIds].some((one) => balances.has(one)) ? null : { cents: owes, what: owesFor }

/** A pass of one membership and end date is imported once, even if some of its classes were used since. */
const passKey = (personId: string, membershipId: string, until: LocalDate): string =>
  `${personId} ${membershipId} ${until}`

function gainsOf({ account, fill, guardian, guardianPhone, reference, pass, owes }: Plan): Gain[] {
  const all: Record<Gain, boolean> = {
    signIn: account !== null,
    dob: fill?.dob !== undefined,
    phone: fill?.phone !== undefined,
    category: fill?.categoryId !== undefined,
    guardian: guardian !== null,
    guardianPhone: guardianPhone !== null,
    reference: reference !== null,
    pass: pass !== null,
    debt: owes !== null && owes.cents > 0,
    credit: owes !== null && owes.cents < 0,
  }
  return Object.entries(all).flatMap(([gain, has]) => (has ? [gain as Gain] : []))
}

interface Paying {
  readonly isNew: boolean
  readonly payerId: string
  readonly paidBy: string | null
  readonly guardianPays: boolean
}

function remember(plan: Plan, person: KnownPerson, paying: Paying, known: Known, row: Wanted): void {
  if (paying.isNew) addByName(known, person)
  if (plan.fill?.dob !== undefined) person.dob = plan.fill.dob
  if (plan.fill?.phone !== undefined) person.phone = plan.fill.phone
  if (plan.fill?.categoryId !== undefined) person.categoryId = plan.fill.categoryId
  if (plan.account) {
    person.email = plan.account.email
    person.accountId = plan.account.id
    known.byEmail.set(plan.account.email, { id: plan.account.id, person, children: new Set() })
  }
  if (plan.guardian) rememberGuardian(plan.guardian, person, known, row)
  const guardian = known.byEmail.get(row.guardian?.email ?? '')?.person
  if (plan.guardianPhone && guardian) guardian.phone = plan.guardianPhone.phone
  person.paidBy = paying.paidBy
  person.paidByGuardian ||= paying.guardianPays
  moveReferences(known, payerOfPerson(person.id), paying.payerId)
  if (plan.reference !== null) known.references.set(plan.reference, paying.payerId)
  if (plan.pass) known.passes.add(plan.pass.key)
  if (plan.owes) known.balances.add(plan.personId)
}
