import type { Language } from '#kernel/messages.ts'
import { spacedReference } from '#kernel/references.ts'
import type { LocalDate } from '#kernel/time.ts'
import { paperTexts } from '../../messages/paper.ts'
import { sumsByPerson, totalOf, vatRows, type Paper, type PaperLine } from '../../rules.ts'
import { INK, INNER, MARGIN, MUTED, Sheet, WIDTH } from './sheet.ts'

/** The studio's language and look at the time of drawing, which may differ from when the paper was issued. */
export interface Dress {
  readonly language: Language
  readonly accent: string
  /** A PNG in base64; null if there is none. */
  readonly logo: string | null
}

/** Draws a paper as a PDF. */
export async function draw(paper: Paper, { language, accent, logo }: Dress): Promise<Buffer> {
  const t = paperTexts[language]
  const { kind, number, seller } = paper
  const title = kind === 'statement' ? t.statementFor(paper.year ?? 0) : `${t.titles[kind]} ${number}`
  const at = new Date(`${paper.day}T12:00:00Z`)
  const sheet = new Sheet({ title: `${title}, ${seller.name}`, author: seller.name, language, at })
  sheet.bar(accent)
  const right = WIDTH - MARGIN - 150
  const top = logo === null ? 0 : 60
  if (logo !== null) {
    sheet.picture(Buffer.from(logo, 'base64'), seller.name, { x: right, y: 34, width: 150, height: top })
  }
  sheet.y = 44
  sheet.y += sheet.text('H1', title, {
    x: MARGIN,
    y: sheet.y,
    width: INNER - 170,
    bold: true,
    size: 22,
    colour: accent,
  })
  if (paper.of) {
    const of = t.ofInvoice(paper.of.number, dayIn(language, paper.of.day))
    sheet.y += sheet.text('P', `${of}. ${t.reasons[paper.of.reason]}`, {
      x: MARGIN,
      y: sheet.y + 3,
      width: INNER - 170,
    })
  }
  sheet.y = Math.max(sheet.y, 34 + top) + 26
  parties(sheet, paper, language)
  lines(sheet, paper, language)
  sums(sheet, paper, language)
  const foot = [seller.name, seller.address, seller.phone, seller.email].filter(Boolean).join(' · ')
  return await sheet.end(foot, t.page)
}

const locales = { en: 'en-GB', et: 'et-EE' } as const

