import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'
import type { Direction, Statement } from '../../rules/statements.ts'
import { entryOf, moneyOf, partOf, type Entry, type Part } from './camtEntry.ts'
import { keep, type Kept } from './found.ts'
import { Ledger, type Sums } from './ledger.ts'
import { Refused } from './refused.ts'
import { accountOf, xmlAmountOf, xmlDayOf } from './values.ts'
import { find, textAt, XmlTree, type Element } from './xmlTree.ts'

/** A statement (camt.053) or an intraday report (camt.052). */
const messages: Readonly<Record<string, string>> = { BkToCstmrStmt: 'Stmt', BkToCstmrAcctRpt: 'Rpt' }

interface Balances {
  opening?: Cents
  closing?: Cents
  /** ITBD (interim balance): where one page of a statement ends and the next begins. */
  interim: Cents[]
}

/** A booking as the control totals count it. */
interface Booking extends Omit<Entry, 'lines'> {
  /** Number of its parts. */
  readonly parts: number
}

/** One `Stmt` or `Rpt`: a whole statement, or a page of one. */
interface Page {
  id: string
  account: string
  /** The statement's last day, else the day of its creation: for entries without a day. */
  day: LocalDate | null
  number: number | null
  last: boolean
  summary: Element | null
  readonly balances: Map<string, Balances>
  readonly entries: Booking[]
  readonly lines: Kept[]
}

const emptyPage = { id: '', account: '', day: null, number: null, last: true, summary: null }

/**
 * Reads camt.053 and camt.052 of ISO 20022 in versions .02 (Estonian Banking Association, Account Reporting 1.01) and
 * .08. Namespaces are ignored: no source says what Estonian banks write in .08. Where the versions differ, both are
 * accepted.
 */
export async function readCamt(text: AsyncIterable<string>, own: ReadonlySet<string>): Promise<Statement> {
  const reader = new CamtReader(own)
  const tree = new XmlTree(reader)
  for await (const piece of text) tree.write(piece)
  tree.end()
  return reader.statement()
}

class CamtReader {
  private readonly ledger = new Ledger()
  private readonly own: ReadonlySet<string>
  private message = ''
  private page: Page | null = null
  private parts: Part[] = []
  private section = 0
  /** The pages of the statement that is being parsed. */
  private pages: Page[] = []
  private found = false

  constructor(own: ReadonlySet<string>) {
    this.own = own
  }

  readonly begins = (name: string, path: readonly string[]): void => {
    if (path.length === 0 && name !== 'Document') throw new Refused('notAStatement')
    if (path.length === 1) {
      if (!messages[name]) throw new Refused('notAStatement')
      this.message = name
    }
    if (path.length === 2 && name === messages[this.message])
      this.page = { ...emptyPage, balances: new Map(), entries: [], lines: [] }
  }

  readonly ended = (element: Element, path: readonly string[]): boolean => {
    const { page } = this
    // a batch may hold thousands of parts: convert each as it ends
    if (element.name === 'TxDtls' && path.length === 5) {
      this.parts.push(partOf(element))
      return true
    }
    if (!page || path.length > 3) return false
    if (path.length === 3) this.read(element, page)
    else this.endPage(page)
    return true
  }

  async statement(): Promise<Statement> {
    if (!this.found) throw new Refused('notAStatement')
    this.endSection()
    return this.ledger.statement()
  }

  private read(element: Element, page: Page): void {
    switch (element.name) {
      case 'Id':
        page.id = element.text.trim()
        return
      case 'CreDtTm':
        page.day ??= xmlDayOf(element.text.trim())
        return
      case 'FrToDt': {
        const to = xmlDayOf(textAt(element, 'ToDtTm')) ?? xmlDayOf(textAt(element, 'ToDt'))
        this.ledger.coversDay(xmlDayOf(textAt(element, 'FrDtTm')) ?? xmlDayOf(textAt(element, 'FrDt')))
        this.ledger.coversDay(to)
        page.day = to ?? page.day
        return
      }
      case 'StmtPgntn':
      case 'RptPgntn':
        page.number = Number(textAt(element, 'PgNb')) || null
        page.last = textAt(element, 'LastPgInd') !== 'false'
        return
      case 'Acct':
        this.readAccount(element, page)
        return
      case 'Bal':
        this.readBalance(element, page)
        return
      case 'TxsSummry':
        page.summary = element
        return
      case 'Ntry':
        this.readEntry(element, page)
        return
    }
  }

  private readEntry(element: Element, page: Page): void {
    const { account, day } = page
    if (account === '') throw new Refused('notAStatement')
    const { booked, currency, cents, direction, lines } = entryOf(element, this.parts, {
      account,
      own: this.own,
      otherDay: day,
    })
    page.entries.push({ booked, currency, cents, direction, parts: lines.length })
    // convert at once, since the texts of a whole file would otherwise stay in memory
    for (const line of lines) page.lines.push(keep(line))
    this.parts = []
  }

  private readAccount(element: Element, page: Page): void {
    const account = accountOf(textAt(element, 'Id', 'IBAN') || textAt(element, 'Id', 'Othr', 'Id'))
    if (account === '') throw new Refused('notAStatement')
    if (!this.own.has(account)) throw new Refused('otherAccount', { iban: account })
    page.account = account
    this.ledger.covers(account)
  }

