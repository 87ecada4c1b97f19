import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { Balance, Direction, Statement } from '../../rules/statements.ts'
import { Turns } from './bytes.ts'
import { keep, type Found, type Kept } from './found.ts'
import { Refused } from './refused.ts'

/** Lines after which the clock is checked. */
const SOME = 500

/** The balances of a section in one currency, as far as the file states them. */
export interface Sums {
  readonly section: number
  readonly account: string
  readonly currency: string
  opening?: Cents
  closing?: Cents
  /** Totals of credits and debits. */
  turnover?: Partial<Record<Direction, Cents>>
}

/** Collects a file's lines and balances; `statement()` checks them and returns each real line once. */
export class Ledger {
  private readonly kept: Kept[] = []
  private readonly sums: Sums[] = []
  private readonly accounts = new Set<string>()
  private readonly days: LocalDate[] = []

  add(found: Found): void {
    this.accounts.add(found.account)
    this.kept.push(keep(found))
  }

  /** Adds lines whose section is known only at the end. */
  take(lines: readonly Kept[], section: number): void {
    for (const line of lines) {
      line.section = section
      this.kept.push(line)
    }
  }

  addSums(sums: Sums): void {
    this.accounts.add(sums.account)
    this.sums.push(sums)
  }

  /** Notes that the file covers this account. */
  covers(account: string): void {
    this.accounts.add(account)
  }

  /** Notes that the file covers this day. */
  coversDay(day: LocalDate | null): void {
    if (day !== null) this.days.push(day)
  }

  async statement(): Promise<Statement> {
    this.checkSums()
    const kept = await once(this.kept)
    await number(kept)
    const lines = kept.map(({ line }) => line)
    const days = [...this.days, ...lines.filter(({ kind }) => kind !== 'pending').map(({ day }) => day)].toSorted()
    return {
      kind: 'statement',
      accounts: [...this.accounts],
      currencies: [...new Set([...lines, ...this.sums].map(({ currency }) => currency))],
      balances: this.balances(),
      from: days[0] ?? null,
      to: days.at(-1) ?? null,
      lines,
      repeated: this.kept.length - lines.length,
    }
  }

  /**
   * Checks per section and currency: opening balance and lines add up to the closing balance, and turnovers match the
   * lines.
   */
  private checkSums(): void {
    const flows = new Map<string, Record<Direction, Cents>>()
    for (const { section, line } of this.kept) {
      if (line.kind === 'pending') continue
      const key = placeOf(section, line)
      const flow = flows.get(key) ?? { credit: 0, debit: 0 }
      flow[line.direction] += line.cents
      flows.set(key, flow)
    }
    for (const sums of this.sums) {
      const { opening, closing, turnover = {} } = sums
      const { credit, debit } = flows.get(placeOf(sums.section, sums)) ?? { credit: 0, debit: 0 }
      const leads = opening === undefined || closing === undefined || opening + credit - debit === closing
      const turnsOver = (turnover.credit ?? credit) === credit && (turnover.debit ?? debit) === debit
      if (!leads || !turnsOver) throw new Refused('wrongSums')
    }
  }

  /** The first opening and the last closing balance of each account and currency. */
  private balances(): readonly Balance[] {
    const found = new Map<string, Balance>()
    for (const { account, currency, opening, closing } of this.sums) {
      const key = `${account} ${currency}`
      const known = found.get(key)
      found.set(key, {
        account,
        currency,
        opening: known ? known.opening : (opening ?? null),
        closing: closing ?? known?.closing ?? null,
      })
    }
    return [...found.values()]
  }
}

const placeOf = (section: number, { account, currency }: Pick<Sums, 'account' | 'currency'>): string =>
  `${section} ${account} ${currency}`

/**
 * Removes repeated lines. Identical lines within one section are different lines, such as fees with one reference; the
 * same line in another section is a repetition. So of identical lines, the section with most of them counts.
 */
async function once(all: readonly Kept[]): Promise<readonly Kept[]> {
  const sections = new Set(all.map(({ section }) => section))
  if (sections.size < 2) return all
  const most = new Map<string, number>()
  const inSection = new Map<string, number>()
  const kept: Kept[] = []
  const turns = new Turns()
  for (const [index, one] of all.entries()) {
    if (index % SOME === 0) await turns.pause()
    const what = `${one.group} ${one.line.day} ${one.references.join(' ')}`
    const here = `${one.section} ${what}`
    const count = (inSection.get(here) ?? 0) + 1
    inSection.set(here, count)
    if (count <= (most.get(what) ?? 0)) continue
    most.set(what, count)
    kept.push(one)
  }
  return kept
}

/** Numbers the lines of each reference, in the order of days over the whole file, whichever way the file is sorted. */
async function number(all: readonly Kept[]): Promise<void> {
  const counts = new Map<string, number>()
  const byDay = all.toSorted(({ line: a }, { line: b }) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const turns = new Turns()
  for (const [index, { group, references, line }] of byDay.entries()) {
    if (index % SOME === 0) await turns.pause()
    line.aliases = references.map((reference) => {
      const place = `${group} ${reference}`
      const ordinal = (counts.get(place) ?? 0) + 1
      counts.set(place, ordinal)
      return { reference, ordinal }
    })
  }
}
