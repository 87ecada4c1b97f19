import fc from 'fast-check'
import type { Command, Query } from '#kernel/procedures.ts'
import { fitting, unfitting } from '../inputs.ts'

/** What the server is attacked with: a call, and the word for its answer. Throws for a fault. */
export interface Attack {
  readonly what: string
  run(): Promise<string>
}

/** Milliseconds within which everything is answered or closed. */
export const PATIENCE = 15_000

export interface Named<P> {
  readonly name: string
  readonly procedure: P
}

/** Inputs of which most fit the procedure. */
export const inputFor = (procedure: Command | Query, ids: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fitting(procedure.input, ids) },
    { weight: 1, arbitrary: unfitting(procedure.input, ids) },
  )

/** Rejects when there is no answer in time. */
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

/** As JSON; where it is none, such as with a bigint or a circle, as fast-check writes it. */
export function text(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return fc.stringify(value)
  }
}
