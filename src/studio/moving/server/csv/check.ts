import { setImmediate as othersTurn } from 'node:timers/promises'
import { done, refuse } from '#kernel/result.ts'
import { dateIn, HOUR, type LocalDate } from '#kernel/time.ts'
import { handler, type Steps } from '#server/procedures.ts'
import { isOfIdentity } from '#studio/bank/server/statements/headings.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import { columnRoles, offeredRoles, sayNames, type Columns, type CsvRow } from '../../rules/csv.ts'
import { decide, type Decision } from './decide.ts'
import { guessOf } from './headings.ts'
import { knownOf } from './known.ts'
import { peopleTable, type PeopleTable } from './table.ts'
import { inOrder, readRow, withFirstNames, withParentsNames, type Wanted } from './wanted.ts'

/** Number of rows shown for choosing the columns. */
const SHOWN_ROWS = 3
const LONGEST_SHOWN = 200

/** Why there is no preview. */
type Refusal = Exclude<Awaited<ReturnType<typeof peopleTable>>, PeopleTable> | 'noNames'

const limits = () => [{ key: 'importTable', max: 120, per: HOUR, perCaller: true }]

export const readTable = handler({
  limits,
  prepare: ({ file }: { file: string }) => peopleTable(file),
  run: async (c, _input, table) => {
    if (!table) throw new Error('The file was not read.')
    if (typeof table === 'string') return refuse(table)
    const { headings, rows } = table
    const shown = rows
      .slice(0, SHOWN_ROWS)
      .map(({ cells }) => cells.map((cell, at) => masked(cell, headings[at] ?? '')))
    return done({
      headings: headings.map((heading) => heading.slice(0, LONGEST_SHOWN)),
      rows: shown,
      total: rows.length,
      guess: {
        ...guessOf(
          headings,
          offeredRoles(switchedOn(c.settings.sections)),
          rows.map(({ cells }) => cells),
        ),
      },
    })
  },
})

const masked = (cell: string, heading: string): string =>
  isOfIdentity(heading) && cell !== '' ? '…' : cell.slice(0, LONGEST_SHOWN)

interface Look {
  readonly today: LocalDate
  readonly cellsOf: ReadonlyMap<number, CsvRow['cells']>
  readonly read: readonly Wanted[]
  readonly judged: readonly Judged[]
}

interface Judged {
  readonly row: Wanted
  readonly decided: Decision
  /** Number of the first row about the same person; null if this is the first. */
  readonly repeats: number | null
}

/** A file takes long, so it is read and judged in pieces outside transactions; no lock is held in between. */
export const check = handler({
  limits,
  async prepare({ file, columns }: { file: string; columns: Columns }, { now, settings }): Promise<Look | Refusal> {
    const table = await peopleTable(file)
    if (typeof table === 'string') return table
    if (!sayNames(columns)) return 'noNames'
    const rows = withFirstNames(withParentsNames(rowsOf(table, columns)))
    const today = dateIn(settings.timeZone, now)
    const context = { today, features: switchedOn(settings.sections) }
    const read = await inPieces(rows, (row) => readRow(row, context))
    return { today, cellsOf: new Map(rows.map(({ number, cells }) => [number, cells])), read, judged: [] }
  },
  async inSteps({ db }: Steps, look: Look | Refusal): Promise<Look | Refusal> {
    if (typeof look === 'string') return look
    const wanted = inOrder(look.read)
    const known = await knownOf(db, wanted, look.today)
    const firstRows = new Map<string, number>()
    const judge = (row: Wanted): Judged => {
      const decided = decide(row, known)
      const { personId } = decided
      const repeats = personId === null ? null : (firstRows.get(personId) ?? null)
      if (personId !== null && repeats === null) firstRows.set(personId, row.number)
      return { row, decided, repeats }
    }
    return { ...look, judged: await inPieces(wanted, judge) }
  },
  run: async (_c, _input, look) => {
    if (!look) throw new Error('The file was not read.')
    return typeof look === 'string' ? refuse(look) : done({ rows: shown(look) })
  },
})

/** Number of rows after which other requests get their turn. */
const PIECE = 200

async function inPieces<One, Made>(all: readonly One[], make: (one: One) => Made | Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (const one of all) {
    if (made.length % PIECE === 0) await othersTurn()
    made.push(await make(one))
  }
  return made
}

const rowsOf = ({ rows }: PeopleTable, columns: Columns): CsvRow[] =>
  rows.map(({ number, cells }) => ({
    number,
    cells: Object.fromEntries(
      columnRoles.flatMap((role) => {
        const cell = cells[columns[role] ?? -1]
        return cell ? [[role, cell]] : []
      }),
    ),
  }))

const shown = ({ judged, cellsOf }: Look) =>
  judged.map(({ row: { number, written }, decided: { result }, repeats }) => ({
    ...result,
    outcome: result.outcome === 'known' && repeats !== null ? ('repeated' as const) : result.outcome,
    repeats,
    cells: cellsOf.get(number) ?? {},
    name: written,
  }))
