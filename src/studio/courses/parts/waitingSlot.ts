import type { ReactNode } from 'react'

/** What a full class or course shows in place of its button, in a studio with waiting lists. */
export interface WaitingSlot {
  /** Whether a place is held for the person here. */
  readonly holds: (id: string) => boolean
  /** Null where the button stays; `take` opens the dialog in which a place is taken. */
  readonly action: (
    place: { readonly id: string; readonly full: boolean },
    namedBy: string,
    take: () => void,
  ) => ReactNode | null
}
