import { appendFileSync } from 'node:fs'

/** Set by `npm run torture`; `npm test` runs the same code with small numbers. */
export const full = process.env['TORTURE'] === 'full'

/** Returns `few` in `npm test`, `many` in `npm run torture`. */
export const numbers = <T>(few: T, many: T): T => (full ? many : few)

/** Timeout (ms) of one test. */
export const PATIENCE = numbers(4 * 60_000, 30 * 60_000)

/** A time limit (ms) from the reliability table; wider in `npm test`, where other tests use the processor too. */
export const limit = (milliseconds: number): number => numbers(20 * milliseconds, milliseconds)

/** Records a measurement for a row of the reliability table; `npm run torture` prints and keeps it. */
export function figure(row: number, what: string, value: string): void {
  const file = process.env['TORTURE_FIGURES']
  const engine = process.env['TEST_ENGINE'] ?? 'embedded'
  if (file) appendFileSync(file, `${JSON.stringify({ row, engine, what, value })}\n`)
}

/** The value below which this percentage of the sample lies. */
export function percentile(sample: readonly number[], percent: number): number {
  const sorted = sample.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}

/** Runs `work` for each number below `count`, at most `width` at a time. */
export async function inLanes(count: number, width: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: width }, lane))
}
