import type { FamilyPerson } from '../contract.ts'

/** Who is booked, by name; undefined where that is the one who is signed in alone, who is spoken to. */
export const othersNamed = (booked: readonly FamilyPerson[]): readonly string[] | undefined =>
  booked.every(({ own }) => own) ? undefined : booked.map(({ displayName }) => displayName)
