import { done, type Result } from '#kernel/result.ts'
import type { RememberedColumns, Statement, StatementRefusal, UnknownColumns } from '../../rules/statements.ts'
import { readBankTable } from './bankTable.ts'
import { decoded, headOf, markedEncoding, slices, type Bytes } from './bytes.ts'
import { readCamt } from './camt.ts'
import { readOtherTable, sameHeadings, unknownColumns } from './otherTable.ts'
import { Refused } from './refused.ts'
import { shapeOf, textOf } from './table.ts'
import { accountOf } from './values.ts'

interface Options {
  /** The studio's own accounts, its main account first. */
  readonly accounts: readonly string[]
  /** Columns that users have chosen for tables of other banks. */
  readonly remembered?: readonly RememberedColumns[]
}

/**
 * Reads a bank statement from a stream of bytes: camt.053 and camt.052, and the tables (CSV) of Swedbank, LHV, SEB and
 * Coop. For any other table of money it returns its columns, until these are `remembered`.
 *
 * A file is refused or read as a whole: its balances are checked if present, and its accounts must be the studio's.
 * Private data that the studio does not need is removed: see `keep`. The bytes are not stored. See
 * docs/decisions/bank-statements.md.
 */
export async function readStatement(
  bytes: Bytes,
  { accounts, remembered = [] }: Options,
): Promise<Result<Statement | UnknownColumns, StatementRefusal>> {
  const own = new Set(accounts.map(accountOf))
  try {
    const { head, all } = await headOf(slices(bytes))
    const encoding = xmlEncoding(head)
    if (encoding !== null) return done(await readCamt(decoded(all, encoding), own))
    const text = await textOf(all)
    const shape = shapeOf(text)
    if (shape.ofBank) return done(await readBankTable(text, shape, own))
    const known = remembered.find(({ headings }) => sameHeadings(headings, shape.headings))
    return done(known ? await readOtherTable(text, shape, known.columns, own) : await unknownColumns(text, shape))
  } catch (problem) {
    if (problem instanceof Refused) return problem.refusal
    throw problem
  }
}

/** The encoding of an XML file, by its byte order mark or declaration, else UTF-8; null if it is not XML. */
function xmlEncoding(head: Uint8Array): string | null {
  const marked = markedEncoding(head)
  const text = new TextDecoder(marked ?? 'latin1').decode(head)
  if (!/^\s*</.test(text)) return null
  return marked ?? /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(text)?.[1] ?? 'utf-8'
}
