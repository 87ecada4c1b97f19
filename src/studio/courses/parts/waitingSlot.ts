import type { ReactNode } from 'react'
import type { Dancer } from '#studio/families/contract.ts'
import type { Candidate } from '#studio/families/parts/ForWhom.tsx'

/** What a full class or course shows in place of its button, in a studio with waiting lists. */
export interface WaitingSlot {
  /** Whether a place is held for this person here. */
  readonly holds: (id: string, personId: string) => boolean
  /** Those who wait here, and are shown as waiting: while a place is free only those whose turn has come or passed by. */
  readonly inLine: (id: string, full: boolean) => readonly string[]
  /** A line for each of those people who wait, or null; `take` opens the dialog in which a place is taken for one of them. */
  readonly lines: (
    place: { readonly id: string; readonly full: boolean; readonly of: readonly Dancer[] },
    namedBy: string,
    take: (dancer: Dancer) => void,
  ) => ReactNode | null
  /** The button that puts somebody in line, or null where nobody can be. */
  readonly join: (
    place: {
      readonly id: string
      readonly full: boolean
      readonly candidates: readonly Candidate[]
      /** Its name and when it is, for a dialog. */
      readonly details: ReactNode
    },
    namedBy: string,
  ) => ReactNode | null
}

/** A place that is held for whoever takes it is free for them. */
export const withoutHeld = <P extends { readonly heldCount: number }>(place: P): P => ({
  ...place,
  heldCount: Math.max(0, place.heldCount - 1),
})
