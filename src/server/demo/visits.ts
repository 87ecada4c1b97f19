import { eq, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import type { AnswerOf, Command, InputOf, Named, Query } from '#kernel/procedures.ts'
import { runCommand, type CommandServices, type NamedCommand } from '#server/commands/runCommand.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { outbox } from '#server/db/tables.ts'
import { answerQuery } from '#server/live/queries.ts'
import { commands, queries } from '#server/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import type { Caller } from '#studio/accounts/rules.ts'
import { hashPassword } from '#studio/accounts/server/passwords.ts'
import { SAMPLE_PASSWORD, type Profile } from './people.ts'

/** A person with an account; `sessionToken` is null until the first sign-in. */
export interface Visitor {
  readonly accountId: string
  readonly userId: string
  readonly sessionToken: string | null
}

type AnyCommand = Omit<Command, 'input' | 'answer'> & Named
type AnyQuery = Omit<Query, 'input' | 'answer'> & Named

/** The sample people's way to the server: the product's own commands and queries, with real sessions, without HTTP. */
export class Visits {
  readonly #services: CommandServices
  /** How many calls there were. */
  calls = 0
  #troubles: unknown[] = []
  // The password is the same for all and stands on the screen: it is hashed once, not twice for each of them.
  readonly #passwordHash = hashPassword(SAMPLE_PASSWORD)

  constructor(services: CommandServices) {
    const report = (line: string, error?: unknown) => this.#troubles.push(error ?? line)
    this.#services = { ...services, report }
  }

  /** Runs a command as that person. Throws where the product refuses: the sample's life is planned so that it never does. */
  async act<P extends AnyCommand>(who: Visitor | null, procedure: P, input: InputOf<P>): Promise<AnswerOf<P>> {
    return (await this.#run(who, procedure, input)).value
  }

  /** What a query answers that person. */
  async ask<P extends AnyQuery>(who: Visitor | null, procedure: P, input: InputOf<P>): Promise<AnswerOf<P>> {
    const named = queries.get(procedure.name)
    if (!named) throw new Error(`There is no query ${procedure.name}.`)
    this.calls++
    const { identify, database, clock } = this.#services
    const caller: Caller = who ? await identify(database.read, who.sessionToken, clock()) : { kind: 'visitor' }
    return JSON.parse(await answerQuery(this.#services, named, caller, input)) as AnswerOf<P>
  }

  /** Signs up, and unless told otherwise opens the link in the letter and signs in. */
  async join(profile: Profile, dob: string): Promise<Visitor> {
    const { displayName, familyName, email, language } = profile
    const credentials = { email, password: SAMPLE_PASSWORD }
    await this.act(null, accounts.signUp, { displayName, familyName, dob, language, ...credentials })
    const ids = await idsOf(this.#services.database.read, email)
    if (profile.unverified) return { ...ids, sessionToken: null }
    await this.act(null, accounts.verifyEmail, { token: await this.#tokenInLetterTo(email) })
    const { session } = await this.#run(null, accounts.signIn, credentials)
    if (!session) throw new Error(`${email} could not sign in.`)
    // the sample's staff doesn't sign in anew each morning
    await this.#services.database.transaction((tx) =>
      tx.execute(sql`update sessions set last_used_at = expires_at where account_id = ${ids.accountId}`),
    )
    return { ...ids, sessionToken: session.token }
  }

  async #run<P extends AnyCommand>(who: Visitor | null, procedure: P, input: InputOf<P>) {
    const named = commands.get(procedure.name)
    if (!named) throw new Error(`There is no command ${procedure.name}.`)
    this.calls++
    const request = {
      address: 'sample studio',
      deviceInfo: 'Sample studio',
      language: 'en' as const,
      sessionToken: who?.sessionToken ?? null,
    }
    const outcome = await runCommand(this.#services, this.#hashedOnce(named, who), { key: newId(), input }, request)
    if (outcome.body.ok) return { value: outcome.body.value as AnswerOf<P>, session: outcome.session }
    const what = `${procedure.name} ${JSON.stringify(input)} was answered ${JSON.stringify(outcome.body)}`
    throw new Error(`The sample studio could not be made: ${what}.`, { cause: this.#troubles.at(-1) })
  }

  #hashedOnce(named: NamedCommand, who: Visitor | null): NamedCommand {
    const passwordHash = this.#passwordHash
    const instead: Record<string, NamedCommand['handler']['prepare']> = {
      [accounts.signUp.name]: () => passwordHash,
      [accounts.signIn.name]: async (input, { db }) => ({
        accountId: (await idsOf(db, (input as { email: string }).email)).accountId,
        passwordHash: await passwordHash,
      }),
      [accounts.setRole.name]: async () => ({ accountId: who?.accountId, passwordHash: await passwordHash }),
    }
    const prepare = instead[named.name]
    return prepare ? { ...named, handler: { ...named.handler, prepare } } : named
  }

  async #tokenInLetterTo(email: string): Promise<string> {
    const letters = await this.#services.database.read.select().from(outbox).where(eq(outbox.toAddress, email))
    const token = /#token=([\w-]+)/.exec(letters.at(-1)?.text ?? '')?.[1]
    if (!token) throw new Error(`There is no letter with a link for ${email}.`)
    return token
  }
}

async function idsOf(db: Tx, email: string): Promise<Pick<Visitor, 'accountId' | 'userId'>> {
  const [found] = rows<Pick<Visitor, 'accountId' | 'userId'>>(
    await db.execute(sql`select id as "accountId", person_id as "userId" from accounts where email = ${email}`),
  )
  if (!found) throw new Error(`${email} has no account.`)
  return found
}
