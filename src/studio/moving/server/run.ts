// Moving in from a folder: looks, or takes. The same again ends the same, also after it was killed in the middle.
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import type { WriteStream } from 'node:fs'
import { csvOf } from '#kernel/csv.ts'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { texts } from '../messages.ts'
import { isLeft, kinds, type Kind, type Problem, type Tally } from '../rules.ts'
import { openFolder } from './batches.ts'
import { keepKey, lookAt, save } from './save.ts'
import { studioOf } from './studio.ts'

export interface Move {
  readonly folder: string
  /** Where files may lie meanwhile. */
  readonly work: string
  /** False only looks, and writes nothing. */
  readonly apply: boolean
  readonly db: Tx
  readonly timeZone: string
  readonly now: Instant
  /** Does something in one transaction. */
  readonly inOne: <T>(work: (c: CommandContext) => Promise<T>) => Promise<T>
  readonly at: (what: string) => void
  /** Where the report is written to, a line for each row that is not taken or changed. */
  readonly report: string
}

export async function moveIn(move: Move): Promise<Tally> {
  const { folder, work, apply, db, timeZone, now, inOne, at } = move
  const percent = (part: number, of: number) => (of === 0 ? 100 : Math.floor((part / of) * 100))
  const reading = (bytes: number, of: number) => at(`Reading ${percent(bytes, of)} %`)
  const studio = await studioOf(db, timeZone, now)
  const { key, total, batches } = await openFolder({ folder, work, studio, reading })
  if (apply && key) await inOne((c) => keepKey(c, key))
  const tally = newTally()
  const report = new Report(move.report)
  let read = 0
  try {
    for await (const batch of batches) {
      const { added, known, problems } = apply ? await inOne((c) => save(c, batch)) : await lookAt(db, batch)
      tally.found[batch.kind] += batch.read
      tally.added[batch.kind] += added
      tally.known[batch.kind] += known
      const all = [...batch.problems, ...problems]
      tally.left += all.filter(isLeft).length
      tally.changed += all.filter((one) => !isLeft(one)).length
      await report.add(all)
      read += batch.read
      at(`${apply ? 'Taking' : 'Looking at'} ${texts.en.kinds[batch.kind].toLowerCase()}, ${percent(read, total)} %`)
    }
  } finally {
    await report.end()
  }
  return tally
}

const newTally = () => {
  const none = () => Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>
  return { found: none(), added: none(), known: none(), left: 0, changed: 0 }
}

/** A CSV file, written as it grows. */
class Report {
  readonly #file: WriteStream

  constructor(path: string) {
    this.#file = createWriteStream(path, { mode: 0o600 })
    const { what, kind, id, reason, detail } = texts.en.columns
    this.#file.write(csvOf([[what, kind, id, reason, detail]], 'en'))
  }

  async add(problems: readonly Problem[]): Promise<void> {
    if (problems.length === 0) return
    const { kinds: names, reasons, left, changed } = texts.en
    const rows = problems.map((one) => [
      isLeft(one) ? left : changed,
      names[one.kind],
      one.id,
      reasons[one.reason],
      one.detail,
    ])
    // the mark of its encoding stands once, before the headings
    if (!this.#file.write(csvOf(rows, 'en').slice(1))) await once(this.#file, 'drain')
  }

  async end(): Promise<void> {
    this.#file.end()
    await once(this.#file, 'close')
  }
}

/** What is said at the end. */
export function tallied(tally: Tally, report: string): string {
  const lines = kinds
    .filter((kind) => tally.found[kind] > 0)
    .map((kind) => {
      const { found, added, known } = tally
      return `  ${texts.en.kinds[kind]}: ${found[kind]} found, ${added[kind]} new, ${known[kind]} here already`
    })
  const problems = `  ${tally.left} not taken and ${tally.changed} changed, each named in ${report}`
  const added = kinds.reduce((sum, kind) => sum + tally.added[kind], 0)
  return [...lines, problems, `  ${added} new in all`].join('\n')
}
