import type { CommandContext } from './procedures.ts'

/**
 * Something that happened in a concept. Declared in its `events.ts`, raised by it, and handled by it or by concepts
 * above it in the same transaction: if a handler fails, the command is rolled back.
 */
export interface Event<Facts> {
  readonly name: string
  /** Never set: it only binds the type of the facts to the event. */
  readonly facts?: (facts: Facts) => void
}

export const event = <Facts>(name: string): Event<Facts> => ({ name })

type Handle<Facts> = (c: CommandContext, facts: Facts) => Promise<void>

export interface EventHandler {
  readonly event: Event<never>
  readonly handle: Handle<never>
}

/** Binds a handler to an event: for the list `on` of a concept's server. */
export const on = <Facts>(raised: Event<Facts>, handle: Handle<Facts>): EventHandler => ({ event: raised, handle })

export type Raise = <Facts>(c: CommandContext, event: Event<Facts>, facts: Facts) => Promise<void>

/** Passes events to these handlers, one after the other. */
export const raiseTo =
  (handlers: readonly EventHandler[]): Raise =>
  async (c, raised, facts) => {
    for (const { event: handled, handle } of handlers) {
      // safe cast: the same event has the same facts
      if (handled === raised) await (handle as Handle<unknown>)(c, facts)
    }
  }
