import fc from 'fast-check'
import { busyStudio, type BusyStudio } from '../busyStudio.ts'
import type { HttpStudio } from '../httpStudio.ts'
import { visitor } from '../studio.ts'
import type { Attack } from './attack.ts'
import { requestOfBytes, strangePath } from './bytes.ts'
import { callsOf, strangeBody } from './calls.ts'
import { questionsOf, strangeFrame } from './questions.ts'

export interface FuzzReport {
  readonly calls: number
  /** Number of each result: 'done', codes of refusals, HTTP statuses, close codes. */
  readonly answers: Readonly<Record<string, number>>
  /** Failures: a 5xx response, none in time, or one that reveals internals. */
  readonly faults: readonly string[]
}

export interface FuzzOptions {
  readonly count: number
  readonly seed: number
  /** Only the command of this name. */
  readonly only?: string
}

const AT_A_TIME = 16
/** People are created again after this many calls, because some calls sign them out, deactivate or demote them. */
const ROUND = 250

/**
 * Attacks a running server with `count` calls from people of every kind, repeatable by `seed`: commands and live
 * queries with valid, nearly valid and invalid inputs, and requests and frames of random bytes.
 */
export async function fuzz(http: HttpStudio, { count, seed, only }: FuzzOptions): Promise<FuzzReport> {
  const busy = await busyStudio(http.studio)
  const answers: Record<string, number> = {}
  const faults: string[] = []
  for (let done = 0; done < count; done += ROUND) {
    const attacks = await attacksOf(http, busy, Math.min(ROUND, count - done), seed + done, only)
    const lane = async () => {
      for (let attack = attacks.shift(); attack; attack = attacks.shift()) {
        const answer = await attack.run().catch((error: unknown) => {
          faults.push(`${attack?.what}: ${String(error)}`.slice(0, 500))
          return 'fault'
        })
        answers[answer] = (answers[answer] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, lane))
  }
  return { calls: count, answers, faults }
}

async function attacksOf(
  http: HttpStudio,
  busy: BusyStudio,
  count: number,
  seed: number,
  only?: string,
): Promise<Attack[]> {
  const { studio } = http
  const kinds = ['unverified', 'user', 'user', 'teacher', 'admin', 'admin'] as const
  const people = [visitor, ...(await Promise.all(kinds.map((kind) => studio.person(kind))))]
  const ids = [...busy.ids, ...people.map(({ userId }) => userId)]
  const person = fc.constantFrom(...people)
  const called = [...http.services.commands.values()].filter(({ name }) => only === undefined || name === only)
  const call = fc.oneof(...called.map((named) => callsOf(http, named, ids, person)))
  if (only !== undefined) return fc.sample(call, { seed, numRuns: count })
  const ask = fc.oneof(...[...http.services.queries.values()].map((named) => questionsOf(http, named, ids, person)))
  const attack = fc.oneof(
    { weight: 12, arbitrary: call },
    { weight: 6, arbitrary: ask },
    { weight: 1, arbitrary: requestOfBytes(http) },
    { weight: 1, arbitrary: strangePath(http) },
    { weight: 1, arbitrary: strangeFrame(http, person) },
    { weight: 1, arbitrary: strangeBody(http, called, person) },
  )
  return fc.sample(attack, { seed, numRuns: count })
}
