import type { ReactNode } from 'react'
import type { FamilyPerson } from '#studio/families/contract.ts'
import type { Candidate } from '#studio/families/parts/ForWhom.tsx'

/** What a full class or course shows instead of its button, if the studio has waiting lists. */
export interface WaitingSlot {
  /** Whether a place is held for this person. */
  readonly holds: (id: string, personId: string) => boolean
  /**
   * Ids of people shown as waiting; while a place is free, only those who have been offered one or whose offer has
   * passed.
   */
  readonly inLine: (id: string, full: boolean) => readonly string[]
  /** A line for each of these people who waits, or null; `take` opens the dialog that takes the place for a person. */
  readonly lines: (
    place: { readonly id: string; readonly full: boolean; readonly of: readonly FamilyPerson[] },
    namedBy: string,
    take: (person: FamilyPerson) => void,
  ) => ReactNode | null
  /** The button that joins the waiting list, or null if nobody can. */
  readonly join: (
    place: {
      readonly id: string
      readonly full: boolean
      readonly candidates: readonly Candidate[]
      /** Name and time, for a dialog. */
      readonly details: ReactNode
    },
    namedBy: string,
  ) => ReactNode | null
}

/** Treats a place held for the person who takes it as free. */
export const withoutHeld = <P extends { readonly heldCount: number }>(place: P): P => ({
  ...place,
  heldCount: Math.max(0, place.heldCount - 1),
})
