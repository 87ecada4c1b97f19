import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Result } from '#kernel/result.ts'
import { HOUR, type Instant } from '#kernel/time.ts'
import { takeChanges, topicsIn } from '#server/changes/triggers.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { preparedText, type Sent } from '#server/db/handle.ts'
import { isAnswerLost, violates } from '#server/db/errors.ts'
import { commands } from '#server/commands/tables.ts'
import { outbox } from '#server/mail/tables.ts'
import { linesOf } from '#server/changes/topics.ts'
import type { Event, Raise } from '#server/events.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { cancelQueued, queueOrReplace, queueOrBringForward } from '#server/jobs/queue.ts'
import { known, type CommandContext, type Mail, type RequestInfo } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import type { Account, Actor, Subject } from '#studio/accounts/rules.ts'
import type { Channel, LogLine } from '#studio/logs/rules.ts'

export interface EffectServices {
  readonly database: Database
  readonly settings: Settings
  readonly clock: () => Instant
  /** Called after a commit with the topics that changed, to update the screens of this process. */
  readonly changed: (topics: readonly string[]) => void | Promise<void>
  /** Called after a commit without a response from the database: it may have taken effect, so changes may be missed. */
  readonly missed: () => void
  /** Called after a commit that queued mail. */
  readonly mailQueued: () => void
  /** Called after a commit that queued jobs, with the time when the first is due. */
  readonly jobQueued: (at: Instant) => void
  /** Hands an event to the concepts that handle it. */
  readonly raise: Raise
  /** Reports a line about an unexpected error. */
  readonly report: (line: string, error?: unknown) => void
  /** Log channel for the failures of a procedure or a kind of job. */
  readonly channelOf: (name: string) => Channel
}

/** What a handler wants to happen besides writing its own rows. */
export interface Effects {
  readonly logs: LogLine[]
  readonly mails: Mail[]
  letters: number
  session: { token: string; expiresAt: Instant } | null | undefined
  /** When the first of the queued jobs is due. */
  jobAt: Instant
}

export const newEffects = (): Effects => ({ logs: [], mails: [], letters: 0, session: undefined, jobAt: Infinity })

/** Who acts, for whom, and in which request. */
export interface By {
  readonly actor: Actor
  readonly subject: Subject | null
  readonly request: RequestInfo
}

// a class, because V8 stores an object literal with a getter in its slowest form, on every call
/** What a handler receives. */
export class Context implements CommandContext {
  readonly tx: Tx
  readonly now: Instant
  readonly settings: Settings
  readonly actor: Actor
  readonly request: RequestInfo
  readonly #effects: Effects
  readonly #raise: Raise
  readonly #subject: Subject | null

  constructor(
    { settings, raise }: Pick<EffectServices, 'settings' | 'raise'>,
    tx: Tx,
    now: Instant,
    by: By,
    effects: Effects,
  ) {
    const { actor, subject, request } = by
    this.tx = tx
    this.now = now
    this.settings = settings
    this.actor = actor
    this.#subject = subject
    this.request = request
    this.#effects = effects
    this.#raise = raise
  }

  get me(): Account {
    return known(this.actor)
  }

  get actorId(): string | null {
    return 'accountId' in this.actor ? this.actor.accountId : null
  }

