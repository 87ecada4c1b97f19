import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import type { Language } from '#kernel/messages.ts'
import type { Paper } from '../../rules.ts'
import { draw } from './draw.ts'

const party = { registryCode: '80123455', vatNumber: 'EE100931558', address: 'Väike-Veerksu küla, Räpina vald' }
const seller = { ...party, name: 'Tantsustuudio', email: '', phone: '', iban: 'EE382200221020145685' }
const line = {
  item: 'membership',
  from: '2026-03-10',
  until: '2026-04-09',
  vatRate: 24,
  siblingPercent: 10,
} as const
const named = [
  ['Щербакова-Достоевская Екатерина', 'Контемпорари для начинающих'],
  ['Õnneli-Öölaulu Константинопольская-Žürišvili', 'Koreograafia edasijõudnud algajatele'],
  ['Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau', 'Pillerkaarjugapõlvpüksidõõtsutusmänguväljak'],
] as const

const paperOf = (kind: 'invoice' | 'receipt'): Paper => ({
  kind,
  number: 'A-2026-0001',
  day: '2026-03-10',
  seller,
  buyer: { ...party, name: named[1][0] },
  reference: '1000079',
  paid: 0,
  due: null,
  of: null,
  year: null,
  lines: named.map(([person, description]) => ({
    ...line,
    person,
    description,
    cents: 123_456_00,
    paidDay: kind === 'receipt' ? '2026-03-10' : null,
    way: kind === 'receipt' ? 'bankTransfer' : null,
  })),
})

/** The texts on a paper's first page, with their positions. */
async function drawn(paper: Paper, language: Language) {
  const pdf = await draw(paper, { language, accent: '#7a1fa2', logo: null })
  const page = await (await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise).getPage(1)
  const { items } = await page.getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [, , , , x, y] = item.transform as number[]
    return [{ text: item.str, x: x ?? 0, y: y ?? 0, end: (x ?? 0) + item.width }]
  })
}

it.each([
  ['invoice', 'et', ['Kellele', 'Teenus', 'Periood']],
  ['invoice', 'en', ['For', 'Service', 'Period']],
  ['receipt', 'et', ['Kellele', 'Teenus', 'Periood', 'Tasutud']],
  ['receipt', 'en', ['For', 'Service', 'Period', 'Paid on']],
] as const)('keeps long Estonian and Cyrillic names within their columns: %s, %s', async (kind, language, headings) => {
  const texts = await drawn(paperOf(kind), language)
  const starts = headings.map((heading) => texts.findLast(({ text }) => text === heading)!)
  const sums = texts.find(({ text }) => text.includes('(24%)'))!
  const rows = texts.filter(({ y }) => y < (starts[0]?.y ?? 0) && y > sums.y)
  expect(rows.length).toBeGreaterThan(10)
  for (const { x } of starts.slice(1)) {
    const touching = rows.filter((text) => text.x < x - 1 && text.end > x - 4)
    expect(touching).toEqual([])
  }
})

it.each([
  ['et', ['58,00 €', '1 234,50 €', '−123 456,00 €']],
  ['en', ['58.00 €', '1,234.50 €', '−123,456.00 €']],
] as const)('keeps each amount unbroken, with separated thousands: %s', async (language, sums) => {
  const [line] = paperOf('invoice').lines
  const lines = [58_00, 1_234_50, -123_456_00].map((cents) => ({ ...line!, cents }))
  const texts = (await drawn({ ...paperOf('invoice'), lines }, language)).map(({ text }) => text)
  for (const sum of sums) expect(texts).toContain(sum)
})

it('says how much was sold before the studio was liable to VAT, beside what was sold with VAT', async () => {
  const [line] = paperOf('invoice').lines
  const lines = [
    { ...line!, cents: 1800 },
    { ...line!, cents: 14_390, vatRate: null },
  ]
  const texts = (await drawn({ ...paperOf('invoice'), lines }, 'en')).map(({ text }) => text)
  expect(texts).toEqual(expect.arrayContaining(['Without VAT (24%)', 'Sold without VAT', '143.90 €', '161.90 €']))
  expect((await drawn(paperOf('invoice'), 'en')).map(({ text }) => text)).not.toContain('Sold without VAT')
})

it.each([
  ['en', 'Not liable to VAT'],
  ['et', 'Ei ole käibemaksukohustuslane'],
] as const)('says "not liable to VAT" only for what was sold without VAT: %s', async (language, words) => {
  const lines = paperOf('invoice').lines.map((one) => ({ ...one, vatRate: null }))
  const says = async (paper: Paper) => (await drawn(paper, language)).some(({ text }) => text === words)
  expect([await says({ ...paperOf('invoice'), lines }), await says(paperOf('invoice'))]).toEqual([true, false])
})
