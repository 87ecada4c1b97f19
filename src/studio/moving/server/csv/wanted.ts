// Reads the cells of a row.
import { isEmail } from '#kernel/email.ts'
import type { Cents } from '#kernel/money.ts'
import { isReference, plainReference } from '#kernel/references.ts'
import { ageOn, type LocalDate } from '#kernel/time.ts'
import { isBlank, isMisleading } from '#kernel/visible.ts'
import { normalEmail } from '#studio/accounts/rules/forms.ts'
import { shownPhone } from '#studio/accounts/server/details.ts'
import { amountOf, dayOf } from '#studio/bank/server/statements/values.ts'
import { mayBeGuardian, OWN_SIGN_IN_AGE } from '#studio/families/rules.ts'
import type { Feature } from '#studio/settings/rules.ts'
import { offeredRoles, type ColumnRole, type CsvRow, type RowNote, type RowReason } from '../../rules/csv.ts'

export interface Names {
  readonly displayName: string
  readonly familyName: string
}

export interface Wanted extends Names {
  readonly number: number
  /** Empty if there is none. */
  readonly email: string
  readonly phone: string
  readonly dob: LocalDate | null
  /** Name of a membership category; empty if there is none. */
  readonly category: string
  readonly guardian: (Names & { readonly email: string; readonly phone: string }) | null
  readonly reference: string | null
  readonly pass: { readonly name: string; readonly left: number; readonly until: LocalDate } | null
  /** Earlier debt in cents; below 0 it is credit. */
  readonly owes: Cents
  /** What the debt is for; empty if the table does not say. */
  readonly owesFor: string
  readonly notes: readonly RowNote[]
}

/** A row that can't be imported. */
export interface Unread {
  readonly number: number
  readonly name: string
  readonly reason: RowReason
  readonly detail: string
}

export const isUnread = (row: Wanted | Unread): row is Unread => 'reason' in row

interface Context {
  readonly today: LocalDate
  readonly features: readonly Feature[]
}

const LONGEST_NAME = 80
const MOST_LEFT = 1_000
const MOST_OWED = 10_000_000

export async function readRow({ number, cells }: CsvRow, { today, features }: Context): Promise<Wanted | Unread> {
  const offered = new Set(offeredRoles(features))
  const cell = (role: ColumnRole): string => (offered.has(role) ? (cells[role] ?? '').trim() : '')
  const names = namesOf(cell('name'), cell('firstName'), cell('lastName'))
  const name = fullOf(names)
  const unread = (reason: RowReason, detail = ''): Unread => ({ number, name, reason, detail })
  if (isBlank(names.displayName)) return unread('noName')
  if ([cell('name'), cell('firstName')].every(isBlank)) return unread('noFirstName')
  if (!isName(names.displayName) || !isName(names.familyName)) return unread('badName')

  const notes: RowNote[] = []
  const email = normalEmail(cell('email'))
  if (email !== '' && !isEmail(email)) return unread('badEmail', email)
  const guardianEmail = normalEmail(cell('guardianEmail'))
  if (guardianEmail !== '' && !isEmail(guardianEmail)) return unread('badEmail', guardianEmail)
  const dob = cell('dob') === '' ? null : dayOf(cell('dob'))
  if (cell('dob') !== '' && (dob === null || dob > today || dob < '1900-01-01')) return unread('badDate', cell('dob'))
  const phone = await shownPhone(cell('phone'))
  const guardianPhone = await shownPhone(cell('guardianPhone'))
  if (phone === null || guardianPhone === null) notes.push('badPhone')
  const reference = cell('reference') === '' ? null : plainReference(cell('reference'))
  if (reference !== null && !isReference(reference)) return unread('badReference', cell('reference'))
  const pass = passOf(cell('pass'), cell('usesLeft'), cell('validUntil'))
  if (pass === 'badPass') return unread('badPass', [cell('pass'), cell('usesLeft'), cell('validUntil')].join(', '))

  const owes = owedIn(cell('debt'), cell('credit'))
  if (owes === null || (owes < 0 && !offered.has('credit')))
    return unread('badMoney', [cell('debt'), cell('credit')].filter(Boolean).join(', '))

  // an address in a small child's row is its parent's
  const small = dob !== null && ageOn(today, dob) < OWN_SIGN_IN_AGE && features.includes('families')
  if (small && email !== '' && guardianEmail === '') notes.push('addressOfGuardian')
  // so is an address that the row gives as the parent's as well
  const parents = !mayBeGuardian(dob, today) && email === guardianEmail
  const own = small || parents ? '' : email
  const theirs = guardianEmail || (small ? email : '')
  const guardian =
    theirs === '' || theirs === own
      ? null
      : { email: theirs, phone: guardianPhone ?? '', ...guardianNames(cell('guardianName'), theirs) }
  return {
    number,
    ...names,
    email: own,
    phone: phone ?? '',
    dob,
    category: cell('category'),
    guardian,
    reference,
    pass,
    owes,
    owesFor: cell('debtFor'),
    notes,
  }
}

