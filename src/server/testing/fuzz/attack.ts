import fc from 'fast-check'
import type { Command, Query } from '#kernel/procedures.ts'
import { fitting, unfitting } from '../inputs.ts'

/** One attack: makes a call and returns a word for its result. Throws when the server misbehaves. */
export interface Attack {
  readonly what: string
  run(): Promise<string>
}

/** Timeout (ms) within which the server must respond or close. */
export const PATIENCE = 15_000

export interface Named<P> {
  readonly name: string
  readonly procedure: P
}

/** Inputs of which most match the procedure's schema. */
export const inputFor = (procedure: Command | Query, ids: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fitting(procedure.input, ids) },
    { weight: 1, arbitrary: unfitting(procedure.input, ids) },
  )

/** Rejects when there is no response in time. */
export async function within<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE} ms`)), PATIENCE)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Prints a value as JSON, or as fast-check does when JSON can't express it, such as a bigint or a cycle. */
export function text(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return fc.stringify(value)
  }
}
