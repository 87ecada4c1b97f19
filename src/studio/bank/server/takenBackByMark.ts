// A bank may give a returned transfer a new reference: then only the payer's own EndToEndId shows which transfer it
// takes back.
import { inArray } from 'drizzle-orm'
import type { Tx } from '#server/db/database.ts'
import type { MoneyLine, StatementLine } from '../rules/statements.ts'
import { bankLines } from '../tables.ts'
import { mayReturn, originals } from './originals.ts'

/**
 * Finds the stored line that a return takes back. Payers may reuse one EndToEndId each month, and two payers may use
 * the same: the bank account must match, and the newest one counts. Each line is taken back once.
 */
export async function takenBackByMark(
  tx: Tx,
  lines: readonly StatementLine[],
): Promise<(line: StatementLine) => string | null> {
  const marks = lines.flatMap((line) => (isReturned(line) ? (line.endToEndId ?? []) : []))
  if (marks.length === 0) return () => null
  const came = await originals(tx, inArray(bankLines.endToEndId, marks))
  const gone = new Set<string>()
  return (line) => {
    if (!isReturned(line)) return null
    const found = came.filter(
      (one) =>
        one.endToEndId === line.endToEndId &&
        mayReturn(line, one) &&
        // a bank may omit the account
        (one.iban === line.iban || one.iban === null || line.iban === null) &&
        !gone.has(one.id),
    )
    const [newest, ...older] = found.toSorted((a, b) => (a.day < b.day ? 1 : -1))
    if (!newest || older.some(({ iban }) => iban !== newest.iban)) return null
    gone.add(newest.id)
    return newest.id
  }
}

/** The bank marked the line as a return of an earlier transfer, whether or not that one is known. */
export const isReturned = (line: StatementLine): line is MoneyLine =>
  line.kind === 'returned' && line.direction === 'debit'
