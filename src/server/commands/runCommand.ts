import { createHmac, hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { id } from '#kernel/fields.ts'
import type { Command } from '#kernel/procedures.ts'
import type { Done, Refusal, Result } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import { access, noAccess, type AccessServices } from '#server/access.ts'
import type { Tx } from '#server/db/database.ts'
import { databaseTrouble, isThereAlready } from '#server/db/errors.ts'
import { actorOf, type CommandHandler, type KeptAnswer, type Limit, type RequestInfo } from '#server/procedures.ts'
import { may, type Caller, type Permission } from '#studio/accounts/rules.ts'
import { assertUnchanged, commit, Context, keyWasTaken, newEffects, type EffectServices, type Kept } from './effects.ts'
import type { Budget } from './budget.ts'
import { failureId, logFailure } from './failures.ts'
import type { Limits } from './limits.ts'
import type { Turns } from './turns.ts'

export interface CommandServices extends EffectServices, AccessServices {
  readonly limits: Limits
  readonly budget: Budget
  readonly turns: Turns
  /** Returns the caller, read from the database at each call: a role change takes effect at once. */
  readonly identify: (tx: Tx, sessionToken: string | null, now: Instant) => Promise<Caller>
  /** The same, together with the stored result of this caller's key. */
  readonly identifyCall: (
    tx: Tx,
    sessionToken: string | null,
    key: string,
    now: Instant,
  ) => Promise<{ caller: Caller; before: KeptAnswer | null }>
  /** Notified of each call by a signed-in caller. */
  readonly uses: { note(caller: Caller, now: Instant): void }
}

export interface NamedCommand {
  readonly name: string
  readonly procedure: Command
  readonly handler: CommandHandler<unknown, unknown, string>
}

/** The HTTP response, and the change to the session cookie. */
export interface CommandOutcome {
  readonly status: number
  readonly body: Done<unknown> | Refusal
  readonly session?: { token: string; expiresAt: Instant } | null | undefined
  /** Seconds. */
  readonly retryAfter?: number
}

const envelope = z.strictObject({
  /** Idempotency key: the client makes one per intent; the server runs it once. */
  key: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  input: z.unknown(),
  /** Account that made the call, for calls that may be sent much later: another account's session must not run it. */
  account: z.optional(id),
})

/** Runs one call of a command from its body to its outcome; never throws. */
export async function runCommand(
  services: CommandServices,
  named: NamedCommand,
  body: unknown,
  request: RequestInfo,
): Promise<CommandOutcome> {
  const call = z.safeParse(envelope, body)
  const input = call.success ? z.safeParse(named.procedure.input, call.data.input) : call
  if (!call.success || !input.success) return refusal(400, 'invalidInput', wrongFields(input))
  // without a session the caller is a visitor, who can be refused without asking the database
  const unknown = request.sessionToken === null && refuseCaller({ kind: 'visitor' }, named.procedure)
  if (unknown) return unknown
  const { notBefore } = named.handler
  const silence = notBefore === undefined ? null : sleep(notBefore)
  try {
    return await runChecked(services, named, call.data, input.data, request)
  } finally {
    await silence
  }
}

async function runChecked(
  services: CommandServices,
  named: NamedCommand,
  { key, account }: Pick<z.infer<typeof envelope>, 'key' | 'account'>,
  input: unknown,
  request: RequestInfo,
): Promise<CommandOutcome> {
  try {
    const known =
      isBudgeted(named) && request.sessionToken ? await services.budget.knownOver(request.sessionToken) : null
    if (known !== null) return tooMany(known)
    const { limits, limitsOfFound, turn: turnOf, prepare } = named.handler
    const before = { db: services.database.read, now: services.clock(), settings: services.settings, request }
    const turn = await turnOf?.(input, before)
    const ready = async () => {
      const seconds =
        (await limited(services, limits?.(input, request) ?? [], request)) ??
        (limitsOfFound ? await limited(services, await limitsOfFound(input, before), request) : null)
      return { seconds, prepared: seconds === null && turn !== null ? await prepare?.(input, before) : null }
    }
    const { seconds, prepared } = turn ? await services.turns.take(turn, request.address, ready) : await ready()
    if (seconds !== null) return tooMany(seconds)
    const keyed = { ...keyedCall(key, named.name, input), account }
    const stepped = named.handler.inSteps ? await inSteps(services, named, keyed, input, prepared, request) : prepared
    for (let tries = 1; ; tries++) {
      const outcome = await attempt(services, named, keyed, input, stepped, request).catch((error: unknown) => {
        // on a retry the handler sees what the other call inserted, and refuses properly
        if (tries < MOST_TRIES && isThereAlready(error)) return 'again' as const
        throw error
      })
      if (outcome !== 'again') return outcome
    }
  } catch (error) {
    return await failed(services, named, request, error)
  }
}

const MOST_TRIES = 3

const sha256 = (text: string): string => hash('sha256', text, 'base64url')

/** Matches a field name in JSON; inside a text the quotes would be escaped. */
const PASSWORD_FIELD = /"[^"\\]*password[^"\\]*":/i

/**
 * How a call is stored. A password could be guessed from a plain hash of the input, so such a hash includes the key,
 * and the key itself is stored as a hash: somebody with the database or a backup would have to guess its random bits
 * too.
 */
function keyedCall(key: string, name: string, input: unknown): Keyed {
  const text = JSON.stringify(input)
  if (!PASSWORD_FIELD.test(text)) return { key, name, inputHash: sha256(text) }
  return { key: sha256(key), name, inputHash: createHmac('sha256', key).update(text).digest('base64url') }
}

async function limited(
  { database, limits, identify, clock }: CommandServices,
  asked: readonly Limit[],
  { sessionToken }: RequestInfo,
): Promise<number | null> {
  const personal = asked.some(({ perCaller }) => perCaller)
  const caller = personal ? await identify(database.read, sessionToken, clock()) : null
  const who = caller === null || caller.kind === 'visitor' ? 'visitor' : caller.accountId
  const counted = asked.map((limit) => (limit.perCaller ? { ...limit, key: `${limit.key}:${who}` } : limit))
  return await limits.over(counted, clock())
}

interface Keyed {
  readonly key: string
  readonly name: string
  readonly inputHash: string
}

interface Call extends Keyed {
  readonly account: string | undefined
}

/** One transaction: identify the caller, check access, look up the key, decide and write, store the result. */
async function attempt(
  services: CommandServices,
  named: NamedCommand,
  keyed: Call,
  input: unknown,
  prepared: unknown,
  request: RequestInfo,
): Promise<CommandOutcome | 'again'> {
  const { procedure, handler } = named
  try {
    return await commit(services, async (tx, now) => {
      const { caller, before } = procedure.once
        ? await services.identifyCall(tx, request.sessionToken, keyed.key, now)
        : { caller: await services.identify(tx, request.sessionToken, now), before: null }
      services.uses.note(caller, now)
      // checked before permissions: the account that made the call may still be allowed to run it
      if (isOfAnother(keyed, caller)) return { value: refusal(409, 'anotherAccount') }
      const { subject, refused } = await access(services, tx, caller, procedure, input)
      if (refused) return { value: notLetIn(refused) }
      const seconds = isBudgeted(named) ? await overBudget(services, caller, request) : null
      if (seconds !== null) return { value: tooMany(seconds) }
      if (before) return { value: answered(before, keyed) }

      const effects = newEffects()
      const context = new Context(services, tx, now, { actor: caller, subject, request }, effects)
      const result = await handler.run(context, input, prepared)
      await assertUnchanged(tx, named.name, result)
      const body = result.ok ? { ok: true as const, value: z.parse(procedure.answer, result.value) } : result
      const { key, name, inputHash } = keyed
      const kept: Kept = { actor: actorOf(caller), key, name, inputHash, answer: JSON.stringify(body) }
      // a refusal is a normal result; only missing access and invalid calls are HTTP errors
      const outcome: CommandOutcome = { status: 200, body, session: effects.session }
      return { value: outcome, last: { effects, kept: procedure.once ? kept : undefined, refused: !result.ok } }
    })
  } catch (error) {
    // another call committed this key first: this run is rolled back, and the next attempt returns that call's result
    if (keyWasTaken(error)) return 'again'
    throw error
  }
}

/** Runs a command's steps before its last transaction, which decides the result of the call. */
async function inSteps(
  services: CommandServices,
  { procedure, handler }: NamedCommand,
  keyed: Call,
  input: unknown,
  prepared: unknown,
  request: RequestInfo,
): Promise<unknown> {
  let who = ''
  const step = async <T>(work: (c: Context) => Promise<T>): Promise<T> =>
    await commit(services, async (tx, now) => {
      const { caller, before } = await services.identifyCall(tx, request.sessionToken, keyed.key, now)
      const { subject, refused } = await access(services, tx, caller, procedure, input)
      if (isOfAnother(keyed, caller) || refused || before) throw new NoStep()
      who = actorOf(caller)
      const effects = newEffects()
      const by = { actor: caller, subject, request }
      return { value: await work(new Context(services, tx, now, by, effects)), last: { effects } }
    })
  try {
    await step(async () => {})
    const steps = { db: services.database.read, id: sha256(`${who} ${keyed.key}`), step }
    return (await handler.inSteps?.(steps, prepared)) ?? prepared
  } catch (error) {
    if (error instanceof NoStep) return prepared
    throw error
  }
}

/** The call already has a result, or is not allowed. */
class NoStep extends Error {}

const isOfAnother = ({ account }: Call, caller: Caller) =>
  account !== undefined && caller.kind !== 'visitor' && caller.accountId !== account

/** Calls open to visitors are limited by address instead, and signing out must always work. */
const isBudgeted = ({ procedure }: NamedCommand) => !may('visitor', procedure.may as Permission)

const overBudget = ({ budget }: CommandServices, caller: Caller, { sessionToken }: RequestInfo) =>
  caller.kind === 'visitor' || sessionToken === null ? null : budget.over(caller, sessionToken)

/** Refuses callers who may not make this call for anybody. */
export function refuseCaller(caller: Caller, procedure: Command): CommandOutcome | null {
  const refused = noAccess(caller, procedure)
  return refused && notLetIn(refused)
}

const notLetIn = (code: string) => refusal(code === 'signInNeeded' ? 401 : 403, code)

/** Returns the stored result of this key. A key stands for one intent: it is refused with another input. */
function answered(before: KeptAnswer, { name, inputHash }: Keyed): CommandOutcome {
  if (before.name !== name || before.inputHash !== inputHash) return refusal(409, 'keyReused')
  const body = before.answer as Result<unknown>
  return { status: 200, body }
}

async function failed(
  services: CommandServices,
  named: NamedCommand,
  { sessionToken }: RequestInfo,
  error: unknown,
): Promise<CommandOutcome> {
  if (databaseTrouble(error)) return { ...refusal(503, 'busy'), retryAfter: 1 }
  const id = failureId()
  services.report(`${named.name} failed unexpectedly (${id}).`, error)
  // identifying the caller may be what failed: the log line then has no user
  const caller = await services.identify(services.database.read, sessionToken, services.clock()).catch(() => null)
  const userId = caller && caller.kind !== 'visitor' ? caller.accountId : null
  await logFailure(services, { name: named.name, userId, id })
  return refusal(500, 'unexpected', { params: { id } })
}

const tooMany = (seconds: number): CommandOutcome => ({
  ...refusal(429, 'tooManyRequests', { params: { seconds } }),
  retryAfter: seconds,
})

function refusal(status: number, code: string, more: Partial<Refusal> = {}): CommandOutcome {
  return { status, body: { ok: false, code, ...more } }
}

/** Lists the fields whose shape is wrong. */
function wrongFields(parsed: { success: boolean; error?: z.core.$ZodError }): Partial<Refusal> {
  const paths = parsed.error?.issues.map((issue) => issue.path.join('.') || 'input') ?? []
  return { fields: Object.fromEntries(paths.slice(0, 20).map((path) => [path.slice(0, 100), 'invalidInput'])) }
}
