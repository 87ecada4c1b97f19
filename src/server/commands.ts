import { createHash, randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Command } from '#kernel/procedures.ts'
import type { Done, Refusal, Result } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import { databaseTrouble } from '#server/db/errors.ts'
import { commands } from '#server/db/tables.ts'
import {
  assertUnchanged,
  commit,
  contextOf,
  logTopics,
  newEffects,
  saveEffects,
  type EffectServices,
} from '#server/effects.ts'
import { overLimit } from '#server/limits.ts'
import type { CommandHandler, Limit, RequestInfo } from '#server/procedures.ts'
import { may, type Caller, type Permission } from '#studio/accounts/rules.ts'
import type { Channel } from '#studio/logs/rules.ts'

export interface CommandServices extends EffectServices {
  /** Who speaks, read from the database at each call: a role change is effective at once. */
  readonly identify: (tx: Tx, sessionToken: string | null, now: Instant) => Promise<Caller>
}

export interface NamedCommand {
  readonly name: string
  readonly concept: string
  readonly procedure: Command
  readonly handler: CommandHandler<unknown, unknown, string>
}

/** What goes back over the wire, and what becomes of the session cookie. */
export interface CommandOutcome {
  readonly status: number
  readonly body: Done<unknown> | Refusal
  readonly session?: { token: string; expiresAt: Instant } | null | undefined
  /** Seconds. */
  readonly retryAfter?: number
}

const envelope = z.strictObject({
  /** Made once per intent by the client; the server runs it once (READINGS R6). */
  key: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  input: z.unknown(),
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
  try {
    const seconds = await limited(services, named.handler.limits?.(input.data, request) ?? [])
    if (seconds !== null) return { ...refusal(429, 'tooManyRequests', { params: { seconds } }), retryAfter: seconds }
    const prepared = await named.handler.prepare?.(input.data, request, services.database.read)
    const inputHash = createHash('sha256').update(JSON.stringify(input.data)).digest('base64url')
    const keyed = { key: call.data.key, name: named.name, inputHash }
    for (;;) {
      const outcome = await attempt(services, named, keyed, input.data, prepared, request)
      if (outcome !== 'again') return outcome
    }
  } catch (error) {
    return await failed(services, named, error)
  }
}

async function limited(services: CommandServices, limits: readonly Limit[]): Promise<number | null> {
  for (const limit of limits) {
    const seconds = await overLimit(services.database, limit, services.settings.rateLimitFactor, services.clock())
    if (seconds !== null) return seconds
  }
  return null
}

interface Keyed {
  readonly key: string
  readonly name: string
  readonly inputHash: string
}

/** One transaction: who calls, may they, was this key answered before, decide and write, keep the answer. */
async function attempt(
  services: CommandServices,
  named: NamedCommand,
  keyed: Keyed,
  input: unknown,
  prepared: unknown,
  request: RequestInfo,
): Promise<CommandOutcome | 'again'> {
  const { procedure, handler } = named
  try {
    return await commit(services, async (tx, now) => {
      const caller = await services.identify(tx, request.sessionToken, now)
      const unfit = refuseCaller(caller, procedure.may as Permission)
      if (unfit) return { value: unfit, topics: [], mails: 0 }
      const actor = caller.kind === 'visitor' ? 'visitor' : caller.userId
      const before = procedure.once ? await answered(tx, actor, keyed) : null
      if (before) return { value: before, topics: [], mails: 0 }

      const effects = newEffects()
      const context = contextOf(tx, now, services.settings, caller, request, effects)
      const result = await handler.run(context, input, prepared)
      const body = result.ok ? { ok: true as const, value: z.parse(procedure.answer, result.value) } : result
      const kept = procedure.once ? keepAnswer(actor, keyed, body, now) : undefined
      const saved = await saveEffects(services, tx, now, effects, kept)
      if (!saved) throw new KeyTaken()
      assertUnchanged(named.name, result, saved.topics)
      // A refusal is an answer like any other: only who may not call, or calls wrongly, gets an HTTP error.
      const outcome: CommandOutcome = { status: 200, body, session: effects.session }
      return { value: outcome, topics: [...saved.topics, ...logTopics(effects)], mails: effects.mails.length }
    })
  } catch (error) {
    // Another call saved this key first: this run is undone, and the next one finds that call's answer.
    if (error instanceof KeyTaken) return 'again'
    throw error
  }
}

class KeyTaken extends Error {
  override name = 'KeyTaken'
}

/** Who may not call gets the reason that helps: sign in, verify, or not for this role. */
export function refuseCaller(caller: Caller, permission: Permission): CommandOutcome | null {
  if (may(caller.kind, permission)) return null
  if (caller.kind === 'visitor') return refusal(401, 'signInNeeded')
  return caller.kind === 'unverified' ? refusal(403, 'verificationNeeded') : refusal(403, 'notAllowed')
}

/** The answer that this key got before, or null. A key stands for one intent: another input under it is refused. */
async function answered(tx: Tx, actor: string, { key, name, inputHash }: Keyed): Promise<CommandOutcome | null> {
  const [before] = await tx
    .select({ name: commands.name, inputHash: commands.inputHash, answer: commands.answer })
    .from(commands)
    .where(and(eq(commands.actor, actor), eq(commands.key, key)))
  if (!before) return null
  if (before.name !== name || before.inputHash !== inputHash) return refusal(409, 'keyReused')
  const body = before.answer as Result<unknown>
  return { status: 200, body }
}

const keepAnswer = (actor: string, { key, name, inputHash }: Keyed, body: Result<unknown>, now: Instant) => sql`
  insert into ${commands} (actor, key, name, input_hash, answer, at)
  values (${actor}, ${key}, ${name}, ${inputHash}, ${JSON.stringify(body)}::jsonb, ${new Date(now).toISOString()})
  on conflict do nothing returning 1`

const channelOf: Readonly<Record<string, Channel>> = {
  accounts: 'auth',
  courses: 'courses',
  payments: 'payments',
  memberships: 'membership',
}

async function failed(services: CommandServices, named: NamedCommand, error: unknown): Promise<CommandOutcome> {
  if (databaseTrouble(error)) return { ...refusal(503, 'busy'), retryAfter: 1 }
  const id = randomUUID().slice(0, 8)
  services.report(`${named.name} failed unexpectedly (${id}).`, error)
  const effects = newEffects()
  const channel = channelOf[named.concept] ?? 'registrations'
  const message = `${named.name} failed unexpectedly.`
  effects.logs.push({ channel, level: 'error', message, userId: null, metadata: { error: id } })
  try {
    await commit(services, async (tx, now) => {
      await saveEffects(services, tx, now, effects)
      return { value: null, topics: logTopics(effects), mails: 0 }
    })
  } catch (cause) {
    services.report('That failure could not be logged either.', cause)
  }
  return refusal(500, 'unexpected', { params: { id } })
}

function refusal(status: number, code: string, more: Partial<Refusal> = {}): CommandOutcome {
  return { status, body: { ok: false, code, ...more } }
}

/** Names the fields that did not fit their shape. */
function wrongFields(parsed: { success: boolean; error?: z.core.$ZodError }): Partial<Refusal> {
  const paths = parsed.error?.issues.map((issue) => issue.path.join('.') || 'input') ?? []
  return { fields: Object.fromEntries(paths.slice(0, 20).map((path) => [path.slice(0, 100), 'invalidInput'])) }
}