  private readBalance(element: Element, page: Page): void {
    const money = moneyOf(find(element, 'Amt'))
    if (!money) throw new Refused('notAStatement')
    const { cents, currency } = money
    const signed = textAt(element, 'CdtDbtInd') === 'DBIT' ? 0 - cents : cents
    const known = page.balances.get(currency) ?? { interim: [] }
    page.balances.set(currency, known)
    const code = textAt(element, 'Tp', 'CdOrPrtry', 'Cd')
    // with balances of each day, the first opening and the last closing count
    if (code === 'OPBD') known.opening ??= signed
    else if (code === 'CLBD') known.closing = signed
    else if (code === 'ITBD') known.interim.push(signed)
  }

  private endPage(page: Page): void {
    if (page.account === '') throw new Refused('notAStatement')
    this.found = true
    if (!continues(this.pages.at(-1), page)) this.endSection()
    this.pages.push(page)
    this.page = null
  }

  private endSection(): void {
    const [first] = this.pages
    if (!first) return
    this.section++
    const { section } = this
    const entries = this.pages.flatMap((page) => page.entries)
    for (const { summary, entries: ofPage } of this.pages)
      if (summary && !isSummaryOf(summary, ofPage) && !isSummaryOf(summary, entries)) throw new Refused('wrongSums')
    for (const { lines } of this.pages) this.ledger.take(lines, section)
    for (const currency of new Set(this.pages.flatMap(({ balances }) => [...balances.keys()]))) {
      const pages = this.pages.map((page) => endsOf(page, currency, this.message))
      // pages with interim balances must also add up individually
      if (pages.some((page) => page.interim && !page.addsUp)) throw new Refused('wrongSums')
      const sums: Sums = { section, account: first.account, currency }
      const [opening, closing] = [pages[0]?.opening, pages.at(-1)?.closing]
      if (opening !== undefined) sums.opening = opening
      if (closing !== undefined) sums.closing = closing
      this.ledger.addSums(sums)
    }
    this.pages = []
  }
}

/** Whether `page` is the next page of the statement of `before`. */
function continues(before: Page | undefined, page: Page): boolean {
  if (before?.account !== page.account) return false
  if (page.number !== null) return page.number > 1 && (!before.last || before.number === page.number - 1)
  // .02 does not number pages: either the second has no opening and the first no closing balance, or both have those of
  // the whole statement
  const has = (of: Page, end: 'opening' | 'closing') =>
    [...of.balances.values()].some((known) => known[end] !== undefined)
  if (page.balances.size > 0 && !has(page, 'opening')) return before.balances.size > 0 && !has(before, 'closing')
  return before.id !== '' && before.id === page.id && !addsUp(before) && !addsUp(page)
}

const addsUp = (page: Page): boolean =>
  [...page.balances.keys()].every((currency) => endsOf(page, currency, 'BkToCstmrAcctRpt').addsUp)

/** The opening and closing balance of a page. In an intraday report, an interim balance is of an arbitrary time. */
function endsOf(page: Page, currency: string, message: string) {
  const known = page.balances.get(currency)
  const interim = message === 'BkToCstmrStmt' ? [...(known?.interim ?? [])] : []
  const opening = known?.opening ?? interim.shift()
  const closing = known?.closing ?? interim.pop()
  const flow = flowOf(page.entries.filter((entry) => entry.booked && entry.currency === currency))
  return {
    opening,
    closing,
    interim: known !== undefined && (opening !== known.opening || closing !== known.closing),
    addsUp: opening === undefined || closing === undefined || opening + flow === closing,
  }
}

const flowOf = (entries: readonly Booking[]): Cents =>
  entries.reduce((sum, { direction, cents }) => sum + (direction === 'credit' ? cents : 0 - cents), 0)

/**
 * Whether the control totals match the entries. Banks omit some, may count the parts of batches and pending entries;
 * sums over several currencies are meaningless.
 */
function isSummaryOf(summary: Element, all: readonly Booking[]): boolean {
  const currencies = new Set(all.map(({ currency }) => currency))
  const sets = [all, all.filter(({ booked }) => booked)]
  const counted = (name: string, direction?: Direction): boolean => {
    const total = find(summary, name)
    const written = total ? textAt(total, 'NbOfNtries') : ''
    const sum = currencies.size > 1 || !total ? '' : textAt(total, 'Sum')
    return sets.some((set) => {
      const some = direction ? set.filter((entry) => entry.direction === direction) : set
      const numbers = [some.length, some.reduce((count, { parts }) => count + parts, 0)]
      const cents = some.reduce((added, entry) => added + entry.cents, 0)
      return (written === '' || numbers.includes(Number(written))) && (sum === '' || xmlAmountOf(sum) === cents)
    })
  }
  return counted('TtlNtries') && counted('TtlCdtNtries', 'credit') && counted('TtlDbtNtries', 'debit') && netIsRight()

  function netIsRight(): boolean {
    const total = find(summary, 'TtlNtries')
    // .02 has the amount here, later versions in a nested element
    const net = total && (find(total, 'TtlNetNtry') ?? total)
    const written = net ? textAt(net, 'Amt') || textAt(net, 'TtlNetNtryAmt') : ''
    if (!net || written === '' || currencies.size > 1) return true
    const cents = xmlAmountOf(written)
    const signed = cents !== null && textAt(net, 'CdtDbtInd') === 'DBIT' ? 0 - cents : cents
    return sets.some((set) => flowOf(set) === signed)
  }
}
