// Output of the import on the command line, and the file that lists what is not imported.
import { createWriteStream, type WriteStream } from 'node:fs'
import { once } from 'node:events'
import { csvOf } from '#kernel/csv.ts'
import { texts } from '../messages.ts'
import { isLeft, kinds, type Problem, type Tally } from '../rules.ts'
import { percentOf, type Far } from '../rules/firebase.ts'

const doing = { reading: 'Reading', looking: 'Looking at', taking: 'Taking', undoing: 'Taking back' } as const

export const lineOf = (far: Far): string =>
  far.kind === null
    ? `${doing[far.doing]} ${percentOf(far)} %`
    : `${doing[far.doing]} ${texts.en.kinds[far.kind].toLowerCase()}, ${percentOf(far)} %`

/** The report file can't be written; the message is shown on the command line. */
export class ReportFailed extends Error {}

/** A CSV file that is written row by row. */
export class Report {
  readonly #file: WriteStream
  /** Keeps the error of an error listener: without a listener a disk error would end the process. */
  #failure: ReportFailed | null = null

  constructor(path: string) {
    this.#file = createWriteStream(path, { mode: 0o600 }).on('error', ({ message }) => {
      const line = `${path} can't be written: ${message}. Mend that and run it again: nothing is taken twice.`
      this.#failure ??= new ReportFailed(line)
    })
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
    // the byte order mark is written once, before the headings, so drop the one of `csvOf`
    if (!this.#failure && !this.#file.write(csvOf(rows, 'en').slice(1))) await this.#until('drain')
    if (this.#failure) throw this.#failure
  }

  async end(): Promise<void> {
    this.#file.end()
    if (!this.#file.closed) await this.#until('close')
    if (this.#failure) throw this.#failure
  }

  /** Waits for the event or a failure; the failure is in `#failure`. */
  async #until(event: 'drain' | 'close'): Promise<void> {
    await once(this.#file, event).catch(() => {})
  }
}

/** The summary at the end. */
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
