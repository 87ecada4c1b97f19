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
import {
  offeredRoles,
  type ColumnRole,
  type CsvRow,
  type RowFault,
  type RowNote,
  type RowReason,
} from '../../rules/csv.ts'

export interface Names {
  readonly displayName: string
  readonly familyName: string
}

export interface Wanted extends Names {
  readonly number: number
  /** The name as it stands there, also if it can't be taken. */
  readonly written: string
  /** What can't be read, and is left out of the other fields: the row can't be imported. */
  readonly faults: readonly RowFault[]
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

interface Context {
  readonly today: LocalDate
  readonly features: readonly Feature[]
}

const LONGEST_NAME = 80
/** A person who would be older has a mistyped date of birth, or one that fills an empty cell, such as 1.1.1900. */
const OLDEST = 110
const MOST_LEFT = 1_000
const MOST_OWED = 10_000_000
/** A pass that is valid for longer has a mistyped day. */
const LATEST_DAY = '2100-01-01'

type Cell = (role: ColumnRole) => string

export async function readRow({ number, cells }: CsvRow, { today, features }: Context): Promise<Wanted> {
  const offered = new Set(offeredRoles(features))
  const cell: Cell = (role) => (offered.has(role) ? (cells[role] ?? '').trim() : '')
  const faults: RowFault[] = []
  const fault = (reason: RowReason, ...columns: ColumnRole[]) => {
    faults.push({ reason, columns, detail: columns.map(cell).filter(Boolean).join(', ') })
    return null
  }
  const { written, ...names } = readNames(cell, fault)

  const notes: RowNote[] = []
  const email = readEmail('email', cell, fault)
  const guardianEmail = readEmail('guardianEmail', cell, fault)
  const dob = readBirth(cell, today, fault)
  const phone = await shownPhone(cell('phone'))
  const guardianPhone = await shownPhone(cell('guardianPhone'))
  if (phone === null || guardianPhone === null) notes.push({ kind: 'badPhone', detail: '' })
  const reference = readReference(cell, fault)
  const pass = readPass(cell, fault)
  const owes = readBalance(cell, offered.has('credit'), fault)

  // an address in a small child's row is its parent's
  const small = dob !== null && ageOn(today, dob) < OWN_SIGN_IN_AGE && features.includes('families')
  if (small && email !== '' && cell('guardianEmail') === '') notes.push({ kind: 'addressOfGuardian', detail: '' })
  // so is an address that the row gives as the parent's as well
  const parents = !mayBeGuardian(dob, today) && email === guardianEmail
  const own = small || parents ? '' : email
  const theirs = guardianEmail || (small ? email : '')
  const guardian =
    theirs === '' || theirs === own
      ? null
      : { email: theirs, phone: guardianPhone ?? '', ...guardianNames(cell('guardianName'), theirs) }
  const left = ['guardianName', 'guardianPhone'] as const
  const parent = left.map(cell).filter((one) => !isBlank(one))
  const without = parent.length > 0 && theirs === '' && cell('guardianEmail') === ''
  if (without) notes.push({ kind: 'guardianWithoutAddress', detail: parent.join(', ') })
  const isKept = without && cell('phone') === '' && Boolean(guardianPhone) && !isGrown(dob, today)
  if (isKept) notes.push({ kind: 'guardianPhoneKept', detail: '' })
  return {
    number,
    written,
    faults,
    ...names,
    email: own,
    phone: (isKept ? guardianPhone : phone) ?? '',
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

const isGrown = (dob: LocalDate | null, today: LocalDate) => dob !== null && mayBeGuardian(dob, today)

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

/**
 * Spells each person's name as the first row about them does: rows are imported in another order. A row with another
 * address or date of birth is about somebody else.
 */
export function withFirstNames(rows: readonly CsvRow[]): CsvRow[] {
  const firsts = new Map<string, { cells: CsvRow['cells']; email: string; dob: LocalDate | null }[]>()
  return rows.map((row) => {
    const { name = '', firstName = '', lastName = '', email: address = '', dob: day = '' } = row.cells
    const [email, dob] = [normalEmail(address), dayOf(day)]
    const written = fullOf(namesOf(name, firstName, lastName)).toLowerCase()
    const all = firsts.get(written) ?? []
    const first = all.find(
      (one) =>
        (one.email === '' || email === '' || one.email === email) &&
        (one.dob === null || dob === null || one.dob === dob),
    )
    if (first) {
      const { name: whole, firstName: given, lastName: family } = first.cells
      return { ...row, cells: { ...row.cells, name: whole, firstName: given, lastName: family } }
    }
    all.push({ cells: row.cells, email, dob })
    firsts.set(written, all)
    return row
  })
}

const comesBefore = (name: string, other: string) =>
  name.length === other.length ? name < other : name.length > other.length

export const fullOf = ({ displayName, familyName }: Names): string => `${displayName} ${familyName}`.trim()

const isName = (name: string) => name.length <= LONGEST_NAME && !isMisleading(name)

const tidied = (name: string): string => name.trim().replace(/\s+/g, ' ')

/** "Mari Liis Tamm" and "Tamm, Mari Liis" give the same names. */
function namesOf(name: string, first: string, last: string): Names {
  const [whole, family] = [tidied(first || name), tidied(last)]
  if (whole !== '' && family !== '') {
    const given = first === '' ? withoutLastName(whole, family) : null
    return { displayName: given ?? whole, familyName: family }
  }
  return inTwo(tidied(name || first || last))
}

function inTwo(whole: string): Names {
  const [family = '', given] = whole.split(/\s*,\s*/, 2)
  if (given) return { displayName: given, familyName: family }
  const at = family.lastIndexOf(' ')
  return at < 0
    ? { displayName: family, familyName: '' }
    : { displayName: family.slice(0, at), familyName: family.slice(at + 1) }
}

/** The first name in a whole name; null if it does not hold the last name, and so is a first name itself. */
export function withoutLastName(name: string, last: string): string | null {
  const [whole, family] = [tidied(name), tidied(last)]
  const begins = whole.toLowerCase().startsWith(`${family.toLowerCase()},`)
  if (begins) return whole.slice(family.length + 1).trim() || null
  const ends = whole.toLowerCase().endsWith(` ${family.toLowerCase()}`)
  return ends ? whole.slice(0, -family.length).trim() : null
}

function guardianNames(name: string, email: string): Names {
  const names = namesOf(name, '', '')
  const usable = !isBlank(names.displayName) && isName(names.displayName) && isName(names.familyName)
  return usable ? names : { displayName: addressName(email), familyName: '' }
}

/** The name of a parent of whom only the address is known. */
export const addressName = (email: string): string => (email.split('@')[0] ?? email).slice(0, LONGEST_NAME)

type Fault = (reason: RowReason, ...columns: ColumnRole[]) => null

function readNames(cell: Cell, fault: Fault): Names & { readonly written: string } {
  const names = namesOf(cell('name'), cell('firstName'), cell('lastName'))
  const written = fullOf(names)
  const inColumns = (['name', 'firstName', 'lastName'] as const).filter((role) => cell(role) !== '')
  if (isBlank(names.displayName)) fault('noName')
  else if ([cell('name'), cell('firstName')].every(isBlank)) fault('noFirstName', 'firstName')
  else if (!isName(names.displayName) || !isName(names.familyName)) fault('badName', ...inColumns)
  else if (isTotal(written, cell)) fault('notAPerson', ...inColumns)
  else return { ...names, written }
  return { displayName: '', familyName: '', written }
}

/** A table often ends with a row of sums. */
const isTotal = (written: string, cell: Cell): boolean =>
  /^(kokku|summa|total|sum):?$/i.test(written) && (['email', 'dob'] as const).map(cell).every(isBlank)

function readEmail(role: 'email' | 'guardianEmail', cell: Cell, fault: Fault): string {
  const email = normalEmail(cell(role))
  if (email === '' || isEmail(email)) return email
  fault('badEmail', role)
  return ''
}

function readBirth(cell: Cell, today: LocalDate, fault: Fault): LocalDate | null {
  if (cell('dob') === '') return null
  const dob = dayOf(cell('dob'))
  if (dob === null || dob > today) return fault('badDate', 'dob')
  return ageOn(today, dob) > OLDEST ? fault('dobTooOld', 'dob') : dob
}

function readReference(cell: Cell, fault: Fault): string | null {
  if (cell('reference') === '') return null
  const reference = plainReference(cell('reference'))
  return isReference(reference) ? reference : fault('badReference', 'reference')
}

function readPass(cell: Cell, fault: Fault): Wanted['pass'] {
  const [name, uses] = [cell('pass'), cell('usesLeft')]
  if (name === '') return null
  const left = /^-?\d{1,4}([.,]0+)?$/.test(uses) ? Math.trunc(Number(uses.replace(',', '.'))) : null
  const until = dayOf(cell('validUntil'))
  const hasUses = left !== null && left <= MOST_LEFT
  const hasDay = until !== null && until <= LATEST_DAY
  if (!hasUses) fault('badUses', 'usesLeft')
  if (!hasDay) fault('badUntil', 'validUntil')
  // with a fault the row is not imported, but whether the studio sells that pass is still checked
  return { name, left: hasUses ? left : 0, until: hasDay ? until : LATEST_DAY }
}

/** Debt minus credit in cents, so that a negative value counts as the other. */
function readBalance(cell: Cell, withCredit: boolean, fault: Fault): Cents {
  const sums = (['debt', 'credit'] as const).map((role) => ({
    role,
    cents: cell(role) === '' ? 0 : amountOf(cell(role)),
  }))
  const unread = sums.filter(({ cents }) => cents === null)
  for (const { role } of unread) fault('badMoney', role)
  const [debt, credit] = sums.map(({ cents }) => cents ?? 0)
  const owes = (debt ?? 0) - (credit ?? 0)
  if (unread.length > 0) return 0
  const isPossible = Math.abs(owes) <= MOST_OWED
  if (isPossible && (owes >= 0 || withCredit)) return owes
  const columns = (['debt', 'credit'] as const).filter((role) => cell(role) !== '')
  fault(isPossible ? 'creditSwitchedOff' : 'badMoney', ...columns)
  return 0
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
