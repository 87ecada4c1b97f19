import * as z from 'zod/mini'
import type { Query } from '#kernel/procedures.ts'
import type { Instant } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import type { QueryHandler } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import type { Caller } from '#studio/accounts/rules.ts'
import type { LiveHub, Watcher } from './hub.ts'

export interface NamedQuery {
  readonly name: string
  readonly procedure: Query
  readonly handler: QueryHandler<unknown, unknown>
}

export interface AnswerServices {
  readonly database: Database
  readonly settings: Settings
  readonly clock: () => Instant
}

export interface WatchServices extends AnswerServices {
  readonly hub: LiveHub
  /** Told of each answer that could not be made; the user is null where the answer is everybody's. */
  readonly failedAnswer: (name: string, userId: string | null, error: unknown) => void
}

/**
 * Watches a query for a caller. The sharing key holds all that the answer may depend on: a shared query never sees
 * its caller; a personal one is keyed by the caller's id and role.
 */
export function watchQuery(
  services: WatchServices,
  query: NamedQuery,
  caller: Caller,
  input: unknown,
  watcher: Watcher,
): () => void {
  const { handler } = query
  const self = idOf(caller)
  const who = handler.scope === 'shared' ? 'all' : `${caller.kind}:${self}`
  return services.hub.watch(
    JSON.stringify([query.name, who, input]),
    topicsOf(handler, caller, input),
    async (changesAt) => {
      try {
        return await answerQuery(services, query, caller, input, changesAt)
      } catch (error) {
        services.failedAnswer(query.name, handler.scope === 'personal' ? self || null : null, error)
        throw error
      }
    },
    watcher,
    handler.scope === 'shared' ? paceOf(query.name, handler.rest?.(input) ?? 0) : undefined,
  )
}

const idOf = (caller: Caller): string => (caller.kind === 'visitor' ? '' : caller.userId)

/** What a query says it reads: whatever may change its answer. */
export function topicsOf(handler: NamedQuery['handler'], caller: Caller, input: unknown): string[] {
  const self = idOf(caller)
  const own = handler.scope === 'personal' && self ? (handler.ownOn ?? []).map((table) => `${table}:${self}`) : []
  const on = typeof handler.on === 'function' ? handler.on(input) : handler.on
  return [...on, ...own]
}

/** Whatever is asked of one query shares its time, but what may be behind does not hold up what may not. */
const paceOf = (name: string, rest: number) => ({ group: `${name} ${rest}`, rest })

/** The answer to a query as JSON, from one snapshot, with only the fields its contract names. */
export async function answerQuery(
  services: AnswerServices,
  query: NamedQuery,
  caller: Caller,
  input: unknown,
  changesAt: (instant: Instant | null | undefined) => void = () => {},
): Promise<string> {
  const { database, settings, clock } = services
  const answer = await database.transaction(
    async (db) => {
      const context = { db, now: clock(), settings, changesAt, kind: caller.kind, userId: idOf(caller) }
      return await query.handler.run(context, input)
    },
    { readOnly: true },
  )
  return JSON.stringify(z.parse(query.procedure.answer, answer))
}
