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

/** A registrant as a screen lists them that is open: 'new' came since it was opened, 'gone' gave the place back. */
export type ListedRow = RegistrantRow & { readonly presence: 'listed' | 'new' | 'gone' }

type Rows<Entry> = Omit<Entry, 'registrants'> & { readonly registrants: readonly RegistrantRow[] }
export type ClassRow = Rows<EntryWithRegistrants>
/** Of the list of classes. */
export type ListedClass = Rows<EntryWithRegistrants & { readonly waiting: number }>

/** Puts people and their places together again; a person travels once, however many entries they come to. */
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

/** `rows` in the places that `before` gave them: new ones at the end, and the place of a gone one kept. */
export function keepPlaces(before: readonly ListedRow[], rows: readonly RegistrantRow[]): ListedRow[] {
  if (rows.length === 0) return []
  const now = new Map(rows.map((row) => [row.userId, row]))
  const known = new Set(before.map(({ userId }) => userId))
  return [
    ...before.map((row): ListedRow => {
      const found = now.get(row.userId)
      if (!found) return { ...row, presence: 'gone' }
      return { ...found, presence: row.presence === 'gone' ? 'new' : row.presence }
    }),
    ...rows.filter(({ userId }) => !known.has(userId)).map((row): ListedRow => ({ ...row, presence: 'new' })),
  ]
}

/** What a place is paid with, as far as anything is open: a drop-in's payment, or that of the pass. */
export const paymentOf = ({ payment, passPayment }: Registrant) => payment ?? passPayment

/** Rows of one entry that are drawn at once. */
export const ROWS_OF_ONE = 60
/** Two full classes, and one on a phone: whoever looks for another one finds it below them without a long way. */
export const ROWS_AT_ONCE = { wide: 20, narrow: 6 } as const

/** Which entries of a page are open by themselves: the first ones; the others take one press each. */
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
