// What is known when a row is decided, and what is written for it.
import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import { fullOf, type Names } from './wanted.ts'

export interface KnownPerson {
  readonly id: string
  /** Whole name, as screens show it. */
  readonly name: string
  /** Folded name, for comparison. */
  readonly folded: string
  /** Ids of people who were merged into this one. */
  readonly goneIds: readonly string[]
  dob: LocalDate | null
  phone: string
  /** Id of their current membership category. */
  categoryId: string | null
  /** Address of their account; empty without one. */
  email: string
  /** Account with that address. */
  accountId: string | null
  /** Account that pays for them; null if there is none. */
  paidBy: string | null
  /** Whether that account is a guardian's. */
  paidByGuardian: boolean
  isGuardian: boolean
}

export interface KnownAccount {
  readonly id: string
  readonly person: KnownPerson | null
  /** Ids of the people whose guardian this is. */
  readonly children: Set<string>
}

export interface KnownMembership {
  readonly id: string
  readonly name: string
  readonly classLimit: number
  readonly categories: readonly string[]
  readonly excludedCategories: readonly string[]
}

/** The part of the studio that these rows may refer to. */
export interface Known {
  readonly today: LocalDate
  readonly byName: Map<string, KnownPerson[]>
  readonly byEmail: Map<string, KnownAccount>
  /** Payer ids by reference number. */
  readonly references: Map<string, string>
  readonly memberships: ReadonlyMap<string, KnownMembership>
  /** Ids of the membership categories in use, by name. */
  readonly categories: ReadonlyMap<string, string>
  /** Keys of passes that were imported before. */
  readonly passes: Set<string>
  /** Ids of people whose balance was imported before. */
  readonly balances: Set<string>
  /** Folds a name for comparison. */
  readonly fold: (name: string) => string
  readonly newId: () => string
}

/** Details of a new person. */
export interface Facts extends Names {
  readonly dob: LocalDate | null
  readonly phone: string
  readonly categoryId: string | null
}

/** What is written for a row. */
export interface Plan {
  readonly personId: string
  readonly make: Facts | null
  readonly fill: { readonly dob?: LocalDate; readonly phone?: string; readonly categoryId?: string } | null
  readonly account: { readonly id: string; readonly email: string } | null
  readonly guardian: {
    readonly accountId: string
    /** The guardian's new account for this person; with `facts`, the person is created too. */
    readonly make: { readonly personId: string; readonly email: string; readonly facts: Facts | null } | null
  } | null
  /** Phone for a known guardian who has none. */
  readonly guardianPhone: { readonly personId: string; readonly phone: string } | null
  readonly reference: string | null
  readonly pass: {
    readonly key: string
    readonly of: KnownMembership
    readonly left: number
    readonly until: LocalDate
  } | null
  /** Earlier balance in cents; below 0 it is credit. */
  readonly owes: { readonly cents: Cents; readonly what: string } | null
}

export const namesOf = ({ displayName, familyName }: Names): Names => ({ displayName, familyName })

export const newPerson = (id: string, folded: string, { dob, phone, categoryId, ...names }: Facts): KnownPerson => ({
  id,
  name: fullOf(names),
  folded,
  goneIds: [],
  dob,
  phone,
  categoryId,
  email: '',
  accountId: null,
  paidBy: null,
  paidByGuardian: false,
  isGuardian: false,
})

export function addByName(known: Known, person: KnownPerson): void {
  const all = known.byName.get(person.folded)
  if (all) all.push(person)
  else known.byName.set(person.folded, [person])
}

/** Moves a person's reference numbers to the account that pays for them now. */
export function moveReferences({ references }: Known, from: string, to: string): void {
  for (const [reference, holder] of references) if (holder === from) references.set(reference, to)
}
