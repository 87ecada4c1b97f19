import { createHash } from 'node:crypto'
import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { Alias, Direction, MoneyLine, OtherLine, StatementLine } from '../../rules/statements.ts'
import { holdsIdentityCode, withoutIdentityCodes } from './identityCodes.ts'
import { ibanOf } from './values.ts'

/** A line as a reader found it in the file, with unchanged texts. */
export interface Found {
  /** Identical lines in one section are different lines; another section of the file may repeat lines. */
  readonly section: number
  readonly account: string
  readonly currency: string
  readonly day: LocalDate
  readonly cents: Cents
  readonly direction: Direction
  readonly kind: MoneyLine['kind'] | OtherLine['kind']
  /** The bank's references, the most specific one first. */
  readonly references: readonly string[]
  readonly name: string
  readonly iban: string
  readonly reference: string
  readonly endToEndId: string
  readonly text: string
  readonly unsplit: boolean
}

/** A line as it is returned, without its aliases, which need the whole file. */
export interface Kept {
  section: number
  readonly references: readonly string[]
  /** Lines with the same group may be the same; references are numbered within it. */
  readonly group: string
  readonly line: StatementLine & { aliases: readonly Alias[] }
}

const LONGEST_NAME = 140
const LONGEST_TEXT = 1000
const LONGEST_REFERENCE = 70
/** Longer texts are cut to this many characters. */
const LONGEST_READ = 10_000

/** Reduces a line to what may be returned: no identity codes, and of a line that is no payment only its key. */
export function keep(found: Found): Kept {
  const { account, currency, direction, cents, kind } = found
  return {
    section: found.section,
    references: referencesOf(found),
    group: `${account} ${currency} ${direction} ${cents} ${kind === 'pending' ? 'pending' : 'booked'}`,
    line: kind === 'payment' || kind === 'returned' ? moneyLine(found, kind) : otherLine(found, kind),
  }
}

const otherLine = ({ account, currency, day, cents, direction }: Found, kind: OtherLine['kind']): OtherLine => ({
  kind,
  account,
  currency,
  day,
  cents,
  direction,
  aliases: [],
})

function moneyLine(found: Found, kind: MoneyLine['kind']): MoneyLine {
  const { text, reference } = split(found.text)
  return {
    kind,
    account: found.account,
    currency: found.currency,
    day: found.day,
    cents: found.cents,
    direction: found.direction,
    aliases: [],
    name: clean(found.name, LONGEST_NAME) || null,
    iban: ibanOf(found.iban),
    reference: number(found.reference),
    referenceInText: number(reference),
    endToEndId: number(found.endToEndId),
    text: clean(text, LONGEST_TEXT),
    unsplit: found.unsplit,
  }
}

/** In one line, without invisible or bidirectional control characters, and without identity codes. */
export function clean(text: string, longest: number): string {
  if (text === '') return ''
  // do not leave a part of a code at the cut
  const some = text.length > LONGEST_READ ? text.slice(0, LONGEST_READ).replace(/[\d\s\-./]+$/, '') : text
  const visible = some.normalize('NFC').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  return withoutIdentityCodes(visible).trim().slice(0, longest)
}

/** Banks use placeholders for missing values: NOTPROVIDED (EPC), NONREF (SWIFT), dashes, zeros. */
const said = (text: string): string => (/^(?:NOT ?PROVIDED|NONREF|N\/?A|[-.0 ]*)$/i.test(text) ? '' : text)

/** A reference of the payer; null if it contains an identity code, which the studio never issues. */
const number = (written: string): string | null =>
  written.length > LONGEST_READ || holdsIdentityCode(written) ? null : said(clean(written, LONGEST_REFERENCE)) || null

/**
 * Splits "/RFB/12131295/TXT/For March": reference and text in one field, as payers' banks may send them (Estonian
 * Banking Association, "üheaegne edastamine"). The receiving bank should split them, but need not.
 */
export function split(text: string): { readonly reference: string; readonly text: string } {
  const match = /\/RFB\/([^/]*)(?:\/(?:TXT\/)?|$)|\/TXT\//i.exec(text)
  if (!match) return { reference: '', text }
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
  return { reference: match[1] ?? '', text: rest }
}

function referencesOf(found: Found): readonly string[] {
  const references: string[] = []
  for (const written of found.references) {
    const reference = said(written.replace(/[\s']/g, '').toUpperCase())
    const tells = reference !== '' && reference.length <= LONGEST_REFERENCE && !holdsIdentityCode(reference)
    if (tells && !references.includes(reference)) references.push(reference)
  }
  return references.length > 0 ? references : [contentOf(found)]
}

/** Key for a line without a reference: a hash of its other fields, which does not reveal them. */
function contentOf(found: Found): string {
  const { text, reference } = split(found.text)
  const parts = [found.name, found.reference || reference, text].map((part) =>
    clean(part, LONGEST_TEXT).toLowerCase().replace(/\s/g, ''),
  )
  const hash = createHash('sha256')
    .update([found.day, ...parts].join('\n'))
    .digest('base64url')
  return `#${hash.slice(0, 27)}`
}
