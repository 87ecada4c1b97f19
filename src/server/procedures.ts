import type { AnswerOf, Command, Contract, InputOf, Query, RefusalOf } from '#kernel/procedures.ts'
import type { Result } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { OfAccount, OfPerson, Reads } from '#server/changes/topics.ts'
import type { Event, EventHandler } from '#server/events.ts'
import type { Errand } from '#server/errands/errand.ts'
import type { Job, JobHandler } from '#server/jobs/jobs.ts'
import type { Settings } from '#server/settings.ts'
import type { Account, Actor, Caller, CallerKind } from '#studio/accounts/rules.ts'
import type { Channel, LogLine } from '#studio/logs/rules.ts'

/** Facts about the request besides its input. */
export interface RequestInfo {
  /** The client's address, as far as it can be trusted. */
  readonly address: string
  readonly deviceInfo: string
  readonly language: 'en' | 'et'
  readonly sessionToken: string | null
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** URL to unsubscribe from this kind of e-mail; see server/http/unsubscribe.ts. */
  readonly unsubscribe?: string | undefined
  /** An attached calendar file. */
  readonly calendar?: string | undefined
  /** Reference by which the e-mail is found again in the outbox. */
  readonly reference?: string | undefined
}

/** What a command's handler works with. Everything done through `tx` commits or rolls back together. */
export interface CommandContext {
  readonly tx: Tx
  readonly now: Instant
  readonly settings: Settings
  /** Who acts: the caller, or the studio itself in a job. */
  readonly actor: Actor
  /** The actor's account; null for visitors and the studio. */
  readonly actorId: string | null
  /** The actor as an account; only for commands closed to visitors, and never in jobs. */
  readonly me: Account
  /** The person for whom the command acts. */
  readonly subjectId: string
  /** Whether somebody other than the person and their guardian acts for them: staff, or the studio. */
  readonly forOther: boolean
  readonly request: RequestInfo
  /** The same context, acting as the studio: for automatic effects on other people, which the caller did not cause. */
  byStudio(): CommandContext
  /** Writes a log line with the command; if that fails, the command still succeeds. */
  log(line: Omit<LogLine, 'userId'> & { userId?: string | null }): void
  /** Queues an e-mail with the command; it is sent after the commit. */
  mail(mail: Mail): void
  /** Number of e-mails queued by the command so far, including those that wait to be merged into one. */
  readonly letters: number
  /** Counts e-mails that are queued by other means than `mail`. */
  countLetters(more: number): void
  /** Queues a job for that time. One already queued for the same subject gets the new time and payload. */
  queueOrReplace<Payload>(job: Job<Payload>, at: Instant, payload: Payload): Promise<void>
  /**
   * Queues a job for each payload. One already queued for the same subject keeps its payload, and its time if that is
   * earlier.
   */
  queueOrBringForward<Payload>(job: Job<Payload>, at: Instant, payloads: readonly Payload[]): Promise<void>
  /** Cancels a queued job; does nothing when none is queued. */
  cancelQueued(job: Job<never>, subject: string): Promise<void>
  /** Raises an event for this concept and those above it. Call it after writing, or before a row is deleted. */
  raise<Facts>(event: Event<Facts>, facts: Facts): Promise<void>
  /** Returns a function that drops all effects noted from now on: rolling back to a savepoint only undoes rows. */
  noting(): () => void
  /** Sets the session cookie after the commit; null ends the session. */
  setSession(session: { token: string; expiresAt: Instant } | null): void
}

/** What a query's handler works with: one snapshot, and a way to say when time alone changes the result. */
export interface QueryContext {
  readonly db: Tx
  readonly now: Instant
  readonly settings: Settings
  /** Runs the query again at that instant, even if nothing is written. */
  changesAt(instant: Instant | null | undefined): void
}

export interface Limit {
  /** What is counted, and for whom, such as 'signIn:192.0.2.7'. The part before the first colon is the purpose. */
  readonly key: string
  readonly max: number
  /** Window in milliseconds. */
  readonly per: number
  /** Counts each signed-in caller separately under the key; visitors count together. */
  readonly perCaller?: boolean
  /** Key of a remembered fact that lifts this limit; see commands/limits.ts. */
  readonly unless?: string
  /** The counter may be reset early: see commands/limits.ts. */
  readonly forgivable?: true
}

/** Priority among calls that wait for slow work; see commands/turns.ts. */
export interface Turn {
  /** Goes before all others: the caller has proven who they are, here or by an e-mailed link. */
  readonly known: boolean
}

/** What a command may use before its transaction: it may read, but locks nothing. */
export interface BeforeCommand {
  readonly db: Tx
  readonly now: Instant
  readonly settings: Settings
  readonly request: RequestInfo
}

/** For commands that do much: transactions of their own before the last one, so that other calls can run in between. */
export interface Steps {
  /** For reads outside a transaction. */
  readonly db: Tx
  /** The same at each retry of this call. */
  readonly id: string
  /** Runs one transaction; checks the caller and their access again. */
  step<T>(work: (c: CommandContext) => Promise<T>): Promise<T>
}

