import { eq } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import type { AnswerOf, Command, InputOf, Named, OutcomeOf, Query } from '#kernel/procedures.ts'
import { addDays, dateIn, daysBetween, type Instant, type LocalDate, type LocalTime } from '#kernel/time.ts'
import { instantIn } from '#kernel/zone.ts'
import { runCommand, type CommandOutcome } from '#server/commands/runCommand.ts'
import type { Database } from '#server/db/database.ts'
import { outbox } from '#server/mail/tables.ts'
import { answerQuery } from '#server/live/queries.ts'
import { startServices, type Services } from '#server/services.ts'
import type { Settings } from '#server/settings.ts'
import { idsByEmail } from '#studio/accounts/server/sample.ts'
import { known } from './sample.ts'

/** A person with an account; `sessionToken` is null before the first sign-in. */
export interface Visitor {
  readonly accountId: string
  readonly userId: string
  readonly sessionToken: string | null
}

type AnyCommand = Omit<Command, 'input' | 'answer'> & Named
type AnyQuery = Omit<Query, 'input' | 'answer'> & Named

/** First day of the sample studio, relative to today. */
export const FIRST_DAY = -45

/** A number from 0 to below 1, evenly spread over the whole numbers, and the same at each run. */
export const spread = (n: number): number => (n * 0.618_033_988_749) % 1

/**
 * The sample studio while it is being made: its clock, the planned events, ids by name, and calls to the server as its
 * people. Calls use the product's own commands and queries, with real sessions but without HTTP.
 */
export class Making {
  readonly people = new Map<string, Visitor>()
  /** Person ids of children, by name. */
  readonly childIds = new Map<string, string>()
  /** Pass ids, by name. */
  readonly membershipIds = new Map<string, string>()
  readonly courseIds = new Map<string, string>()
  clock: Instant
  readonly #zone: string
  readonly #now: Instant
  readonly #plan: { readonly at: Instant; readonly work: () => Promise<unknown> }[] = []
  readonly services: Promise<Services>
  #trouble: unknown

  constructor(database: Database, settings: Settings, now: Instant) {
    this.#zone = settings.timeZone
    this.#now = now
    this.clock = this.at(FIRST_DAY, '08:00')
    this.services = startServices({
      // one address signs everybody up, and weeks pass in seconds
      settings: { ...settings, rateLimitFactor: 1_000_000 },
      database: hasty(database),
      // each reading of the clock advances it some seconds, so that events have different times
      clock: () => (this.clock = Math.min(this.clock + 3_000, now)),
      deliver: false,
      say: () => {},
      report: (line, error) => (this.#trouble = error ?? line),
    })
  }

  date(day: number): LocalDate {
    return addDays(dateIn(this.#zone, this.#now), day)
  }

  at(day: number, time: LocalTime): Instant {
    return instantIn(this.#zone, this.date(day), time)
  }

  dayOf(instant: Instant): number {
    return daysBetween(this.date(0), dateIn(this.#zone, instant))
  }

  /** Schedules work for that time; work after the end is never run. */
  plan(at: Instant, work: () => Promise<unknown>): void {
    if (at <= this.#now) this.#plan.push({ at, work })
  }

  /** Runs all scheduled work in order. */
  async live(): Promise<void> {
    for (const { at, work } of this.#plan.toSorted((a, b) => a.at - b.at)) {
      this.clock = Math.max(this.clock, at)
      await work()
    }
  }

  person(name: string): Visitor {
    return known(this.people.get(name), name)
  }

  /** Runs a command as that person; `prepared` replaces the result of its slow work, such as a hash. */
  async call<P extends AnyCommand>(who: Visitor | null, procedure: P, input: InputOf<P>, prepared?: unknown) {
    const services = await this.services
    const named = known(services.commands.get(procedure.name), procedure.name)
    const handler = prepared === undefined ? named.handler : { ...named.handler, prepare: async () => prepared }
    const sessionToken = who?.sessionToken ?? null
    const request = { address: 'sample studio', deviceInfo: 'Sample studio', language: 'en', sessionToken } as const
    const outcome = await runCommand(services, { ...named, handler }, { key: newId(), input }, request)
    return outcome as CommandOutcome & { body: OutcomeOf<P> }
  }

  /** The same; throws when the command is refused. */
  async must<P extends AnyCommand>(who: Visitor | null, procedure: P, input: InputOf<P>, prepared?: unknown) {
    const { body } = await this.call(who, procedure, input, prepared)
    if (body.ok) return body.value
    const what = `${procedure.name} ${JSON.stringify(input)} was answered ${JSON.stringify(body)}`
    throw new Error(`The sample studio could not be made: ${what}.`, { cause: this.#trouble })
  }

  /** Runs a query as that person. */
  async ask<P extends AnyQuery>(who: Visitor | null, procedure: P, input: InputOf<P>): Promise<AnswerOf<P>> {
    const services = await this.services
    const named = known(services.queries.get(procedure.name), procedure.name)
    const caller = await services.identify(services.database.read, who?.sessionToken ?? null, services.clock())
    return JSON.parse(await answerQuery(services, named, caller, input)) as AnswerOf<P>
  }

  async idsOf(email: string): Promise<Pick<Visitor, 'accountId' | 'userId'>> {
    const { read } = (await this.services).database
    const { accountId, userId } = known(await idsByEmail(read, email), email)
    return { accountId, userId: known(userId ?? undefined, `person of ${email}`) }
  }

  async tokenInLetterTo(email: string): Promise<string> {
    const { read } = (await this.services).database
    const letters = await read.select().from(outbox).where(eq(outbox.toAddress, email))
    return known(/#token=([\w-]+)/.exec(letters.at(-1)?.text ?? '')?.[1], `letter to ${email}`)
  }
}

/** Commits without waiting for the disk: an unfinished demo is discarded anyway, and its last commit does wait. */
function hasty(database: Database): Database {
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction(async (tx) => {
        if (!options?.readOnly) await tx.execute('set local synchronous_commit = off')
        return work(tx)
      }, options),
  }
}