function dayIn(language: Language, day: LocalDate): string {
  const format = { day: 'numeric', month: language === 'et' ? 'numeric' : 'short', year: 'numeric' } as const
  return new Intl.DateTimeFormat(locales[language], { ...format, timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`))
}

/**
 * In the notation of bookkeepers: always with cents, and with separated thousands, which Estonian would omit for four
 * digits.
 */
const amounts = (language: Language) =>
  new Intl.NumberFormat(locales[language], { minimumFractionDigits: 2, useGrouping: 'always' })

/** 123450 → '1 234,50 €', with non-breaking spaces. */
const money = (language: Language, cents: number): string =>
  `${amounts(language)
    .format(cents / 100)
    .replace('-', '−')}\u00a0€`

/** Seller, buyer and the data of the paper, side by side. */
function parties(sheet: Sheet, paper: Paper, language: Language): void {
  const t = paperTexts[language]
  const { seller, buyer } = paper
  const named = ([label, value]: readonly [string, string]) => (value === '' ? '' : `${label} ${value}`)
  const ofParty = (party: Paper['buyer']) => [
    named([t.registryCode, party.registryCode]),
    named([t.vatNumber, party.vatNumber]),
    party.address,
  ]
  const facts: readonly (readonly [string, string])[] = [
    [t.day, dayIn(language, paper.day)],
    [t.due, paper.due === null ? '' : dayIn(language, paper.due)],
    [t.reference, paper.reference === '' ? '' : spacedReference(paper.reference)],
  ]
  const payer = paper.kind === 'receipt' || paper.kind === 'statement'
  const account = paper.kind === 'invoice' ? named([t.account, groups(seller.iban)]) : ''
  const columns = [
    { title: t.seller, name: seller.name, rest: [...ofParty(seller), account] },
    { title: payer ? t.payer : t.buyer, name: buyer.name, rest: ofParty(buyer) },
    { title: '', name: '', rest: facts.map(named) },
  ]
  const width = (INNER - 40) / 3
  const heights = columns.map(({ title, name, rest }, place) => {
    const at = { x: MARGIN + place * (width + 20), width }
    // a column without a title begins at the height of the titles
    let y = title === '' ? sheet.y - 4 : sheet.y
    y += sheet.text('H2', title, { ...at, y, size: 8.5, colour: MUTED })
    y += sheet.text('P', name, { ...at, y: y + 2, bold: true })
    for (const text of rest) y += sheet.text('P', text, { ...at, y: y + 4, size: 9 })
    return y - sheet.y
  })
  sheet.y += Math.max(...heights) + 30
}

const groups = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

/** The headings and widths of the columns for each kind of paper. */
function lines(sheet: Sheet, paper: Paper, language: Language): void {
  const t = paperTexts[language]
  const paid = paper.kind === 'receipt' || paper.kind === 'statement'
  const columns = [
    { title: t.person, width: paid ? 102 : 106, text: (line: PaperLine) => line.person },
    {
      title: t.service,
      width: paid ? 141 : 169,
      text: (line: PaperLine) =>
        [
          `${line.description} (${t.items[line.item]})`,
          ...(line.siblingPercent === undefined ? [] : [t.siblings(line.siblingPercent)]),
        ].join(', '),
    },
    { title: t.period, width: paid ? 90 : 92, text: (line: PaperLine) => span(language, line) },
    ...(paid
      ? [
          {
            title: t.paidOn,
            width: 74,
            text: ({ paidDay, way }: PaperLine) =>
              [paidDay && dayIn(language, paidDay), way && t.ways[way]].filter(Boolean).join(', '),
          },
        ]
      : [{ title: t.quantity, width: 40, right: true, text: () => '1' }]),
    { title: t.sum, width: 60, right: true, text: (line: PaperLine) => money(language, line.cents) },
  ]
  const gap = (INNER - columns.reduce((sum, { width }) => sum + width, 0)) / (columns.length - 1)
  let x = MARGIN
  const placed = columns.map(({ width, right, ...column }) => {
    const at = { x, width, align: right ? ('right' as const) : ('left' as const), size: 9 }
    x += width + gap
    return { ...column, at }
  })
  if (paper.lines.length === 0) {
    sheet.y += sheet.text('P', t.nothing, { x: MARGIN, y: sheet.y, width: INNER }) + 20
    return
  }
  sheet.table(
    placed.map(({ title, at }) => ({ ...at, text: title, size: 8.5, colour: MUTED })),
    paper.lines.map((line) => placed.map(({ text, at }) => ({ ...at, text: text(line) }))),
  )
}

function span(language: Language, { from, until }: PaperLine): string {
  if (from === null) return ''
  return until === null || until === from
    ? dayIn(language, from)
    : `${dayIn(language, from)} – ${dayIn(language, until)}`
}

/** The totals: by person, with the VAT in it, and what is still to pay. */
function sums(sheet: Sheet, paper: Paper, language: Language): void {
  const t = paperTexts[language]
  const total = totalOf(paper.lines)
  const taxed = vatRows(paper.lines)
  const free = totalOf(paper.lines.filter(({ vatRate }) => vatRate === null))
  const persons = paper.kind === 'statement' ? sumsByPerson(paper.lines) : []
  const rows: { label: string; cents: number; bold?: boolean }[] = [
    ...(persons.length > 1 ? persons.map(({ person, cents }) => ({ label: person, cents })) : []),
    ...taxed.flatMap(({ rate, base, vat }) => [
      { label: t.withoutVat(rate), cents: base },
      { label: t.vat(rate), cents: vat },
    ]),
    // what was sold before the studio was liable
    ...(taxed.length > 0 && free !== 0 ? [{ label: t.soldWithoutVat, cents: free }] : []),
    { label: t.total, cents: total, bold: true },
    ...(paper.kind === 'invoice'
      ? [
          { label: t.paid, cents: paper.paid },
          { label: t.toPay, cents: total - paper.paid, bold: true },
        ]
      : []),
  ]
  sheet.ensure(rows.length * 20 + 40)
  sheet.y += 12
  for (const { label, cents, bold = false } of rows) {
    const text = { bold, size: bold ? 11 : 9.5, colour: bold ? INK : MUTED }
    const right = { x: WIDTH - MARGIN - 110, width: 110, align: 'right' } as const
    const height = sheet.text('P', label, { ...text, x: WIDTH - MARGIN - 330, y: sheet.y, width: 210, align: 'right' })
    sheet.text('P', money(language, cents), { ...text, ...right, y: sheet.y })
    sheet.y += height + 4
  }
  const untaxed = paper.lines.length > 0 && paper.lines.every(({ vatRate }) => vatRate === null)
  if (untaxed) sheet.text('P', t.notLiable, { x: MARGIN, y: sheet.y + 10, width: INNER, size: 9, colour: MUTED })
}
