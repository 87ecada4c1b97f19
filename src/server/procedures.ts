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
import type { LogLine } from '#studio/logs/rules.ts'

/** What is known of the request besides its input. */
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
  /** The address that ends letters of this kind; see server/http/unsubscribe.ts. */
  readonly unsubscribe?: string | undefined
  /** A calendar file. */
  readonly calendar?: string | undefined
  /** By which it is found again in the outbox. */
  readonly reference?: string | undefined
}

/** What a command's handler works with. Everything it does through `tx` commits or rolls back as one. */
export interface CommandContext {
  readonly tx: Tx
  readonly now: Instant
  readonly settings: Settings
  /** Who does it: whoever calls, or the studio itself in a job. */
  readonly actor: Actor
  /** The actor's account; null for visitors and the studio. */
  readonly actorId: string | null
  /** The actor, where the permission admits no visitor and no job gets here. */
  readonly me: Account
  /** The person for whom it is done. */
  readonly subjectId: string
  /** Whether it is done for a person by somebody else than themselves or their guardian: by staff, or by the studio. */
  readonly forOther: boolean
  readonly request: RequestInfo
  /** The same for what the studio does by itself meanwhile, for somebody else: whoever called did not do that. */
  byStudio(): CommandContext
  /** Written with the command; its failure never fails the command. */
  log(line: Omit<LogLine, 'userId'> & { userId?: string | null }): void
  /** Queued with the command, sent after the commit. */
  mail(mail: Mail): void
  /** How many letters the command has queued so far, those that wait for others to the same account included. */
  readonly letters: number
  /** Counts letters that are queued elsewhere than by `mail`. */
  countLetters(more: number): void
  /** Queues a job for that time, in place of the one that is queued for the same subject. */
  later<Payload>(job: Job<Payload>, at: Instant, payload: Payload): Promise<void>
  /** Queues it for each of these, where none is queued for sooner. */
  soonest<Payload>(job: Job<Payload>, at: Instant, payloads: readonly Payload[]): Promise<void>
  /** Takes a queued job back; nothing happens where none is queued. */
  cancelLater(job: Job<never>, subject: string): Promise<void>
  /** Tells this concept and those above it what happened. Call it after writing, or before a row goes for good. */
  raise<Facts>(event: Event<Facts>, facts: Facts): Promise<void>
  /** Answers what forgets all that is noted here from now on: a savepoint that is rolled back undoes rows alone. */
  noting(): () => void
  /** Sets the session cookie once the command has committed; null ends it. */
  setSession(session: { token: string; expiresAt: Instant } | null): void
}

/** What a query's handler works with: one snapshot, and a way to say when time alone changes the answer. */
export interface QueryContext {
  readonly db: Tx
  readonly now: Instant
  readonly settings: Settings
  /** The answer is made anew at that instant, even if nothing is written. */
  changesAt(instant: Instant | null | undefined): void
}

export interface Limit {
  /** What is counted, and of whom, such as 'signIn:192.0.2.7'. What is counted stands before the first colon. */
  readonly key: string
  readonly max: number
  /** Milliseconds. */
  readonly per: number
  /** Counts the calls of whoever is signed in, beside the key; of visitors together. */
  readonly perCaller?: boolean
  /** Not counted, and no limit, where this was remembered; see commands/limits.ts. */
  readonly unless?: string
  /** What was counted may be forgiven before its time: see commands/limits.ts. */
  readonly forgivable?: true
}

/** Whose turn comes first, among calls that wait for slow work; see commands/turns.ts. */
export interface Turn {
  /** Goes before all others: whoever has proven who they are, here or by a letter. */
  readonly known: boolean
}

/** What a command knows before its transaction: it may look, and nothing it finds is locked. */
export interface BeforeCommand {
  readonly db: Tx
  readonly now: Instant
  readonly settings: Settings
  readonly request: RequestInfo
}

/** What a command has that does much: transactions of its own before the last one, so that others come in between. */
export interface Steps {
  /** Each read by itself: nothing is held between two. */
  readonly db: Tx
  /** The same whenever this very call is tried again. */
  readonly id: string
  /** One transaction; asks anew who calls, and whether they may. */
  step<T>(work: (c: CommandContext) => Promise<T>): Promise<T>
}

