import { and, eq, isNull, sql } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done } from '#kernel/result.ts'
import { dateIn } from '#kernel/time.ts'
import { run, type CommandContext } from '#server/procedures.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import { logLines } from '../../messages/log.ts'
import { countsOf, type CsvRow, type RowResult } from '../../rules/csv.ts'
import { importedRows, tableMade, tableMoves } from '../../tables.ts'
import { decide } from './decide.ts'
import { knownOf } from './known.ts'
import { save } from './save.ts'
import { readRow } from './wanted.ts'

interface Take {
  readonly rows: readonly CsvRow[]
  readonly language: 'en' | 'et'
  /** Id of the import, if earlier rows of it were imported. */
  readonly moveId?: string | undefined
}

/** Imports rows in order; each is decided by what is there after the rows before it. */
export const take = run(async (c, { rows, language, moveId: given }: Take) => {
  // lock: a second import of the same rows waits and then finds what the first one imported
  await c.tx.execute(sql`lock table ${importedRows} in share row exclusive mode`)
  const today = dateIn(c.settings.timeZone, c.now)
  const context = { today, features: switchedOn(c.settings.sections) }
  const read = await Promise.all(rows.map((row) => readRow(row, context)))
  const known = await knownOf(c.tx, read, today)
  const moveId = await moveFor(c, given)
  const results: RowResult[] = []
  for (const row of read) {
    const { result, plan } = decide(row, known)
    if (plan) {
      const made = await save(c, plan, language)
      if (made.length > 0) await c.tx.insert(tableMade).values(made.map((one) => ({ ...one, moveId, row: row.number })))
    }
    results.push(result)
  }
  const metadata = countsOf(results)
  const { newRows, changedRows } = tableMoves
  await c.tx
    .update(tableMoves)
    .set({ newRows: sql`${newRows} + ${metadata.new}`, changedRows: sql`${changedRows} + ${metadata.changed}` })
    .where(eq(tableMoves.id, moveId))
  c.log({ channel: 'auth', level: 'info', message: logLines.peopleTaken, metadata })
  return done({ moveId, rows: results })
})

/** Id of the import, which is undone as a whole; each part restarts its two minutes. */
async function moveFor(c: CommandContext, given: string | undefined): Promise<string> {
  if (given !== undefined) {
    const going = and(eq(tableMoves.id, given), isNull(tableMoves.undoneAt))
    const [known] = await c.tx.update(tableMoves).set({ at: c.now }).where(going).returning({ id: tableMoves.id })
    if (known) return known.id
  }
  const id = newId()
  await c.tx.insert(tableMoves).values({ id, at: c.now, importedBy: c.actorId })
  return id
}
