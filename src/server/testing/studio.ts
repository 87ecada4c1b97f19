import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import type { AnswerOf, Command, InputOf, Named, OutcomeOf, Query } from '#kernel/procedures.ts'
import { done } from '#kernel/result.ts'
import { DAY, MINUTE, type Instant } from '#kernel/time.ts'
import { asStudio, workAsStudio } from '#server/commands/asStudio.ts'
import { Context, newEffects } from '#server/commands/effects.ts'
import { runCommand, type CommandOutcome } from '#server/commands/runCommand.ts'
import { rows, type Database } from '#server/db/database.ts'
import type { Raise } from '#server/events.ts'
import { queueAllRecurring, runDue } from '#server/jobs/worker.ts'
import type { CommandContext, RequestInfo } from '#server/procedures.ts'
import { startServices, type Services } from '#server/services.ts'
import { allSwitched } from '#studio/settings/rules.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { answerQuery, watchQuery } from '#server/live/queries.ts'
import type { CallerKind, Role } from '#studio/accounts/rules.ts'
import { hashPassword } from '#studio/accounts/server/passwords.ts'
import { tokenHash } from '#studio/accounts/server/tokens.ts'
import { accounts, credentials, people, sessions } from '#studio/accounts/tables.ts'
import { testDatabase, type TestDatabase } from './database.ts'

type AnyCommand = Omit<Command, 'input' | 'answer'> & Named
type AnyQuery = Omit<Query, 'input' | 'answer'> & Named

/** A person with an account and a session, or a visitor without. */
export interface Person {
  readonly accountId: string
  /** Id of the account's own person. */
  readonly userId: string
  readonly sessionToken: string | null
}

/** Noon in Tallinn on a Tuesday, some weeks before the clock change. */
export const TEST_NOON = Date.parse('2026-03-10T10:00:00Z')

/** Password of each admin that `person` creates, needed to give roles. */
export const ADMIN_PASSWORD = 'quiet waltz'
let adminHash: Promise<string> | undefined

export const visitor: Person = { accountId: '', userId: '', sessionToken: null }

/** Turns all features on from the start, except the one that requires two steps of staff. */
export const WITH_FEATURES = { TEST_FEATURES: 'on' }

/** Settings that work without a `.env`, on a free port. */
export function testSettings({ TEST_FEATURES: on, ...env }: Record<string, string> = {}): Settings {
  const read = readSettings({
    PORT: '0',
    BASE_URL: `http://localhost:${env['PORT'] ?? 0}`,
    RATE_LIMIT_FACTOR: '1000',
    BANK_IBAN: 'EE47 1000 0010 2014 5685',
    ...env,
  })
  if ('mistakes' in read) throw new Error(read.mistakes.join(' '))
  if (on === undefined) return read.settings
  const first = { ...read.settings.first, features: { ...allSwitched(true), staffTwoSteps: false } }
  return { ...read.settings, first, sections: first }
}

/**
 * A studio on a real, empty database with its own clock: commands and queries are called as over the wire, but without
 * HTTP. Close it in `afterAll`.
 */
export class TestStudio {
  readonly database: TestDatabase
  readonly services: Services
  /** Unexpected errors reported by the server; a test that expects none checks that this is empty. */
  readonly reported: string[]
  /** Events raised by commands, including those of commands that were rolled back. */
  readonly raised: { readonly name: string; readonly facts: unknown }[]
  readonly #dataDir: string
  readonly #clock: { now: Instant }

  private constructor(
    database: TestDatabase,
    services: Services,
    reported: string[],
    raised: TestStudio['raised'],
    dataDir: string,
    clock: { now: Instant },
  ) {
    this.database = database
    this.services = services
    this.reported = reported
    this.raised = raised
    this.#dataDir = dataDir
    this.#clock = clock
  }

