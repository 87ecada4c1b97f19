import { sql } from 'drizzle-orm'
import { done } from '#kernel/result.ts'
import { dateIn } from '#kernel/time.ts'
import { run } from '#server/procedures.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import { countsOf, type CsvRow, type RowResult } from '../../rules/csv.ts'
import { importedRows } from '../../tables.ts'
import { decide } from './decide.ts'
import { knownOf } from './known.ts'
import { save } from './save.ts'
import { isUnread, readRow, type Wanted } from './wanted.ts'

type Answer = Omit<RowResult, 'gains' | 'notes'> & {
  gains: RowResult['gains'][number][]
  notes: RowResult['notes'][number][]
}

/** Rows in their order, each decided by what is here once those before it are. */
export const take = run(async (c, { rows, language }: { rows: readonly CsvRow[]; language: 'en' | 'et' }) => {
  // two who take the same rows: the second finds what the first has taken
  await c.tx.execute(sql`lock table ${importedRows} in share row exclusive mode`)
  const today = dateIn(c.settings.timeZone, c.now)
  const context = { today, features: switchedOn(c.settings.sections) }
  const read = await Promise.all(rows.map((row) => readRow(row, context)))
  const known = await knownOf(
    c.tx,
    read.filter((one): one is Wanted => !isUnread(one)),
    today,
  )
  const results: Answer[] = []
  for (const row of read) {
    if (isUnread(row)) {
      results.push({ number: row.number, outcome: 'left', reason: row.reason, gains: [], notes: [] })
      continue
    }
    const { result, plan } = decide(row, known)
    if (plan) await save(c, plan, language)
    results.push({ ...result, gains: [...result.gains], notes: [...result.notes] })
  }
  const metadata = countsOf(results)
  c.log({ channel: 'auth', level: 'info', message: 'People were taken from a table.', metadata })
  return done({ rows: results })
})
