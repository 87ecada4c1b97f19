import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { Direction } from '../../rules/statements.ts'
import type { Found } from './found.ts'
import { Refused } from './refused.ts'
import { accountOf, isCurrency, xmlAmountOf, xmlDayOf } from './values.ts'
import { find, findAll, textAt, type Element } from './xmlTree.ts'

/** One booking (`Ntry`) with the lines that it yields. */
export interface Entry {
  readonly booked: boolean
  readonly currency: string
  readonly direction: Direction
  readonly cents: Cents
  readonly lines: readonly Found[]
}

interface Money {
  readonly cents: Cents
  readonly currency: string
}

/** One transaction (`TxDtls`) of a booking. */
export interface Part {
  /** `Amt` (.08) and `AmtDtls/TxAmt/Amt`, if present. */
  readonly amounts: readonly (Money | null)[]
  readonly direction: Direction | null
  readonly returned: boolean
  readonly family: string
  readonly references: readonly string[]
  readonly endToEndId: string
  readonly reference: string
  readonly text: string
  readonly sides: Readonly<Record<'Dbtr' | 'Cdtr', { readonly name: string; readonly iban: string }>>
}

/** Sub-families of ISO 20022's external bank transaction codes for charges, fees and interest of the bank itself. */
const FEES = new Set(['CHRG', 'FEES', 'COMI', 'COME', 'COMT', 'INTR'])
const isTrue = (text: string): boolean => text === 'true' || text === '1'

const directionAt = (element: Element): Direction | null => {
  const text = textAt(element, 'CdtDbtInd')
  return text === 'CRDT' ? 'credit' : text === 'DBIT' ? 'debit' : null
}

export function moneyOf(amount: Element | undefined): Money | null {
  const cents = xmlAmountOf(amount?.text.trim() ?? '')
  const currency = amount?.attributes['Ccy'] ?? ''
  return cents === null || !isCurrency(currency) ? null : { cents, currency }
}

