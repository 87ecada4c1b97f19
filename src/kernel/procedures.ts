import * as z from 'zod/mini'
import { id, object } from './fields.ts'
import type { Done, Refusal } from './result.ts'

/** Something a person does. Runs once per key, in one transaction, and answers or refuses. */
export interface Command<In = unknown, Out = unknown, Code extends string = string, May extends string = string> {
  readonly kind: 'command'
  /** The permission it needs: a row of the table in accounts/rules.ts. */
  readonly may: May
  readonly input: z.ZodMiniType<In>
  /** The field of the input that names the person it is for. Without it, that is the caller's own person. */
  readonly subject?: string | undefined
  /** The field that lists the people it is for, each with a `personId`: the caller must be let in for every one of them. */
  readonly subjects?: string | undefined
  /** What leaves the server: fields that are not named here are dropped. */
  readonly answer: z.ZodMiniType<Out>
  readonly refuses: readonly Code[]
  /** False only where repeating does no harm and the answer is no one else's to keep, such as signing in. */
  readonly once: boolean
  /** Only for who has accepted the studio's terms: booking and buying for oneself, or as a guardian. */
  readonly needsTerms?: boolean | undefined
  /** Bytes of a call, where it carries a file: such a call is read only of who may make it. */
  readonly largest?: number | undefined
  /** It belongs to these features of settings/rules.ts: while all of them are off, there is no such procedure. */
  readonly feature?: string | readonly string[] | undefined
}

/** Something a screen shows. Answered again by itself whenever the answer may have changed. */
export interface Query<In = unknown, Out = unknown, May extends string = string> {
  readonly kind: 'query'
  readonly may: May
  readonly input: z.ZodMiniType<In>
  /** As of a command. */
  readonly subject?: string | undefined
  readonly answer: z.ZodMiniType<Out>
  /** False where no screen watches it: a route asks once, and the live socket refuses it. */
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

/** What any command may answer besides its own refusals; the texts are in web/messages.ts. */
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

/** In an input: whom it is for; left out, the caller's own person. */
export const forPerson = { personId: z.optional(id) }

/** The most people for whom somebody books at once: a parent and as many children as one may have. */
const MOST_AT_ONCE = 12

/** In an input: those whom it is for, each once. */
export const forPeople = z.array(object({ personId: id })).check(z.minLength(1), z.maxLength(MOST_AT_ONCE))

/** Declares the procedures of one concept; the full names are what travels over the wire. */
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
