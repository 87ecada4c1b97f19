import * as z from 'zod/mini'
import type { Query } from '#kernel/procedures.ts'
import type { Instant } from '#kernel/time.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { access, named, Refused, type AccessServices } from '#server/access.ts'
import { linksOf, rowsOf, topicsFor } from '#server/changes/topics.ts'
import type { QueryHandler } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import type { Caller } from '#studio/accounts/rules.ts'
import type { LiveHub, Watcher } from './hub.ts'

export interface NamedQuery {
  readonly name: string
  readonly procedure: Query
  readonly handler: QueryHandler<unknown, unknown>
}

export interface AnswerServices extends AccessServices {
  readonly database: Database
  readonly settings: Settings
  readonly clock: () => Instant
}

export interface WatchServices extends AnswerServices {
  readonly hub: LiveHub
  /** Called for each failed run; the user is null for a shared query. */
  readonly failedAnswer: (name: string, userId: string | null, error: unknown) => void
}

/**
 * Subscribes a caller to a query. The sharing key holds everything the result may depend on: a shared query never sees
 * its caller; a personal one is keyed by the caller's id and role, and by the person it is about.
 */
export function watchQuery(
  services: WatchServices,
  query: NamedQuery,
  caller: Caller,
  input: unknown,
  watcher: Watcher,
): () => void {
  const { handler } = query
  const { accountId, subjectId } = whoIs(query, caller, input)
  const who = handler.scope === 'shared' ? 'all' : `${caller.kind}:${accountId ?? ''}:${subjectId}`
  return services.hub.watch(
    JSON.stringify([query.name, who, input]),
    topicsOf(query, caller, input),
    async (changesAt) => {
      try {
        return await answerQuery(services, query, caller, input, changesAt)
      } catch (error) {
        if (!(error instanceof Refused))
          services.failedAnswer(query.name, handler.scope === 'personal' ? accountId : null, error)
        throw error
      }
    },
    watcher,
    handler.scope === 'shared' ? paceOf(query.name, handler.rest?.(input) ?? 0) : undefined,
  )
}

/** Caller and subject of a personal query. */
export function whoIs({ procedure }: Pick<NamedQuery, 'procedure'>, caller: Caller, input: unknown) {
  const { accountId, personId } = caller.kind === 'visitor' ? { accountId: null, personId: null } : caller
  return { kind: caller.kind, accountId, subjectId: named(procedure, input) ?? personId ?? '' }
}

/** Topics that may change the result, and for another person also whether the caller still has access. */
export function topicsOf(query: Omit<NamedQuery, 'name'>, caller: Caller, input: unknown): string[] {
  const { handler } = query
  if (handler.scope === 'shared') return topicsFor(typeof handler.on === 'function' ? handler.on(input) : handler.on)
  const { accountId, subjectId } = whoIs(query, caller, input)
  const ofSubject = subjectId ? (handler.ownOn ?? []).map((column) => rowsOf(column, subjectId)) : []
  const ofAccount = accountId ? (handler.accountOn ?? []).map((column) => rowsOf(column, accountId)) : []
  const links = accountId && named(query.procedure, input) ? [linksOf(accountId)] : []
  return topicsFor([...handler.on, ...ofSubject, ...ofAccount, ...links])
}

/**
 * Runs of one query share its time; inputs that may lag are a group apart, so that they don't delay those that may not.
 */
const paceOf = (name: string, rest: number) => ({ group: `${name} ${rest}`, rest })

/**
 * Returns a query's result as JSON with only the fields of its contract; reads one snapshot, unless `inPieces`. Throws
 * `Refused`.
 */
export async function answerQuery(
  services: AnswerServices,
  query: NamedQuery,
  caller: Caller,
  input: unknown,
  changesAt: (instant: Instant | null | undefined) => void = () => {},
): Promise<string> {
  const { database, settings, clock } = services
  const { handler } = query
  const ask = async (db: Tx) => {
    const { refused } = await access(services, db, caller, query.procedure, input)
    if (refused) throw new Refused(refused)
    const context = { db, now: clock(), settings, changesAt, ...whoIs(query, caller, input) }
    return await handler.run(context, input)
  }
  const inPieces = handler.scope === 'shared' && handler.inPieces === true
  const answer = inPieces ? await ask(database.read) : await database.transaction(ask, { readOnly: true })
  return JSON.stringify(z.parse(query.procedure.answer, answer))
}