/**
 * A parent's name may be in one child's row only: copies it to the other children's rows, the longest if there are
 * several.
 */
export function withParentsNames(rows: readonly CsvRow[]): CsvRow[] {
  const addressOf = ({ cells }: CsvRow) => normalEmail(cells.guardianEmail || cells.email || '')
  const names = new Map<string, string>()
  for (const row of rows) {
    const [email, name] = [addressOf(row), tidied(row.cells.guardianName ?? '')]
    if (email !== '' && !isBlank(name) && comesBefore(name, names.get(email) ?? '')) names.set(email, name)
  }
  return rows.map((row) => {
    const guardianName = isBlank(row.cells.guardianName ?? '') ? names.get(addressOf(row)) : undefined
    return guardianName === undefined ? row : { ...row, cells: { ...row.cells, guardianName } }
  })
}

const comesBefore = (name: string, other: string) =>
  name.length === other.length ? name < other : name.length > other.length

export const fullOf = ({ displayName, familyName }: Names): string => `${displayName} ${familyName}`.trim()

const isName = (name: string) => name.length <= LONGEST_NAME && !isMisleading(name)

const tidied = (name: string): string => name.trim().replace(/\s+/g, ' ')

/** "Mari Liis Tamm" and "Tamm, Mari Liis" give the same names. */
function namesOf(name: string, first: string, last: string): Names {
  if (first !== '' && last !== '') return { displayName: tidied(first), familyName: tidied(last) }
  const whole = tidied(name || first || last)
  const [family = '', given] = whole.split(/\s*,\s*/, 2)
  if (given) return { displayName: given, familyName: family }
  const at = family.lastIndexOf(' ')
  return at < 0
    ? { displayName: family, familyName: '' }
    : { displayName: family.slice(0, at), familyName: family.slice(at + 1) }
}

function guardianNames(name: string, email: string): Names {
  const names = namesOf(name, '', '')
  const usable = !isBlank(names.displayName) && isName(names.displayName) && isName(names.familyName)
  return usable ? names : { displayName: (email.split('@')[0] ?? email).slice(0, LONGEST_NAME), familyName: '' }
}

function passOf(name: string, uses: string, until: string): Wanted['pass'] | 'badPass' {
  if (name === '') return null
  const left = /^-?\d{1,4}([.,]0+)?$/.test(uses) ? Math.trunc(Number(uses.replace(',', '.'))) : null
  const day = dayOf(until)
  if (left === null || left > MOST_LEFT || day === null || day > '2100-01-01') return 'badPass'
  return { name, left, until: day }
}

/** Debt minus credit in cents, so that a negative value counts as the other; null if either is not a sum. */
function owedIn(debt: string, credit: string): Cents | null {
  const [owed, paid] = [debt === '' ? 0 : amountOf(debt), credit === '' ? 0 : amountOf(credit)]
  if (owed === null || paid === null || Math.abs(owed - paid) > MOST_OWED) return null
  return owed - paid
}

/**
 * Sorts rows into import order, independent of their order in the file: the most detailed first, so that a row with
 * only a name finds the person created by another row.
 */
export function inOrder(rows: readonly Wanted[]): Wanted[] {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }))
  return keyed
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row.number - b.row.number))
    .map(({ row }) => row)
}

function keyOf({
  email,
  dob,
  displayName,
  familyName,
  phone,
  category,
  guardian,
  reference,
  pass,
  owes,
}: Wanted): string {
  // of people with the same address the oldest gets the account
  const known = email !== '' ? ['0', email, dob ?? ''] : [dob === null ? '2' : '1', dob ?? '', '']
  const rest = [
    familyName,
    displayName,
    phone,
    category,
    guardian?.email ?? '',
    guardian?.phone ?? '',
    reference ?? '',
    JSON.stringify(pass),
    String(owes),
  ]
  return [...known, ...rest].join('\0')
}
