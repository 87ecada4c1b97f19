import { appendFileSync } from 'node:fs'

/** Set by `npm run torture`; `npm test` runs the same code with numbers that take seconds. */
export const full = process.env['TORTURE'] === 'full'

/** The few of `npm test`, or the many of `npm run torture`. */
export const numbers = <T>(few: T, many: T): T => (full ? many : few)

/** Milliseconds that one test may take. */
export const PATIENCE = numbers(4 * 60_000, 30 * 60_000)

/** A limit in milliseconds as the table has it; beside other tests, which take the processor away, a wide one. */
export const limit = (milliseconds: number): number => numbers(20 * milliseconds, milliseconds)

/** Notes what was measured for a row of the reliability table; `npm run torture` prints and keeps it. */
export function figure(row: number, what: string, value: string): void {
  const file = process.env['TORTURE_FIGURES']
  const engine = process.env['TEST_ENGINE'] ?? 'embedded'
  if (file) appendFileSync(file, `${JSON.stringify({ row, engine, what, value })}\n`)
}

/** The value below which so many per cent of the sample lie. */
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