  /** Opens at TEST_NOON, on a new empty database unless one is given. */
  static async open(env: Record<string, string> = {}, given?: Database): Promise<TestStudio> {
    const dataDir = mkdtempSync(join(tmpdir(), 'studio-'))
    const clock = { now: TEST_NOON }
    const reported: string[] = []
    const database = given ? { ...given, empty: async () => {} } : await testDatabase()
    const started = await startServices({
      settings: testSettings({ DATA_DIR: dataDir, ...env }),
      database,
      clock: () => clock.now,
      deliver: false,
      say: () => {},
      report: (line, error) => reported.push(error instanceof Error ? `${line} ${error.stack}` : line),
    })
    const raised: TestStudio['raised'] = []
    const raise: Raise = (c, event, facts) => {
      raised.push({ name: event.name, facts })
      return started.raise(c, event, facts)
    }
    return new TestStudio(database, { ...started, raise }, reported, raised, dataDir, clock)
  }

  async close(): Promise<void> {
    this.services.hub.close()
    await this.services.stop()
    await this.database.close()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  /** Resets to the state after opening: no rows, TEST_NOON. */
  async empty(): Promise<void> {
    this.now = TEST_NOON
    await this.database.empty()
    await this.services.readSettings()
    this.services.limits.forget()
    this.services.turns.forget()
    this.reported.length = 0
    this.raised.length = 0
  }

  get now(): Instant {
    return this.#clock.now
  }

  set now(instant: Instant) {
    this.#clock.now = instant
  }

  /** Creates a person of that kind with a session. */
  async person(
    kind: Exclude<CallerKind, 'visitor'> = 'user',
    more: { membershipCategory?: string; displayName?: string; email?: string; dob?: string } = {},
  ): Promise<Person> {
    const userId = newId()
    const accountId = newId()
    const role: Role = kind === 'unverified' ? 'user' : kind
    await this.database.transaction(async (tx) => {
      await tx.insert(people).values({
        id: userId,
        displayName: more.displayName ?? 'Mari',
        familyName: 'Maasikas',
        dob: more.dob ?? '2005-05-05',
        membershipCategory: more.membershipCategory ?? null,
        createdAt: this.now,
      })
      await tx.insert(accounts).values({
        id: accountId,
        personId: userId,
        email: more.email ?? `${userId.toLowerCase()}@example.ee`,
        role,
        emailVerifiedAt: kind === 'unverified' ? null : this.now,
        createdAt: this.now,
      })
      if (kind !== 'admin') return
      adminHash ??= hashPassword(ADMIN_PASSWORD)
      await tx.insert(credentials).values({ accountId, passwordHash: await adminHash, changedAt: this.now })
    })
    return await this.session({ accountId, userId })
  }

  /** Creates another session of the same person. */
  async session({ accountId, userId }: Pick<Person, 'accountId' | 'userId'>): Promise<Person> {
    const sessionToken = newId()
    // the session counts as used for a year ahead, so that a test may move its clock by weeks
    const times = { createdAt: this.now, lastUsedAt: this.now + 365 * DAY, expiresAt: this.now + 365 * DAY }
    const hash = tokenHash(sessionToken)
    await this.database.transaction((tx) =>
      tx.insert(sessions).values({ id: newId(), accountId, tokenHash: hash, status: 'active', ...times }),
    )
    return { accountId, userId, sessionToken }
  }

  /** Calls a command as that person; returns the HTTP response. */
  async call<P extends AnyCommand>(
    person: Person,
    procedure: P,
    input: InputOf<P>,
    key: string = newId(),
  ): Promise<CommandOutcome & { body: OutcomeOf<P> }> {
    return (await this.callRaw(person, procedure.name, { key, input })) as CommandOutcome & { body: OutcomeOf<P> }
  }

  /** Calls a command with any body, as a hostile client may. */
  async callRaw(person: Person, name: string, body: unknown): Promise<CommandOutcome> {
    const named = this.services.commands.get(name)
    if (!named) throw new Error(`There is no command ${name}.`)
    return runCommand(this.services, named, body, requestOf(person))
  }

  /** Calls a command that must succeed, and returns its value. */
  async must<P extends AnyCommand>(person: Person, procedure: P, input: InputOf<P>): Promise<AnswerOf<P>> {
    const { body } = await this.call(person, procedure, input)
    if (!body.ok) throw new Error(`${procedure.name} refused: ${JSON.stringify(body)} ${this.reported.join('\n')}`)
    return body.value
  }

  /** Runs work in one transaction as that person, as a handler does; logs and e-mails are dropped. */
  async within(person: Person, work: (c: CommandContext) => Promise<void>): Promise<void> {
    const { services, now } = this
    await this.database.transaction(async (tx) => {
      const caller = await services.identify(tx, person.sessionToken, now)
      const subject = await services.subjectOf(tx, caller, 'ownAccount', undefined)
      await work(new Context(services, tx, now, { actor: caller, subject, request: requestOf(person) }, newEffects()))
    })
  }

  /** The same as the studio itself, as a job does. */
  async withinItself(work: (c: CommandContext) => Promise<void>): Promise<void> {
    await this.database.transaction((tx) => workAsStudio(this.services, tx, this.now, work))
  }

  /** The same with all effects: e-mails are queued in the outbox. */
  async commitItself(work: (c: CommandContext) => Promise<void>): Promise<void> {
    await asStudio(this.services, 'test', async (c) => {
      await work(c)
      return done({})
    })
  }

  /** Runs a query as that person; skips the permission check, which the matrix test covers. */
  async ask<P extends AnyQuery>(person: Person, procedure: P, input: InputOf<P>): Promise<AnswerOf<P>> {
    const { query, caller } = await this.#asked(person, procedure)
    return JSON.parse(await answerQuery(this.services, query, caller, input)) as AnswerOf<P>
  }

  /** Instants at which the query says its result changes with time. */
  async changes<P extends AnyQuery>(person: Person, procedure: P, input: InputOf<P>): Promise<Instant[]> {
    const { query, caller } = await this.#asked(person, procedure)
    const found: Instant[] = []
    await answerQuery(this.services, query, caller, input, (instant) => instant && found.push(instant))
    return found
  }

  /** Subscribes to a query; `next()` resolves with each new result in turn. */
  async watch<P extends AnyQuery>(person: Person, procedure: P, input: InputOf<P>) {
    const { query, caller } = await this.#asked(person, procedure)
    const answers: AnswerOf<P>[] = []
    let wake = () => {}
    const stop = watchQuery(this.services, query, caller, input, {
      next: (json) => {
        answers.push(JSON.parse(json) as AnswerOf<P>)
        wake()
      },
      failed: (error) => {
        throw error
      },
    })
    const next = async (): Promise<AnswerOf<P>> => {
      while (answers.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return answers.shift() as AnswerOf<P>
    }
    return { next, stop, waiting: answers }
  }

  /** Moves the clock by a quarter of an hour: e-mails that waited to be merged are written. */
  async writeLetters(): Promise<void> {
    // first the time in which an action can be undone, which holds its e-mails back
    for (const minutes of [2, 15]) {
      this.now += minutes * MINUTE
      await this.runJobs()
    }
  }

  /** Queues the repeating jobs, as a server does when it starts. */
  startJobs(): Promise<void> {
    return queueAllRecurring(this.services)
  }

  /** Runs due jobs. */
  runJobs(): Promise<void> {
    return runDue(this.services)
  }

  /** Runs plain SQL, for tests that read the database directly. */
  async sql<T>(strings: TemplateStringsArray, ...values: unknown[]): Promise<T[]> {
    return rows<T>(await this.database.read.execute(sql(strings, ...values)))
  }

  async #asked(person: Person, procedure: Named) {
    const query = this.services.queries.get(procedure.name)
    if (!query) throw new Error(`There is no query ${procedure.name}.`)
    const caller = await this.services.identify(this.database.read, person.sessionToken, this.now)
    return { query, caller }
  }
}

export const requestOf = (person: Person): RequestInfo => ({
  address: '127.0.0.1',
  deviceInfo: 'test',
  language: 'en',
  sessionToken: person.sessionToken,
})

/** Returns 'done', the code of a refusal, or the codes of its wrong fields. */
export async function codeOf(
  outcome: Promise<{ body: { ok: boolean; code?: string; fields?: object | undefined } }>,
): Promise<unknown> {
  const { body } = await outcome
  return body.ok ? 'done' : (body.fields ?? body.code)
}
