import type { ReactNode } from 'react'
import type { Dancer } from '#studio/families/contract.ts'
import type { Candidate } from '#studio/families/parts/ForWhom.tsx'

/** What a full class or course shows in place of its button, in a studio with waiting lists. */
export interface WaitingSlot {
  /** Whether a place is held for this person here. */
  readonly holds: (id: string, personId: string) => boolean
  /** Those who wait here, and are shown as waiting: while a place is free only those whose turn has come or passed by. */
  readonly inLine: (id: string, full: boolean) => readonly string[]
  /** Null where there is nothing to show; `take` opens the dialog in which a place is taken for one of them. */
  readonly action: (
    place: {
      readonly id: string
      readonly full: boolean
      readonly candidates: readonly Candidate[]
      /** Its name and when it is, for a dialog. */
      readonly details: ReactNode
    },
    namedBy: string,
    take: (dancer: Dancer) => void,
  ) => ReactNode | null
}

/** A place that is held for whoever takes it is free for them. */
export const withoutHeld = <P extends { readonly heldCount: number }>(place: P): P => ({
  ...place,
  heldCount: Math.max(0, place.heldCount - 1),
})