export interface CommandHandler<In, Out, Code extends string, Prepared = unknown> {
  /** Rate limits, counted in this order before anything else, up to the first that is exceeded: widest first. */
  readonly limits?: (input: In, request: RequestInfo) => readonly Limit[]
  /** Limits that need a look-up, such as of the account that a ticket belongs to; counted after `limits`. */
  readonly limitsOfFound?: (input: In, before: BeforeCommand) => Promise<readonly Limit[]>
  /**
   * Priority for the slow work, decided before anything is counted; null when the input will be refused without it. A
   * caller who waits too long gets a 503, and has cost the database only this lookup.
   */
  readonly turn?: (input: In, before: BeforeCommand) => Promise<Turn | null>
  /**
   * Slow work that needs no lock, such as hashing a password. Not inside the transaction, which on the embedded
   * database blocks everybody. Skipped when `turn` returns null.
   */
  readonly prepare?: (input: In, before: BeforeCommand) => Promise<Prepared>
  /**
   * Work too long for one transaction, which on the embedded database blocks everybody. The process may be killed after
   * any step: run again, as the same call or another one, it must end the same. `run` receives its result.
   */
  readonly inSteps?: (steps: Steps, prepared: Prepared) => Promise<Prepared>
  readonly run: (c: CommandContext, input: In, prepared: Prepared | null) => Promise<Result<Out, Code>>
  /** Least response time (ms), for calls whose timing would reveal a secret. */
  readonly notBefore?: number
}

export interface SharedQuery<In, Out> {
  readonly scope: 'shared'
  /** What the query reads: a change there may change the result. A function when it depends on the input. */
  readonly on: Reads | ((input: In) => Reads)
  readonly run: (q: QueryContext, input: In) => Promise<Out>
  /** How long (ms) a result may lag under a stream of changes: for expensive queries. */
  readonly rest?: (input: In) => number
  /** Reads each statement separately instead of in one snapshot, so that other calls can run in between. */
  readonly inPieces?: boolean
}

export interface PersonalQuery<In, Out> {
  readonly scope: 'personal'
  readonly on: Reads
  /** Owner columns by which it reads only the person's own rows. */
  readonly ownOn?: readonly OfPerson[]
  /** Owner columns by which it reads only the rows of the caller's account. */
  readonly accountOn?: readonly OfAccount[]
  readonly run: (q: PersonalContext, input: In) => Promise<Out>
}

/** Only what is in the sharing key, so that the result can't depend on more. */
export interface PersonalContext extends QueryContext {
  readonly kind: CallerKind
  /** Null for visitors, if the permission admits them. */
  readonly accountId: string | null
  /** The person whose data is read; empty when there is none. */
  readonly subjectId: string
}

export type QueryHandler<In, Out> = SharedQuery<In, Out> | PersonalQuery<In, Out>

type HandlerOf<P> =
  P extends Command<infer _In, infer _Out, infer _Code, infer _May>
    ? CommandHandler<InputOf<P>, AnswerOf<P>, RefusalOf<P>, never>
    : P extends Query<infer _In, infer _Out, infer _May>
      ? QueryHandler<InputOf<P>, AnswerOf<P>>
      : never

export type HandlersOf<C extends Contract> = { readonly [K in keyof C]: HandlerOf<C[K]> }

export interface ConceptServer {
  /** Where the log has its unexpected failures. */
  readonly channel: Channel
  readonly contract: Contract
  readonly handlers: Readonly<Record<string, unknown>>
  readonly on: readonly EventHandler[]
  readonly jobs: readonly JobHandler[]
  readonly errands: readonly Errand[]
}

/** Binds a concept's contract to its handlers; a missing handler is a compile error. */
export const serve = <C extends Contract>(
  channel: Channel,
  contract: C,
  handlers: HandlersOf<C>,
  { on = [], jobs = [], errands = [] }: Partial<Pick<ConceptServer, 'on' | 'jobs' | 'errands'>> = {},
): ConceptServer => ({ channel, contract, handlers, on, jobs, errands })

/** A query with the same result for all callers: it never sees the caller, so all of them share it. */
export const shared = <In, Out>(
  on: SharedQuery<In, Out>['on'],
  run: SharedQuery<In, Out>['run'],
  more: Pick<SharedQuery<In, Out>, 'rest' | 'inPieces'> = {},
): SharedQuery<In, Out> => ({
  scope: 'shared',
  on,
  run,
  ...more,
})

/** A query with the caller's own result, shared only by the caller's own screens. */
export const personal = <In, Out>(
  depends: Partial<Pick<PersonalQuery<In, Out>, 'on' | 'ownOn' | 'accountOn'>>,
  run: PersonalQuery<In, Out>['run'],
): PersonalQuery<In, Out> => ({ on: [], ...depends, scope: 'personal', run })

/** A handler with work before its transaction, or with rate limits. */
export const handler = <In, Out, Code extends string, Prepared>(
  parts: CommandHandler<In, Out, Code, Prepared>,
): CommandHandler<In, Out, Code, never> => parts as unknown as CommandHandler<In, Out, Code, never>

/** A handler that is only a transaction. */
export const run = <In, Out, Code extends string>(
  work: (c: CommandContext, input: In) => Promise<Result<Out, Code>>,
): CommandHandler<In, Out, Code, never> => ({ run: work })

/** The actor under whom a key and its result are stored. */
export const actorOf = (caller: Caller): string => (caller.kind === 'visitor' ? 'visitor' : caller.accountId)

/** The stored result of a key, and the call it belongs to. */
export interface KeptAnswer {
  readonly name: string
  readonly inputHash: string
  readonly answer: unknown
}

/** Returns the caller as an account; throws on visitors and the studio, which is a programming error. */
export function known(actor: Actor): Account {
  if (actor.kind === 'visitor' || actor.kind === 'studio') throw new Error(`No account calls, but ${actor.kind}.`)
  return actor
}
