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
  /** The studio's own accounts, the one it is paid to first. */
  readonly accounts: readonly string[]
  /** Columns that somebody said before, of tables of other banks. */
  readonly remembered?: readonly RememberedColumns[]
}

/**
 * Reads the statement of a bank from the bytes of its file, as they come: camt.053 and camt.052, and the tables (CSV) of
 * Swedbank, LHV, SEB and Coop. Any other table of money is answered by its columns, until these are `remembered`.
 *
 * A file is refused whole or read whole: its sums are checked where it says them, its accounts are the studio's. Nothing is
 * given out that is nobody's business here: see `keep`. The bytes are not kept. See docs/decisions/bank-statements.md.
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

/** The encoding of an XML file, by its mark or its declaration, else UTF-8; null where it is no XML. */
function xmlEncoding(head: Uint8Array): string | null {
  const marked = markedEncoding(head)
  const text = new TextDecoder(marked ?? 'latin1').decode(head)
  if (!/^\s*</.test(text)) return null
  return marked ?? /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(text)?.[1] ?? 'utf-8'
}
