import type { MembershipCategory, Role } from '#studio/accounts/rules.ts'
import type { PaymentMethod } from '#studio/payments/rules.ts'

/** Every sample account has it. */
export const SAMPLE_PASSWORD = 'tantsime'

/** What somebody comes for; habits.ts says how often. */
export type Taste = 'kpop' | 'fitness' | 'girls' | 'boys' | 'everything' | 'guest' | 'group' | 'none'

export interface Profile {
  readonly email: string
  readonly displayName: string
  readonly familyName: string
  /** Years. */
  readonly age: number
  readonly language: 'en' | 'et'
  readonly role: Role
  readonly membershipCategory: MembershipCategory | null
  readonly taste: Taste
  /** How they pay when they have the choice. */
  readonly pays: PaymentMethod
  /** The day on which they signed up, counted from today. */
  readonly joins: number
  readonly unverified?: boolean
}

const person = (name: string, age: number, more: Partial<Profile>): Profile => {
  const [displayName = '', familyName = ''] = name.split(' ')
  return {
    email: `${plain(displayName)}.${plain(familyName)}@example.ee`,
    displayName,
    familyName,
    age,
    language: 'et',
    role: 'user',
    membershipCategory: null,
    taste: 'none',
    pays: 'bankTransfer',
    joins: -44,
    ...more,
  }
}

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The accounts that are printed, for whoever looks around. */
export const fixed = {
  admin: person('Kadri Lepik', 41, { email: 'admin@example.ee', role: 'admin' }),
  teacher: person('Karolin Saarepuu', 29, { email: 'teacher@example.ee', role: 'teacher' }),
  member: person('Liis Rebane', 27, { email: 'member@example.ee', language: 'en' }),
  groupMember: person('Hanna Kivistik', 19, {
    email: 'group@example.ee',
    membershipCategory: 'Member-16',
    taste: 'group',
  }),
  unverified: person('Joosep Metsla', 16, { email: 'unverified@example.ee', joins: -1, unverified: true }),
}

export const otherStaff = {
  admin: person('Margus Toomik', 46, { email: 'margus@example.ee', role: 'admin' }),
  boysTeacher: person('Rasmus Kõiv', 31, { email: 'rasmus@example.ee', role: 'teacher' }),
  fitnessTeacher: person('Triin Mägiste', 35, { email: 'triin@example.ee', role: 'teacher' }),
}

const girl = { membershipCategory: 'Member-girl', taste: 'group' } as const
const girlAndBoy = { membershipCategory: 'Member-girl-boy', taste: 'group' } as const
const boy = { membershipCategory: 'Member-boy', taste: 'group', pays: 'cash' } as const
const over16 = { membershipCategory: 'Member-16', taste: 'group' } as const
const over16AndBoy = { membershipCategory: 'Member-16-boy', taste: 'group' } as const
const cover = { membershipCategory: 'Cover', taste: 'kpop' } as const

export const otherMembers: readonly Profile[] = [
  person('Mirtel Aasmäe', 10, girl),
  person('Lenna Kuusik', 11, girl),
  person('Emili Raudsepp', 12, girl),
  person('Grete Paju', 12, girl),
  person('Saskia Tammela', 13, girl),
  person('Rebeka Ilves', 14, { ...girl, joins: -43 }),
  person('Nora Sepping', 11, girlAndBoy),
  person('Marleen Hõbe', 13, girlAndBoy),
  person('Karl Vaher', 11, boy),
  person('Oskar Lillemets', 12, boy),
  person('Robin Kangur', 13, boy),
  person('Hugo Pärnaste', 14, { ...boy, joins: -42 }),
  person('Elisabeth Noor', 17, over16),
  person('Anete Luik', 18, over16),
  person('Kertu Vesik', 20, { ...over16, language: 'en' }),
  person('Mia Sarapuu', 16, { ...over16, joins: -43 }),
  person('Sander Ots', 18, over16AndBoy),
  person('Kaur Rannamets', 21, over16AndBoy),
  person('Laura Põder', 22, cover),
  person('Johanna Kask', 24, { ...cover, pays: 'cash' }),
  person('Simona Lember', 19, cover),
  person('Carmen Randoja', 23, { ...cover, joins: -30 }),
  person('Eliise Kuuse', 21, { taste: 'kpop', pays: 'stebby' }),
  person('Merili Jõgi', 25, { taste: 'kpop', language: 'en' }),
  person('Annabel Soosaar', 18, { taste: 'kpop', joins: -31 }),
  person('Piret Vahtra', 38, { taste: 'fitness', pays: 'stebby' }),
  person('Kristel Nurk', 33, { taste: 'fitness', pays: 'stebby' }),
  person('Maarja Oja', 44, { taste: 'fitness' }),
  person('Helen Kaasik', 29, { taste: 'fitness', joins: -29 }),
  person('Tanel Rohtla', 36, { taste: 'fitness', pays: 'cash', joins: -17 }),
  person('Berit Loorits', 10, { taste: 'girls' }),
  person('Pille Uibo', 11, { taste: 'girls', pays: 'cash', joins: -31 }),
  person('Delisa Mänd', 9, { taste: 'girls', joins: -16 }),
  person('Mattias Sild', 12, { taste: 'boys' }),
  person('Ragnar Kaljula', 14, { taste: 'boys', pays: 'cash', joins: -28 }),
  person('Katriin Alver', 26, { taste: 'everything' }),
  person('Getter Lehtla', 31, { taste: 'everything', pays: 'cash', joins: -30 }),
  person('Doris Aedma', 23, { taste: 'guest', pays: 'cash', joins: -18 }),
  person('Kevin Petrov', 22, { taste: 'guest', language: 'en', joins: -9 }),
  person('Aleksandra Ivanova', 28, { taste: 'guest', pays: 'cash', joins: -4 }),
]

/** Everyone, in the order in which they are known to the studio. */
export const everyone: readonly Profile[] = [
  fixed.admin,
  ...Object.values(otherStaff),
  fixed.teacher,
  fixed.member,
  fixed.groupMember,
  ...otherMembers,
  fixed.unverified,
]
