import type { Cents } from '#kernel/money.ts'
import { fullName } from '#studio/accounts/rules.ts'
import type { ShownPaymentStatus } from '#studio/payments/rules.ts'
import type { EntryWithRegistrants, Registrant } from '../contract.ts'

export interface Person {
  readonly id: string
  readonly displayName: string
  readonly familyName: string
  readonly email: string
}

/** A registrant with the person's name and address. */
export type RegistrantRow = Registrant & { readonly name: string; readonly email: string }

export interface ClassRow extends Omit<EntryWithRegistrants, 'registrants'> {
  readonly registrants: readonly RegistrantRow[]
}

/** Puts people and their places together again; a person travels once, however many entries they come to. */
export function rowsOf(
  answer: { readonly people: readonly Person[]; readonly entries: readonly EntryWithRegistrants[] },
  nameOf = fullName,
): ClassRow[] {
  const people = new Map(answer.people.map((person) => [person.id, person]))
  return answer.entries.map((entry) => ({
    ...entry,
    registrants: entry.registrants.map((registrant) => {
      const person = people.get(registrant.userId)
      return { ...registrant, name: person ? nameOf(person) : '', email: person?.email ?? '' }
    }),
  }))
}

/** What the payment status column says; null for a place that a membership paid. */
export function statusOf(registrant: Registrant): { status: ShownPaymentStatus; actualAmount: Cents | null } | null {
  if (registrant.method === 'included') return { status: 'included', actualAmount: null }
  return registrant.payment
}

/** Rows that are drawn at once, on one page; more of them come on demand. */
export const ROWS_AT_ONCE = 150
/** Rows of one entry that are drawn at once. */
export const ROWS_OF_ONE = 60

/**
 * How many rows of each entry are drawn at first. Everyone is shown while that is bearable for a phone; of a full
 * page with hundreds of people the first entries are open, and the others open with one tap.
 */
export function rowsAtFirst(counts: readonly number[]): number[] {
  let left = ROWS_AT_ONCE
  return counts.map((count) => {
    const rows = left > 0 ? Math.min(count, ROWS_OF_ONE) : 0
    left -= rows
    return rows
  })
}
