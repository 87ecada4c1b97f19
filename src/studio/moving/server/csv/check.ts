import { done, refuse } from '#kernel/result.ts'
import { dateIn, HOUR } from '#kernel/time.ts'
import { handler, type CommandContext } from '#server/procedures.ts'
import { isOfIdentity } from '#studio/bank/server/statements/headings.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import { columnRoles, offeredRoles, sayNames, type Columns, type CsvRow } from '../../rules/csv.ts'
import { decide } from './decide.ts'
import { guessOf } from './headings.ts'
import { knownOf } from './known.ts'
import { peopleTable, type PeopleTable } from './table.ts'
import { fullOf, inOrder, isUnread, readRow, type Unread, type Wanted } from './wanted.ts'

/** Rows from which somebody sees which column is which. */
const SHOWN_ROWS = 3
const LONGEST_SHOWN = 200

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
      guess: { ...guessOf(headings, offeredRoles(switchedOn(c.settings.sections))) },
    })
  },
})

const masked = (cell: string, heading: string): string =>
  isOfIdentity(heading) && cell !== '' ? '…' : cell.slice(0, LONGEST_SHOWN)

export const check = handler({
  limits,
  prepare: ({ file }: { file: string; columns: Columns }) => peopleTable(file),
  run: async (c, { columns }, table) => {
    if (!table) throw new Error('The file was not read.')
    if (typeof table === 'string') return refuse(table)
    if (!sayNames(columns)) return refuse('noNames')
    return done({ rows: await look(c, rowsOf(table, columns)) })
  },
})

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

async function look(c: CommandContext, rows: readonly CsvRow[]) {
  const today = dateIn(c.settings.timeZone, c.now)
  const context = { today, features: switchedOn(c.settings.sections) }
  const read = await Promise.all(rows.map((row) => readRow(row, context)))
  const wanted = inOrder(read.filter((one): one is Wanted => !isUnread(one)))
  const known = await knownOf(c.tx, wanted, today)
  const cellsOf = new Map(rows.map(({ number, cells }) => [number, cells]))
  const shown = (number: number) => ({ number, cells: { ...cellsOf.get(number) } })
  const judged = wanted.map((row) => {
    const { result, detail } = decide(row, known)
    return {
      ...shown(row.number),
      name: fullOf(row),
      ...result,
      gains: [...result.gains],
      notes: [...result.notes],
      detail,
    }
  })
  const unread = read.filter(isUnread).map(({ number, name, reason, detail }: Unread) => ({
    ...shown(number),
    name,
    outcome: 'left' as const,
    reason,
    detail,
    gains: [],
    notes: [],
  }))
  return [...judged, ...unread]
}
