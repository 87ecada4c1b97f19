import * as z from 'zod/mini'
import { id, object } from './fields.ts'
import type { Done, Refusal } from './result.ts'

/** Something a person does. Runs once per key, in one transaction, and returns a result or a refusal. */
export interface Command<In = unknown, Out = unknown, Code extends string = string, May extends string = string> {
  readonly kind: 'command'
  /** The permission needed: a row of the table in accounts/rules.ts. */
  readonly may: May
  readonly input: z.ZodMiniType<In>
  /** Input field that names the person this is for. Without it, the caller's own person is meant. */
  readonly subject?: string | undefined
  /** Input field with a list of people, each with a `personId`: the caller needs access to every one of them. */
  readonly subjects?: string | undefined
  /** Schema of the result; fields that are not in it are dropped before sending. */
  readonly answer: z.ZodMiniType<Out>
  readonly refuses: readonly Code[]
  /** False only when repeating is harmless and the result must not be stored, such as signing in. */
  readonly once: boolean
  /** Requires that the caller has accepted the studio's terms: booking and buying for oneself, or as a guardian. */
  readonly needsTerms?: boolean | undefined
  /** Largest body in bytes, for calls that carry a file: the body is read only if the caller may make the call. */
  readonly largest?: number | undefined
  /** Features of settings/rules.ts; the procedure exists only while at least one of them is on. */
  readonly feature?: string | readonly string[] | undefined
}

/** Data for a screen. Sent again whenever it may have changed. */
export interface Query<In = unknown, Out = unknown, May extends string = string> {
  readonly kind: 'query'
  readonly may: May
  readonly input: z.ZodMiniType<In>
  /** As for a command. */
  readonly subject?: string | undefined
  readonly answer: z.ZodMiniType<Out>
  /** False when no screen subscribes to it: an HTTP route asks once, and the live socket refuses it. */
  readonly live: boolean
  readonly feature?: string | readonly string[] | undefined
}

export type Procedure = Command | Query
/** A concept's procedures, each knowing its full name, such as 'courses.join'. */
export type Contract = Readonly<Record<string, Procedure & Named>>

export interface Named {
  readonly name: string
}

export type InputOf<P> = P extends { input: z.ZodMiniType<infer In> } ? In : never
export type AnswerOf<P> = P extends { answer: z.ZodMiniType<infer Out> } ? Out : never
export type RefusalOf<P> = P extends Command<infer _In, infer _Out, infer Code, infer _May> ? Code : never

/** Refusals that any command may return besides its own; the texts are in web/messages.ts. */
export type CommonRefusal =
  | 'signInNeeded'
  | 'verificationNeeded'
  | 'notAllowed'
  | 'termsNotAccepted'
  | 'invalidInput'
  | 'keyReused'
  | 'anotherAccount'
  | 'tooManyRequests'
  | 'busy'
  | 'deadlineExceeded'
  | 'unreachable'
  | 'unexpected'

export type OutcomeOf<P> = Done<AnswerOf<P>> | Refusal<RefusalOf<P> | CommonRefusal>

export const nothing = object({})

/** Input field: the person this is for; the caller's own person when left out. */
export const forPerson = { personId: z.optional(id) }

/** Most people in one booking: a parent and the largest allowed number of children. */
const MOST_AT_ONCE = 12

/** Input field: the people this is for, each once. */
export const forPeople = z.array(object({ personId: id })).check(z.minLength(1), z.maxLength(MOST_AT_ONCE))

/** Declares the procedures of one concept; full names are sent over the wire. */
export function contract<const Procedures extends Readonly<Record<string, Procedure>>>(
  concept: string,
  procedures: Procedures,
): { readonly [K in keyof Procedures]: Procedures[K] & Named } {
  const named = Object.entries(procedures).map(([key, procedure]) => [key, { ...procedure, name: `${concept}.${key}` }])
  return Object.fromEntries(named) as { [K in keyof Procedures]: Procedures[K] & Named }
}

export function command<In, Out, const Code extends string = never, const May extends string = string>(parts: {
  may: May
  input: z.ZodMiniType<In>
  subject?: keyof In & string
  subjects?: keyof In & string
  answer: z.ZodMiniType<Out>
  refuses?: readonly Code[]
  once?: boolean
  needsTerms?: boolean
  largest?: number
  feature?: string | readonly string[]
}): Command<In, Out, Code, May> {
  return { kind: 'command', refuses: [], once: true, ...parts }
}

export function query<In, Out, const May extends string = string>(parts: {
  may: May
  input: z.ZodMiniType<In>
  subject?: keyof In & string
  answer: z.ZodMiniType<Out>
  live?: boolean
  feature?: string | readonly string[]
}): Query<In, Out, May> {
  return { kind: 'query', live: true, ...parts }
}
