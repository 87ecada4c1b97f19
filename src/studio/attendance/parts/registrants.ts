import { fullName } from '#studio/accounts/rules.ts'
import type { EntryWithRegistrants, Registrant } from '../contract.ts'

export interface Person {
  readonly id: string
  readonly displayName: string
  readonly familyName: string
  readonly email: string
  readonly age: number | null
  readonly photos: boolean | null
  readonly hasPhone: boolean
}

/** A registrant with the person's name and address. */
export type RegistrantRow = Registrant &
  Pick<Person, 'email' | 'age' | 'photos' | 'hasPhone'> & { readonly name: string }

/** A row of an open screen: 'new' arrived after it was opened, 'gone' gave the place back. */
export type Placed<Row> = Row & { readonly presence: 'listed' | 'new' | 'gone' }
export type ListedRow = Placed<RegistrantRow>

type Rows<Entry> = Omit<Entry, 'registrants'> & { readonly registrants: readonly RegistrantRow[] }
export type ClassRow = Rows<EntryWithRegistrants>
/** An entry of the list of classes. */
export type ListedClass = Rows<EntryWithRegistrants & { readonly waiting: number }>

/** Joins people to their places; each person is sent once, however many entries they come to. */
export function rowsOf<Entry extends EntryWithRegistrants>(
  answer: { readonly people: readonly Person[]; readonly entries: readonly Entry[] },
  nameOf = fullName,
): Rows<Entry>[] {
  const people = new Map(answer.people.map((person) => [person.id, person]))
  return answer.entries.map((entry) => ({
    ...entry,
    registrants: entry.registrants.map((registrant) => {
      const person = people.get(registrant.userId)
      const { email = '', age = null, photos = null, hasPhone = false } = person ?? {}
      return { ...registrant, name: person ? nameOf(person) : '', email, age, photos, hasPhone }
    }),
  }))
}

/** `rows` in the order of `before`: new rows at the end, and gone rows kept in place. */
export function keepPlaces<Row extends { readonly userId: string }>(
  before: readonly Placed<Row>[],
  rows: readonly Row[],
): Placed<Row>[] {
  if (rows.length === 0) return []
  const now = new Map(rows.map((row) => [row.userId, row]))
  const known = new Set(before.map(({ userId }) => userId))
  return [
    ...before.map((row): Placed<Row> => {
      const found = now.get(row.userId)
      if (!found) return { ...row, presence: 'gone' }
      return { ...found, presence: row.presence === 'gone' ? 'new' : row.presence }
    }),
    ...rows.filter(({ userId }) => !known.has(userId)).map((row): Placed<Row> => ({ ...row, presence: 'new' })),
  ]
}

/** The open payment of a place: that of the drop-in, or of the pass. */
export const paymentOf = ({ payment, passPayment }: Registrant) => payment ?? passPayment

/** How many rows of one entry are rendered at once. */
export const ROWS_OF_ONE = 60
/** Two full classes, and one on a phone: whoever looks for another one finds it below them without a long way. */
export const ROWS_AT_ONCE = { wide: 20, narrow: 6 } as const

/** Which entries of a page are open at first: those at the top; the others open with a press. */
export function openByThemselves(counts: readonly number[], atOnce: number): boolean[] {
  let left = atOnce
  return counts.map((count) => {
    const open = left > 0
    left -= count
    return open
  })
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each typed word is in the name, with or without its accents. */
export const isNamed = (name: string, typed: string): boolean =>
  plain(typed)
    .split(/\s+/)
    .every((word) => plain(name).includes(word))