export interface CommandHandler<In, Out, Code extends string, Prepared = unknown> {
  /** Counted in this order before anything else happens, up to the first that is reached: the widest stands first. */
  readonly limits?: (input: In, request: RequestInfo) => readonly Limit[]
  /**
   * Before anything is counted: whose turn to do the slow work comes first, or null where the input will be refused
   * without it. Whoever has to wait for too long is answered 503, and has cost the database nothing but this look.
   */
  readonly turn?: (input: In, before: BeforeCommand) => Promise<Turn | null>
  /**
   * Slow work that needs no lock, such as hashing a password: never inside the transaction, which on the embedded
   * database is everybody's. Not done where `turn` says null.
   */
  readonly prepare?: (input: In, before: BeforeCommand) => Promise<Prepared>
  /**
   * What is too much for one transaction, which on the embedded database is everybody's. A process may be killed after any
   * step: begun again, whether as the same call or as another one, it has to end the same. `run` is given its answer.
   */
  readonly inSteps?: (steps: Steps, prepared: Prepared) => Promise<Prepared>
  readonly run: (c: CommandContext, input: In, prepared: Prepared | null) => Promise<Result<Out, Code>>
  /** Milliseconds before which no answer is given, where its time would tell what must not be told. */
  readonly notBefore?: number
}

export interface SharedQuery<In, Out> {
  readonly scope: 'shared'
  /** What it reads: a change of it may change the answer. Of the input, where that says which. */
  readonly on: Reads | ((input: In) => Reads)
  readonly run: (q: QueryContext, input: In) => Promise<Out>
  /** Milliseconds for which an answer may be behind while changes follow one another: for those that are dear to make. */
  readonly rest?: (input: In) => number
  /** Whether each of its statements is a read of its own instead of all one snapshot, so that others come in between. */
  readonly inPieces?: boolean
}

export interface PersonalQuery<In, Out> {
  readonly scope: 'personal'
  readonly on: Reads
  /** By these columns it reads only the person's own rows … */
  readonly ownOn?: readonly OfPerson[]
  /** … and by these only those of the caller's account. */
  readonly accountOn?: readonly OfAccount[]
  readonly run: (q: PersonalContext, input: In) => Promise<Out>
}

/** Nothing but what the sharing key holds: an answer can't depend on more. */
export interface PersonalContext extends QueryContext {
  readonly kind: CallerKind
  /** Null for visitors, where the permission admits them. */
  readonly accountId: string | null
  /** The person whose answer it is; empty where there is none. */
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
  readonly contract: Contract
  readonly handlers: Readonly<Record<string, unknown>>
  readonly on: readonly EventHandler[]
  readonly jobs: readonly JobHandler[]
  readonly errands: readonly Errand[]
}

/** Binds a concept's contract to its handlers; a procedure without one does not compile. */
export const serve = <C extends Contract>(
  contract: C,
  handlers: HandlersOf<C>,
  { on = [], jobs = [], errands = [] }: Partial<Pick<ConceptServer, 'on' | 'jobs' | 'errands'>> = {},
): ConceptServer => ({ contract, handlers, on, jobs, errands })

/** The answer is the same for everyone who may ask: it never sees who asks, so it can be shared by all of them. */
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

/** The answer is the caller's own, and shared by no one but the caller's own screens. */
export const personal = <In, Out>(
  depends: Partial<Pick<PersonalQuery<In, Out>, 'on' | 'ownOn' | 'accountOn'>>,
  run: PersonalQuery<In, Out>['run'],
): PersonalQuery<In, Out> => ({ on: [], ...depends, scope: 'personal', run })

/** A handler that needs work before its transaction, or counts its callers. */
export const handler = <In, Out, Code extends string, Prepared>(
  parts: CommandHandler<In, Out, Code, Prepared>,
): CommandHandler<In, Out, Code, never> => parts as unknown as CommandHandler<In, Out, Code, never>

/** A handler that is nothing but its transaction. */
export const run = <In, Out, Code extends string>(
  work: (c: CommandContext, input: In) => Promise<Result<Out, Code>>,
): CommandHandler<In, Out, Code, never> => ({ run: work })

/** Under whose name a key and its answer are kept. */
export const actorOf = (caller: Caller): string => (caller.kind === 'visitor' ? 'visitor' : caller.accountId)

/** What was answered to a key before, and to which call. */
export interface KeptAnswer {
  readonly name: string
  readonly inputHash: string
  readonly answer: unknown
}

/** The caller as a known person; a programming error where the permission admits visitors. */
export function known(actor: Actor): Account {
  if (actor.kind === 'visitor' || actor.kind === 'studio') throw new Error(`No account calls, but ${actor.kind}.`)
  return actor
}
