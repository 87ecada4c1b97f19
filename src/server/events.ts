import type { CommandContext } from './procedures.ts'

/**
 * Something that a concept did. It is declared in the concept's `events.ts`, raised by that concept, and handled by it or
 * by concepts above it in the same transaction: what fails there undoes the command.
 */
export interface Event<Facts> {
  readonly name: string
  /** Never set: it ties the facts to the event. */
  readonly facts?: (facts: Facts) => void
}

export const event = <Facts>(name: string): Event<Facts> => ({ name })

type Handle<Facts> = (c: CommandContext, facts: Facts) => Promise<void>

export interface EventHandler {
  readonly event: Event<never>
  readonly handle: Handle<never>
}

/** What a concept does when an event is raised: for the list `on` of its server. */
export const on = <Facts>(raised: Event<Facts>, handle: Handle<Facts>): EventHandler => ({ event: raised, handle })

export type Raise = <Facts>(c: CommandContext, event: Event<Facts>, facts: Facts) => Promise<void>

/** Hands events to these handlers, one after the other in their order. */
export const raiseTo =
  (handlers: readonly EventHandler[]): Raise =>
  async (c, raised, facts) => {
    for (const { event: handled, handle } of handlers) {
      // the same event has the same facts
      if (handled === raised) await (handle as Handle<unknown>)(c, facts)
    }
  }