  get subjectId(): string {
    if (this.#subject === null) throw new Error('There is no person for whom this is done.')
    return this.#subject.personId
  }

  get forOther(): boolean {
    return this.#subject === null || this.#subject.relation === 'stranger'
  }

  byStudio(): CommandContext {
    const services = { settings: this.settings, raise: this.#raise }
    const by: By = { actor: { kind: 'studio' }, subject: null, request: this.request }
    return new Context(services, this.tx, this.now, by, this.#effects)
  }

  log({ channel, level, message, metadata, userId }: Parameters<CommandContext['log']>[0]): void {
    this.#effects.logs.push({ userId: userId === undefined ? this.actorId : userId, channel, level, message, metadata })
  }

  mail(mail: Mail): void {
    this.#effects.mails.push(mail)
    this.#effects.letters++
  }

  get letters(): number {
    return this.#effects.letters
  }

  countLetters(more: number): void {
    this.#effects.letters += more
  }

  async queueOrReplace<Payload>({ kind, subjectOf }: Job<Payload>, at: Instant, payload: Payload): Promise<void> {
    this.#effects.jobAt = Math.min(this.#effects.jobAt, at)
    await queueOrReplace(this.tx, { kind, subject: subjectOf(payload), at, payload })
  }

  async queueOrBringForward<Payload>(
    { kind, subjectOf }: Job<Payload>,
    at: Instant,
    payloads: readonly Payload[],
  ): Promise<void> {
    this.#effects.jobAt = Math.min(this.#effects.jobAt, at)
    await queueOrBringForward(
      this.tx,
      payloads.map((payload) => ({ kind, subject: subjectOf(payload), at, payload })),
    )
  }

  cancelQueued({ kind }: Job<never>, subject: string): Promise<void> {
    return cancelQueued(this.tx, kind, subject)
  }

  raise<Facts>(event: Event<Facts>, facts: Facts): Promise<void> {
    return this.#raise(this, event, facts)
  }

  noting(): () => void {
    const effects = this.#effects
    const { logs, mails, letters, session, jobAt } = effects
    const [lines, queued] = [logs.length, mails.length]
    return () => {
      logs.length = lines
      mails.length = queued
      Object.assign(effects, { letters, session, jobAt })
    }
  }

  setSession(session: Effects['session']): void {
    this.#effects.session = session
  }
}

/** Longest wait of a call for its turn and its locks, all attempts included (ms). */
const DEADLINE = 8_000

/** What a transaction saves at its end. */
interface Last {
  readonly effects: Effects
  readonly kept?: Kept | undefined
  /** True for a refusal: its repeated log lines are counted in one. */
  readonly refused?: boolean
}

interface Work<T> {
  readonly value: T
  /** Missing when there is nothing to save. */
  readonly last?: Last
}

/**
 * Runs one transaction, and saves its effects in the same commit. Then notifies all screens of the changed topics, and
 * the queues of new mail and jobs.
 */
export async function commit<T>(
  services: EffectServices,
  work: (tx: Tx, now: Instant) => Promise<Work<T>>,
): Promise<T> {
  const { database } = services
  let committing = false
  const closed = database.transactionClosedBy(
    async (tx) => {
      committing = false
      const now = services.clock()
      const { value, last } = await work(tx, now)
      if (last && last.effects.mails.length > 0) await queueMails(tx, last.effects.mails, now)
      return { value, last, now }
    },
    ({ last, now }) => {
      committing = last !== undefined
      return last ? saving(last, now) : null
    },
    { deadline: DEADLINE },
  )
  const { value: done, rows } = await closed.catch((error: unknown) => {
    if (committing && isAnswerLost(error)) services.missed()
    throw error
  })
  const { value, last } = done
  if (!last) return value
  const [row] = rows as readonly Saved[]
  if (row && row.logFailure !== null) services.report(`A log line could not be written: ${row.logFailure}`)
  const topics = [...topicsIn(row?.changed), ...logTopics(last.effects)]
  if (topics.length > 0) {
    // announce first: updating this process's own screens may have to wait for the database
    database.announce(topics)
    await services.changed(topics)
  }
  if (last.effects.mails.length > 0) services.mailQueued()
  if (last.effects.jobAt < Infinity) services.jobQueued(last.effects.jobAt)
  return value
}

/** A call by its key, and its stored result. */
export interface Kept {
  readonly actor: string
  readonly key: string
  readonly name: string
  readonly inputHash: string
  /** JSON. */
  readonly answer: string
}

const lineAt = (
  { channel, level, message, userId, metadata }: LogLine,
  createdAt: string,
  countedAs: string | undefined,
) => ({
  channel,
  level,
  message: message.en,
  messageEt: message.et,
  userId,
  metadata,
  createdAt,
  countedAs,
})

/** A key that groups refusals into one line: same hour, actor, subject and message. */
function countedAs({ channel, message, userId, metadata }: LogLine, now: Instant): string {
  const hour = Math.floor(now / HOUR)
  return hash('sha256', JSON.stringify([channel, message.en, userId, metadata?.['user'], hour]), 'base64url')
}

/** Whether a transaction failed because another call committed the same key first. */
export const keyWasTaken = (error: unknown) => violates(error, 'commands_actor_key_pk')

interface Saved {
  /** Topics that the transaction changed, one per line. */
  readonly changed: string | null
  readonly logFailure: string | null
}

/** Statement that saves log lines and the key with its result; returns `Saved`. */
function saving({ effects, kept, refused = false }: Last, now: Instant): Sent {
  const at = new Date(now).toISOString()
  const lines = JSON.stringify(effects.logs.map((line) => lineAt(line, at, refused ? countedAs(line, now) : undefined)))
  // if another call committed this key first, the statement fails and this call is rolled back
  return kept ? savedWithKey({ ...kept, at, lines }) : saved({ lines })
}

const result = sql`select current_setting('studio.changed', true) as changed,
  write_logs(${sql.placeholder('lines')}::jsonb) as "logFailure"`
const value = sql.placeholder
const saved = preparedText<{ lines: string }>(result)
const savedWithKey = preparedText<Kept & { at: string; lines: string }>(sql`with kept as (
  insert into ${commands} (actor, key, name, input_hash, answer, at)
  values (${value('actor')}, ${value('key')}, ${value('name')}, ${value('inputHash')}, ${value('answer')}::jsonb,
    ${value('at')})) ${result}`)

/** Topics of screens that show logs; the database's triggers skip the log table. */
const logTopics = (effects: Effects): string[] => [...new Set(effects.logs.map((line) => linesOf(line.channel)))]

/** A refusal may write nothing but its log line: a handler that wrote before refusing is a bug, and is rolled back. */
export async function assertUnchanged(tx: Tx, name: string, result: Result<unknown>): Promise<void> {
  if (result.ok) return
  const topics = await takeChanges(tx)
  if (topics.length > 0)
    throw new Error(`${name} refused (${result.code}) after it had written to ${topics.join(', ')}.`)
}

async function queueMails(tx: Tx, mails: readonly Mail[], now: Instant): Promise<void> {
  await tx.insert(outbox).values(
    mails.map(({ to, subject, text, html, unsubscribe, calendar, reference }) => ({
      toAddress: to,
      subject,
      text,
      html,
      unsubscribe,
      calendar,
      reference,
      createdAt: now,
      nextAttemptAt: now,
    })),
  )
}
