import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { Balance, Direction, Statement } from '../../rules/statements.ts'
import { Turns } from './bytes.ts'
import { keep, type Found, type Kept } from './found.ts'
import { Refused } from './refused.ts'

/** Lines for which the clock is asked once. */
const SOME = 500

/** What a section says of its own sums in one currency; what it does not say is left out. */
export interface Sums {
  readonly section: number
  readonly account: string
  readonly currency: string
  opening?: Cents
  closing?: Cents
  /** What came and went in all. */
  turnover?: Partial<Record<Direction, Cents>>
}

/** Collects a file's lines and sums; `statement()` checks them and counts each real line once. */
export class Ledger {
  private readonly kept: Kept[] = []
  private readonly sums: Sums[] = []
  private readonly accounts = new Set<string>()
  private readonly days: LocalDate[] = []

  add(found: Found): void {
    this.accounts.add(found.account)
    this.kept.push(keep(found))
  }

  /** Lines of which it shows at the end in which section they stand. */
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

  /** The file covers this account. */
  covers(account: string): void {
    this.accounts.add(account)
  }

  /** The file covers this day. */
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

  /** Opening and lines lead to the closing, and turnovers are those of the lines: per section and currency. */
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

  /** The first opening and the last closing of each account and currency. */
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
 * Each real line once. Two lines of one section that say the same are two, such as fees under one reference; a line that
 * another section says too is the same one. So of what sections say alike the one counts that says it most often.
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

/** Gives each reference of a line its ordinal, counted over the whole file by day, whichever way the file runs. */
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
