// What is known when a row is decided, and what is written of it.
import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { Names } from './wanted.ts'

export interface KnownPerson {
  readonly id: string
  /** The name as it is compared. */
  readonly folded: string
  /** Ids of records that were merged into this one. */
  readonly goneIds: readonly string[]
  dob: LocalDate | null
  phone: string
  /** The membership category that they have. */
  categoryId: string | null
  /** The address with which they sign in; empty without one. */
  email: string
  /** The account of that address. */
  accountId: string | null
  /** The account that pays for them; null where nobody's does. */
  paidBy: string | null
  /** Whether that is a guardian's. */
  paidByGuardian: boolean
  isGuardian: boolean
}

export interface KnownAccount {
  readonly id: string
  readonly person: KnownPerson | null
  /** Of whom it is guardian. */
  readonly children: Set<string>
}

export interface KnownMembership {
  readonly id: string
  readonly name: string
  readonly classLimit: number
  readonly categories: readonly string[]
  readonly excludedCategories: readonly string[]
}

/** The studio, as far as these rows can meet it. */
export interface Known {
  readonly today: LocalDate
  readonly byName: Map<string, KnownPerson[]>
  readonly byEmail: Map<string, KnownAccount>
  /** Numbers of payers, and whose they are. */
  readonly references: Map<string, string>
  readonly memberships: ReadonlyMap<string, KnownMembership>
  /** Ids of the membership categories that are given out, by name. */
  readonly categories: ReadonlyMap<string, string>
  /** Passes that came before. */
  readonly passes: Set<string>
  /** Ids of people whose balance came before. */
  readonly balances: Set<string>
  /** A name as it is compared. */
  readonly fold: (name: string) => string
  readonly newId: () => string
}

/** What a new person is made of. */
export interface Facts extends Names {
  readonly dob: LocalDate | null
  readonly phone: string
  readonly categoryId: string | null
}

/** What is written of a row. */
export interface Plan {
  readonly personId: string
  readonly make: Facts | null
  readonly fill: { readonly dob?: LocalDate; readonly phone?: string; readonly categoryId?: string } | null
  readonly account: { readonly id: string; readonly email: string } | null
  readonly guardian: {
    readonly accountId: string
    /** Made with it: the account, for this person, who is made as well where there are names. */
    readonly make: { readonly personId: string; readonly email: string; readonly facts: Facts | null } | null
  } | null
  /** A number for a guardian who is here without one. */
  readonly guardianPhone: { readonly personId: string; readonly phone: string } | null
  readonly reference: string | null
  readonly pass: {
    readonly key: string
    readonly of: KnownMembership
    readonly left: number
    readonly until: LocalDate
  } | null
  /** Cents from before; less than 0 is credit. */
  readonly owes: { readonly cents: Cents; readonly what: string } | null
}

export const namesOf = ({ displayName, familyName }: Names): Names => ({ displayName, familyName })

export const newPerson = (
  id: string,
  folded: string,
  { dob, phone, categoryId }: Omit<Facts, keyof Names>,
): KnownPerson => ({
  id,
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

/** The numbers of a person go to the account that pays for them now. */
export function moveReferences({ references }: Known, from: string, to: string): void {
  for (const [reference, holder] of references) if (holder === from) references.set(reference, to)
}