const familyOf = (element: Element): string => textAt(element, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd')

/** A counter within the file is no reference: the next file repeats it. */
const unlessCounter = (reference: string): string => (/^\d{1,7}$/.test(reference) ? '' : reference)

export function partOf(element: Element): Part {
  const side = (role: 'Dbtr' | 'Cdtr') => ({
    // .08 has a `Pty` or `Agt` element between
    name: textAt(element, 'RltdPties', role, 'Pty', 'Nm') || textAt(element, 'RltdPties', role, 'Nm'),
    iban: textAt(element, 'RltdPties', `${role}Acct`, 'Id', 'IBAN'),
  })
  const structured = findAll(element, 'RmtInf', 'Strd')
  const texts = [
    ...findAll(element, 'RmtInf', 'Ustrd'),
    ...structured.flatMap((each) => findAll(each, 'AddtlRmtInf')),
  ].map(({ text }) => text.trim())
  return {
    amounts: [moneyOf(find(element, 'Amt')), moneyOf(find(element, 'AmtDtls', 'TxAmt', 'Amt'))],
    direction: directionAt(element),
    returned: find(element, 'RtrInf') !== undefined,
    family: familyOf(element),
    references: [textAt(element, 'Refs', 'AcctSvcrRef'), unlessCounter(textAt(element, 'Refs', 'TxId'))],
    endToEndId: textAt(element, 'Refs', 'EndToEndId'),
    // two different ones match no issued reference, so a person has to look
    reference: [...new Set(structured.map((each) => textAt(each, 'CdtrRefInf', 'Ref')).filter(Boolean))].join(' '),
    text: texts.join(' '),
    sides: { Dbtr: side('Dbtr'), Cdtr: side('Cdtr') },
  }
}

interface Context {
  readonly account: string
  /** The studio's accounts. */
  readonly own: ReadonlySet<string>
  /** The day to use for a booking without a day. */
  readonly otherDay: LocalDate | null
}

/** Converts a booking to lines: one for each of its parts if these add up to it. */
export function entryOf(element: Element, parts: readonly Part[], { account, own, otherDay }: Context): Entry {
  const money = moneyOf(find(element, 'Amt'))
  const direction = directionAt(element)
  // .08 wraps the status in a code
  const booked = (textAt(element, 'Sts', 'Cd') || textAt(element, 'Sts')) === 'BOOK'
  const day = dayAt(element, 'BookgDt') ?? dayAt(element, 'ValDt') ?? (booked ? null : otherDay)
  if (!money || !direction || !day) throw new Refused('notAStatement')
  const reversed = isTrue(textAt(element, 'RvslInd'))
  const family = familyOf(element)
  const references = [textAt(element, 'AcctSvcrRef'), unlessCounter(textAt(element, 'NtryRef'))]

  const kindOf = (part: Part | null, way: Direction, cents: Cents): Found['kind'] => {
    if (!booked) return 'pending'
    if (FEES.has(part?.family || family) || cents === 0) return 'fee'
    if (reversed || part?.returned) return 'returned'
    return way === 'credit' ? 'payment' : 'debit'
  }
  const line = (part: Part | null, { cents, direction }: Signed, unsplit: boolean): Found => {
    const side = part ? otherSide(part, direction, own) : { name: '', iban: '' }
    return {
      section: 0,
      account,
      currency: money.currency,
      day,
      cents,
      direction,
      kind: kindOf(part, direction, cents),
      references: part ? part.references.concat(references) : references,
      name: side.name,
      iban: side.iban,
      // an unclear reference must not settle anything
      reference: unsplit ? '' : (part?.reference ?? ''),
      endToEndId: unsplit ? '' : (part?.endToEndId ?? ''),
      text: part?.text || textAt(element, 'AddtlNtryInf'),
      unsplit,
    }
  }
  const whole = { cents: money.cents, direction }
  const shares = sharesOf(parts, whole, money.currency)
  const batch = Number(textAt(element, 'NtryDtls', 'Btch', 'NbOfTxs')) > 1
  const [only = null] = parts
  const lines = shares
    ? parts.map((part, index) => line(part, shares[index] ?? whole, false))
    : [line(parts.length === 1 ? only : null, whole, parts.length > 0 || batch)]
  return { booked, currency: money.currency, cents: money.cents, direction, lines }
}

const dayAt = (element: Element, name: string): LocalDate | null =>
  xmlDayOf(textAt(element, name, 'Dt')) ?? xmlDayOf(textAt(element, name, 'DtTm'))

interface Signed {
  readonly cents: Cents
  readonly direction: Direction
}

/** The amount of each part of a booking; null if they do not add up to it. */
function sharesOf(parts: readonly Part[], whole: Signed, currency: string): readonly Signed[] | null {
  const [only] = parts
  if (!only) return null
  const sign = ({ direction }: Signed) => (direction === 'credit' ? 1 : -1)
  for (const which of [0, 1]) {
    const amounts = parts.map(({ amounts }) => amounts[which])
    // parts have the direction of the booking unless they state their own
    const shares = parts.map(({ direction }, index) => ({
      cents: amounts[index]?.cents ?? 0,
      direction: direction ?? whole.direction,
    }))
    const sum = shares.reduce((added, share) => added + sign(share) * share.cents, 0)
    if (amounts.every((amount) => amount?.currency === currency) && sum === sign(whole) * whole.cents) return shares
  }
  // a single part without an amount in this currency is the whole booking
  const says = only.amounts.some((amount) => amount?.currency === currency)
  return parts.length === 1 && !says ? [whole] : null
}

/**
 * The other party: who paid, or was paid. A return may keep the parties of the original transfer: then it is the one
 * without the studio's account.
 */
function otherSide({ sides }: Part, direction: Direction, own: ReadonlySet<string>) {
  const [likely, unlikely] = direction === 'credit' ? [sides.Dbtr, sides.Cdtr] : [sides.Cdtr, sides.Dbtr]
  const isOther = ({ name, iban }: typeof likely) => (name !== '' || iban !== '') && !own.has(accountOf(iban))
  return !isOther(likely) && isOther(unlikely) ? unlikely : likely
}
