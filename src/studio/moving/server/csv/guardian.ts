// The parent in a child's row: found by the address, or created.
import { ageOn } from '#kernel/time.ts'
import { MOST_CHILDREN, mayBeGuardian, mayHaveGuardian } from '#studio/families/rules.ts'
import { payerOfPerson } from '#studio/payments/server/payers.ts'
import type { Notes } from '../../rules/csv.ts'
import { addByName, moveReferences, namesOf, newPerson, type Known, type KnownPerson, type Plan } from './plan.ts'
import { addressName, fullOf, type Wanted } from './wanted.ts'

export function guardianFor(
  wanted: NonNullable<Wanted['guardian']>,
  person: KnownPerson,
  row: Wanted,
  known: Known,
  notes: Notes,
): Plan['guardian'] {
  const not = () => {
    notes.set('guardianNotLinked', '')
    return null
  }
  // the row itself must say the age: an age from a later row would make the next preview differ from this one
  if (!mayHaveGuardian(row.dob, known.today)) return not()
  if (person.dob !== null && !mayHaveGuardian(person.dob, known.today)) return not()
  const account = known.byEmail.get(wanted.email)
  if (account) {
    if (account.children.has(person.id)) return null
    if (account.person && !isNamedAs(account.person, wanted, known)) {
      notes.set('guardianNamedOtherwise', account.person.name)
      return null
    }
    if (account.person?.id === person.id || !mayBeGuardian(account.person?.dob ?? null, known.today)) return not()
    return account.children.size >= MOST_CHILDREN ? not() : { accountId: account.id, make: null }
  }
  const folded = known.fold(fullOf(wanted))
  const grown = (known.byName.get(folded) ?? []).filter(
    (one) => one.id !== person.id && one.email === '' && (one.dob === null || ageOn(known.today, one.dob) >= 18),
  )
  const [one, ...others] = grown
  const personId = one && others.length === 0 ? one.id : known.newId()
  const facts = personId === one?.id ? null : { ...namesOf(wanted), dob: null, phone: wanted.phone, categoryId: null }
  return { accountId: known.newId(), make: { personId, email: wanted.email, facts } }
}

/**
 * Whether the owner of the address may be the parent whom a row names: in any order, and with names that one of the two
 * lacks. A name that was taken from the address says nothing.
 */
function isNamedAs(owner: KnownPerson, wanted: NonNullable<Wanted['guardian']>, known: Known): boolean {
  const taken = known.fold(addressName(wanted.email))
  const [theirs, named] = [owner.folded, known.fold(fullOf(wanted))]
  if (theirs === taken || named === taken) return true
  const [some, others] = [wordsOf(theirs), wordsOf(named)]
  return [...some].every((one) => others.has(one)) || [...others].every((one) => some.has(one))
}

const wordsOf = (folded: string): Set<string> => new Set(folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean))

/** The phone for a guardian of this person who is known already. */
export function guardianPhoneOf(
  { guardian: wanted, dob }: Wanted,
  guardian: Plan['guardian'],
  person: KnownPerson,
  known: Known,
  notes: Notes,
): Plan['guardianPhone'] {
  if (!wanted || wanted.phone === '' || guardian?.make?.facts) return null
  // the row itself must say the age, as above
  if (!mayHaveGuardian(dob, known.today)) return null
  const account = known.byEmail.get(wanted.email)
  if (!guardian && !account?.children.has(person.id)) return null
  const personId = guardian?.make?.personId
  const theirs = account?.person ?? known.byName.get(known.fold(fullOf(wanted)))?.find(({ id }) => id === personId)
  if (!theirs || theirs.phone === wanted.phone) return null
  if (theirs.phone === '') return { personId: theirs.id, phone: wanted.phone }
  notes.set('guardianPhoneDiffers', '')
  return null
}

export function rememberGuardian(
  { accountId, make }: NonNullable<Plan['guardian']>,
  child: KnownPerson,
  known: Known,
  row: Wanted,
) {
  const email = row.guardian?.email ?? ''
  if (make) {
    const folded = known.fold(fullOf(row.guardian ?? row))
    const there = (known.byName.get(folded) ?? []).find(({ id }) => id === make.personId)
    const guardian =
      there ??
      newPerson(make.personId, folded, {
        ...(row.guardian ?? row),
        dob: null,
        phone: '',
        categoryId: null,
        ...make.facts,
      })
    if (!there) addByName(known, guardian)
    guardian.email = email
    guardian.accountId = accountId
    guardian.paidBy ??= accountId
    moveReferences(known, payerOfPerson(guardian.id), guardian.paidBy)
    known.byEmail.set(email, { id: accountId, person: guardian, children: new Set() })
  }
  const guardian = known.byEmail.get(email)
  guardian?.children.add(child.id)
  if (guardian?.person) guardian.person.isGuardian = true
}
