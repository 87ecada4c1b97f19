import { describe, expect, it } from 'vitest'
import {
  camt,
  camtFile,
  camtStatement,
  coop,
  estonianIban,
  lhv,
  movement,
  OWN_ACCOUNT,
  seb,
  statementOf,
  swedbank,
  unknownBank,
  windows1257,
} from '#server/testing/statements.ts'
import { languages } from '#kernel/messages.ts'
import { MOST_BYTES, type MoneyLine, type Statement, type StatementLine } from '../../rules/statements.ts'
import { statementRefusals } from '../../messages/statements.ts'
import { readStatement } from './read.ts'
import { amountOf } from './values.ts'

type File = string | Uint8Array
const bytesOf = (file: File) => (typeof file === 'string' ? new TextEncoder().encode(file) : file)

const read = (file: File, options: Partial<Parameters<typeof readStatement>[1]> = {}) =>
  readStatement([bytesOf(file)], { accounts: [OWN_ACCOUNT], ...options })

async function statementIn(file: File, options = {}): Promise<Statement> {
  const answer = await read(file, options)
  if (!answer.ok || answer.value.kind !== 'statement') throw new Error(`not read: ${JSON.stringify(answer)}`)
  return answer.value
}

const isMoney = (line: StatementLine): line is MoneyLine => line.kind === 'payment' || line.kind === 'returned'
async function moneyIn(file: File) {
  return (await statementIn(file)).lines.filter(isMoney)
}

const refusalOf = async (file: File) => {
  const answer = await read(file)
  return answer.ok ? answer.value.kind : [answer.code, ...Object.values(answer.params ?? {})].join(' ')
}

const mari = movement({ reference: '12131295', endToEndId: 'E2E-1' })
const juri = movement({
  day: '2026-05-05',
  name: 'Jüri Õun & Pojad "Köis" OÜ',
  iban: estonianIban(42),
  text: 'Aitäh; oli tore, <väga>',
  cents: 123_456,
  archive: 'RO2026050500002',
})
const rent = movement({ day: '2026-05-06', direction: 'debit', name: 'Rendileandja AS', archive: 'RO2026050600003' })
const may = statementOf([mari, juri, rent])

describe('readStatement()', () => {
  const shapes: Readonly<Record<string, File>> = {
    'Swedbank, Estonian': swedbank(may),
    'Swedbank, English': swedbank(may, { language: 'en' }),
    'Swedbank with quotes that are not doubled': swedbank(may, { quotes: 'bare' }),
    'Swedbank in the old letters': windows1257(swedbank(may)),
    'LHV, Estonian': lhv(may),
    'LHV with 19 columns': lhv(may, { wide: true }),
    'LHV, English': lhv(may, { language: 'en' }),
    'LHV, the other English headings': lhv(may, { language: 'client' }),
    'LHV, Russian': lhv(may, { language: 'ru' }),
    'SEB, Estonian': seb(may),
    'SEB, English': seb(may, { language: 'en' }),
    'SEB with commas': seb(may, { separator: ',' }),
    'SEB with tabs in UTF-16': Buffer.from(seb(may, { separator: '\t' }), 'utf16le'),
    'Coop, Estonian': coop(may),
    'Coop, English': coop(may, { language: 'en' }),
    'camt.053.001.02': camt(may),
    'camt.053.001.08': camt(may, { version: '08' }),
    'camt.052.001.02': camt(may, { message: '052' }),
    'camt.052.001.08 with names in a namespace': camt(may, { message: '052', version: '08', prefix: 'ns:' }),
  }
  for (const [name, file] of Object.entries(shapes))
    it(`reads payer, amount, day and purpose from ${name}`, async () => {
      const { lines, accounts, currencies } = await statementIn(file)
      expect(accounts).toEqual([OWN_ACCOUNT])
      expect(currencies).toEqual(['EUR'])
      expect(lines).toMatchObject([
        {
          kind: 'payment',
          day: '2026-05-04',
          cents: 5800,
          currency: 'EUR',
          direction: 'credit',
          name: 'Mari Maasikas',
          iban: name.startsWith('Swedbank') ? null : mari.iban,
          reference: '12131295',
          endToEndId: name.startsWith('camt') ? 'E2E-1' : null,
          text: 'Mai kuutasu',
          unsplit: false,
        },
        {
          kind: 'payment',
          day: '2026-05-05',
          cents: 123_456,
          name: 'Jüri Õun & Pojad "Köis" OÜ',
          text: 'Aitäh; oli tore, <väga>',
          reference: null,
        },
        { kind: 'debit', day: '2026-05-06', cents: 5800, direction: 'debit' },
      ])
      const aliases = lines.map((line) => line.aliases)
      expect(aliases[0]).toContainEqual({ reference: 'RO2026050400001', ordinal: 1 })
      expect(aliases[2]).toContainEqual({ reference: 'RO2026050600003', ordinal: 1 })
    })

  it('returns the covered days and the balances before and after', async () => {
    for (const file of [swedbank(may), camt(may)])
      expect(await statementIn(file)).toMatchObject({
        from: '2026-05-01',
        to: '2026-05-31',
        balances: [{ account: OWN_ACCOUNT, currency: 'EUR', opening: 100_000, closing: 223_456 }],
        repeated: 0,
      })
    expect(await statementIn(lhv(may))).toMatchObject({ from: '2026-05-04', to: '2026-05-06', balances: [] })
  })

  it('reads a file that arrives byte by byte', async () => {
    for (const file of [swedbank(may), windows1257(swedbank(may)), camt(may)]) {
      const pieces = async function* () {
        for (const byte of bytesOf(file)) yield Uint8Array.of(byte)
      }
      const answer = await readStatement(pieces(), { accounts: [OWN_ACCOUNT] })
      expect(answer).toEqual(await read(file))
    }
  })

  it('reads a statement without lines', async () => {
    const none = statementOf([])
    expect(await statementIn(swedbank(none))).toMatchObject({ accounts: [OWN_ACCOUNT], lines: [] })
    expect(await statementIn(camt(none))).toMatchObject({ accounts: [OWN_ACCOUNT], lines: [] })
    expect(await statementIn(lhv(none))).toMatchObject({ accounts: [], lines: [], from: null, to: null })
  })
})

describe('refusals of readStatement()', () => {
  it('refuses a file that is not a statement', async () => {
    const files = [
      '',
      'Tere!',
      '{"lines": [1, 2, 3]}',
      '<html><body>Statement</body></html>',
      '<?xml version="1.0"?><Document><BkToCstmrDbtCdtNtfctn/></Document>',
      '<?xml version="1.0"?><Document><BkToCstmrStmt></BkToCstmrStmt></Document>',
      '<?xml version="1.0" encoding="klingon"?><Document/>',
      camt(may).replace('2026-05-04</Dt></BookgDt>', '2026-02-30</Dt></BookgDt>'),
      camt(may).replaceAll('58.00</Amt>', '58.001</Amt>'),
      camt(may).slice(0, -20),
      camt(may).replaceAll('Ccy="EUR"', 'Ccy="euros"'),
      `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`,
      camt(may).replace('<NtryDtls>', `<NtryDtls>${'<a>'.repeat(40)}${'</a>'.repeat(40)}`),
      'Nimi;Aadress;Linn\nMari;Tamme 1;Tartu\nJüri;Kase 2;Võru\n',
      `PK\u0003\u0004\0\0;a;b\n`,
      swedbank(may).replace('"58,00"', '"58,0x"'),
      swedbank(may).replace('04.05.2026', '31.02.2026'),
      swedbank(may).replace('"58,00";"EUR";"K"', '"58,00";"EUR";"X"'),
      swedbankHeadings(),
    ]
    for (const file of files)
      expect([file.slice(0, 80), await refusalOf(file)]).toEqual([file.slice(0, 80), 'notAStatement'])
  })

  const swedbankHeadings = () => swedbank(may).slice(0, swedbank(may).indexOf('\r\n') + 2)

  it('refuses a statement of another account', async () => {
    const other = estonianIban(99)
    const theirs = statementOf([mari], { account: other })
    for (const file of [swedbank(theirs), lhv(theirs), seb(theirs), coop(theirs), camt(theirs)])
      expect(await refusalOf(file)).toBe(`otherAccount ${other}`)
    const both = camtFile([camtStatement(may), camtStatement(theirs)])
    expect(await refusalOf(both)).toBe(`otherAccount ${other}`)
    const { accounts } = await statementIn(both, { accounts: [OWN_ACCOUNT, other] })
    expect(accounts).toEqual([OWN_ACCOUNT, other])
  })

  it("accepts the studio's account in any spelling in the settings", async () => {
    const spaced = (OWN_ACCOUNT.match(/.{1,4}/g) ?? []).join(' ').toLowerCase()
    expect((await statementIn(camt(may), { accounts: [spaced] })).lines).toHaveLength(3)
  })

  it('refuses a file whose opening balance and lines do not add up to the closing balance', async () => {
    const missing = statementOf([mari, juri])
    const closing = /<Cd>CLBD<\/Cd>.*?<\/Bal>/.exec(camt(may))?.[0] ?? ''
    const cut = camt(missing, { summary: false }).replace(/<Cd>CLBD<\/Cd>.*?<\/Bal>/, closing)
    expect(await refusalOf(cut)).toBe('wrongSums')
    const rows = swedbank(may).split('\r\n')
    const without = (kind: RegExp) => rows.filter((row) => !kind.test(row)).join('\r\n')
    expect(await refusalOf(without(/Rendileandja/))).toBe('wrongSums')
    expect(await refusalOf(without(/"86"/))).toBe('wrongSums')
    // without balances there is nothing to check
    expect(await refusalOf(without(/"10"|"82"|"86"/))).toBe('statement')
  })

  it('refuses a file with a line in the wrong currency', async () => {
    const dollars = statementOf([mari, movement({ currency: 'USD', archive: 'RO9' })])
    const swapped = swedbank(dollars).replace('"58,00";"EUR";"K"', '"58,00";"USD";"K"')
    expect(await refusalOf(swedbank(dollars))).toBe('statement')
    expect(await refusalOf(swapped)).toBe('wrongSums')
    expect(await refusalOf(camt(dollars))).toBe('statement')
    const entry = camt(dollars, { summary: false }).replace(
      /<Amt Ccy="EUR">58.00<\/Amt>(<CdtDbtInd>CRDT<\/CdtDbtInd><Sts>)/,
      '<Amt Ccy="USD">58.00</Amt>$1',
    )
    expect(await refusalOf(entry)).toBe('wrongSums')
  })

  it('refuses a file whose control totals are wrong', async () => {
    const turnover = swedbank(may).replace('"1 292,56";"EUR";"K";"";"K2"', '"1 292,57";"EUR";"K";"";"K2"')
    expect(turnover).not.toBe(swedbank(may))
    expect(await refusalOf(turnover)).toBe('wrongSums')
    const file = camt(may, { balances: false })
    for (const [total, other] of [
      ['<TtlNtries><NbOfNtries>3', '<TtlNtries><NbOfNtries>4'],
      ['<Sum>1292.56', '<Sum>1292.57'],
      ['<TtlDbtNtries><NbOfNtries>1', '<TtlDbtNtries><NbOfNtries>2'],
      ['<TtlNtries>', '<TtlNtries><TtlNetNtryAmt>1.00</TtlNetNtryAmt><CdtDbtInd>CRDT</CdtDbtInd>'],
    ] as const) {
      expect(file).toContain(total)
      expect(await refusalOf(file.replace(total, other))).toBe('wrongSums')
    }
  })

  it('refuses a file with a document type declaration', async () => {
    const declared = camt(may).replace('?>\n', '?>\n<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n')
    expect(await refusalOf(declared)).toBe('hasDoctype')
    expect(await refusalOf('<!DOCTYPE html><html></html>')).toBe('hasDoctype')
  })

  it('refuses an element with more attributes than any statement has', async () => {
    const attributes = (count: number) => Array.from({ length: count }, (_, n) => ` a${n}=""`).join('')
    const withThem = (count: number) => camt(may).replace('<Stmt>', `<Stmt${attributes(count)}>`)
    expect(await refusalOf(withThem(50))).toBe('statement')
    expect(await refusalOf(withThem(101))).toBe('notAStatement')
  })

  it('refuses a file of more than 25 MB and stops reading it', async () => {
    let asked = 0
    const endless = function* () {
      const spaces = new Uint8Array(1024 * 1024).fill(0x20)
      for (;;) {
        asked++
        yield spaces
      }
    }
    const answer = await readStatement(endless(), { accounts: [OWN_ACCOUNT] })
    expect(answer).toMatchObject({ ok: false, code: 'tooLarge' })
    expect(asked).toBe(MOST_BYTES / 1024 / 1024 + 1)
  })

  it('refuses repetitive files in linear time', async () => {
    const [headings, row] = swedbank(may).split('\r\n')
    const many = 50_000
    const files = [
      `${headings}\r\n${row}${'\n'.repeat(5 * many)}x`,
      `${headings}\r\n${row}\r\n${`${'"'.repeat(60_000)}x;`.repeat(5)}`,
      `${'. '.repeat(many)};a;b\n1;2;3`,
      camt(may).replace('Mai kuutasu', '/RFB/'.repeat(many)),
      camt(may).replace('Mai kuutasu', '1 '.repeat(many)),
      `<?xml ${' '.repeat(many)}?><Document>`,
      `<Document><BkToCstmrStmt><Stmt>${'<a></a>'.repeat(many)}`,
    ]
    // with quadratic time, each would exceed the test's timeout
    for (const file of files) expect(typeof (await refusalOf(file))).toBe('string')
  })

  it('has a text for each reason', () => {
    for (const language of languages)
      expect(Object.keys(statementRefusals[language]).filter((code) => !code.endsWith('Helps'))).toEqual([
        'notAStatement',
        'otherAccount',
        'wrongSums',
        'hasDoctype',
        'tooLarge',
      ])
    expect(statementRefusals.en.otherAccount({ iban: 'EE1' })).toBe('This statement is of another account: EE1.')
  })
})

describe('lines that are not payments', () => {
  const fee = movement({ direction: 'debit', state: 'fee', name: 'LHV', cents: 35, archive: 'RO3' })
  const pending = movement({ state: 'pending', archive: 'RO4' })

  it('return only day, amount, direction and key', async () => {
    const { lines } = await statementIn(camt(statementOf([rent, fee, pending])))
    expect(lines).toEqual([
      {
        kind: 'debit',
        account: OWN_ACCOUNT,
        currency: 'EUR',
        day: '2026-05-06',
        cents: 5800,
        direction: 'debit',
        aliases: [{ reference: rent.archive, ordinal: 1 }],
      },
      expect.objectContaining({ kind: 'fee', cents: 35 }),
      expect.objectContaining({ kind: 'pending', cents: 5800, direction: 'credit' }),
    ])
    for (const file of [swedbank(statementOf([rent])), lhv(statementOf([rent])), seb(statementOf([rent]))])
      expect(JSON.stringify(await read(file))).not.toContain('Rendileandja')
  })

  it('pending lines do not count in the balance', async () => {
    const { balances } = await statementIn(camt(statementOf([mari, pending])))
    expect(balances).toMatchObject([{ closing: 105_800 }])
  })
})

describe('notations of banks', () => {
  it('a time with an offset counts on the day in Estonian time', async () => {
    const file = camt(may).replace('<BookgDt><Dt>2026-05-04</Dt>', '<BookgDt><DtTm>2026-05-04T22:30:00Z</DtTm>')
    const [line] = (await statementIn(file)).lines
    expect(line).toMatchObject({ day: '2026-05-05' })
    const local = file.replace('22:30:00Z', '22:30:00+03:00')
    expect((await statementIn(local)).lines[0]).toMatchObject({ day: '2026-05-04' })
  })

  it('amounts may group thousands; ambiguous ones are null', () => {
    const amounts = [
      '58',
      '58,5',
      '58.50',
      '-58,50',
      '+58,50',
      '1 234,56',
      '1\u00a0234.56',
      '1.234,56',
      '1,234.56',
      '58,50 €',
    ]
    expect(amounts.map(amountOf)).toEqual([5800, 5850, 5850, -5850, 5850, 123_456, 123_456, 123_456, 123_456, 5850])
    for (const unclear of ['1,234', '1.234', '12 34,00', '1,234,567', '58,505', '5,8,0', '', '-', '1e3'])
      expect([unclear, amountOf(unclear)]).toEqual([unclear, null])
  })

  it('a negative credit is a debit', async () => {
    const file = seb(statementOf([mari])).replace('58,00', '-58,00')
    expect((await statementIn(file)).lines).toMatchObject([{ kind: 'debit', direction: 'debit', cents: 5800 }])
  })
})

describe('returned transfers', () => {
  it("are recognised by the bank's mark, in the booked direction", async () => {
    const back = movement({ direction: 'debit', state: 'returned', name: 'Mari Maasikas', endToEndId: 'E2E-1' })
    const [line] = await moneyIn(camt(statementOf([back])))
    expect(line).toMatchObject({ kind: 'returned', direction: 'debit', name: 'Mari Maasikas', endToEndId: 'E2E-1' })
    const reversed = camt(statementOf([{ ...back, state: 'booked' }])).replace('<Sts>', '<RvslInd>true</RvslInd><Sts>')
    expect(await moneyIn(reversed)).toMatchObject([{ kind: 'returned', direction: 'debit' }])
  })

  it('name the other party also if the file keeps the parties of the original transfer', async () => {
    const first = camt(statementOf([{ ...mari, state: 'returned' }], { opening: {} }), {
      balances: false,
      summary: false,
    })
    const back = first.replace('CRDT', 'DBIT')
    expect(await moneyIn(back)).toMatchObject([
      { kind: 'returned', direction: 'debit', name: 'Mari Maasikas', iban: mari.iban },
    ])
  })

  it('an own transfer that comes back is a return, not a payment', async () => {
    const [line] = await moneyIn(camt(statementOf([movement({ state: 'returned' })])))
    expect(line).toMatchObject({ kind: 'returned', direction: 'credit' })
  })
})

describe('a batch booking', () => {
  const order = 'BATCH2026050401'
  const parts = [
    movement({ order, archive: 'P1', name: 'Mari', cents: 2000 }),
    movement({ order, archive: 'P2', name: 'Jüri', cents: 2000 }),
    movement({ order, archive: 'P3', name: 'Kati', cents: 1800 }),
  ]

  it('becomes one line per part if the parts add up', async () => {
    for (const version of ['02', '08'] as const) {
      const file = camt(statementOf(parts), { batches: true, version })
      expect(file.match(/<Ntry>/g)).toHaveLength(1)
      expect(await moneyIn(file)).toMatchObject([
        {
          name: 'Mari',
          cents: 2000,
          aliases: [
            { reference: 'P1', ordinal: 1 },
            { reference: order, ordinal: 1 },
          ],
        },
        {
          name: 'Jüri',
          cents: 2000,
          aliases: [
            { reference: 'P2', ordinal: 1 },
            { reference: order, ordinal: 2 },
          ],
        },
        {
          name: 'Kati',
          cents: 1800,
          aliases: [
            { reference: 'P3', ordinal: 1 },
            { reference: order, ordinal: 1 },
          ],
        },
      ])
    }
  })

  it('stays one line without a payer if the parts do not add up', async () => {
    const file = camt(statementOf(parts), { batches: true, version: '02' }).replace(
      '<TxAmt><Amt Ccy="EUR">18.00',
      '<TxAmt><Amt Ccy="EUR">18.01',
    )
    expect(await moneyIn(file)).toMatchObject([{ name: null, iban: null, reference: null, cents: 5800, unsplit: true }])
    const foreign = camt(statementOf(parts), { batches: true, version: '02' }).replace(
      '<TxAmt><Amt Ccy="EUR">18.00',
      '<TxAmt><Amt Ccy="USD">18.00',
    )
    expect(await moneyIn(foreign)).toMatchObject([{ cents: 5800, unsplit: true }])
  })

  it('stays one line without a payer if its parts are not in the file', async () => {
    const alone = camt(statementOf([mari])).replace(
      /<NtryDtls>.*<\/NtryDtls>/,
      '<NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>',
    )
    expect(await moneyIn(alone)).toMatchObject([{ name: null, cents: 5800, unsplit: true }])
  })

  it('may contain a part in the other direction, such as a deducted fee', async () => {
    const whole = [
      { ...parts[0]!, cents: 6000 },
      { ...parts[1]!, cents: 200, state: 'fee' as const },
    ]
    const file = camt(statementOf(whole, { opening: {} }), {
      batches: false,
      version: '08',
      balances: false,
      summary: false,
    })
    const entries = file.split('<Ntry>')
    const fee = /<TxDtls>.*<\/TxDtls>/.exec(entries[2] ?? '')?.[0].replace('CRDT', 'DBIT') ?? ''
    const one = `${entries[0]}<Ntry>${entries[1]?.replace('60.00', '58.00').replace('</NtryDtls>', `${fee}</NtryDtls>`)}${/<\/Stmt>.*/s.exec(file)?.[0]}`
    const { lines } = await statementIn(one)
    expect(lines).toMatchObject([
      { kind: 'payment', cents: 6000, direction: 'credit' },
      { kind: 'debit', cents: 200, direction: 'debit' },
    ])
  })

  it('a single part of a different amount loses its reference', async () => {
    const file = camt(statementOf([mari])).replace('<TxAmt><Amt Ccy="EUR">58.00', '<TxAmt><Amt Ccy="EUR">60.00')
    expect(await moneyIn(file)).toMatchObject([
      { name: 'Mari Maasikas', cents: 5800, reference: null, endToEndId: null, unsplit: true },
    ])
    // the amount in the original currency is only additional information
    const sent = camt(statementOf([mari])).replace('<TxAmt><Amt Ccy="EUR">58.00', '<TxAmt><Amt Ccy="USD">63.00')
    expect(await moneyIn(sent)).toMatchObject([{ cents: 5800, currency: 'EUR', reference: '12131295', unsplit: false }])
  })
})

describe('references', () => {
  it('are separated from a text that contains both', async () => {
    const both = movement({ text: '/RFB/12131295/TXT/Mai kuutasu' })
    for (const file of [camt(statementOf([both])), swedbank(statementOf([both])), lhv(statementOf([both]))])
      expect(await moneyIn(file)).toMatchObject([{ reference: null, referenceInText: '12131295', text: 'Mai kuutasu' }])
    const alone = movement({ text: '/RFB/RF31 1213 12952' })
    expect(await moneyIn(camt(statementOf([alone])))).toMatchObject([{ referenceInText: 'RF31 1213 12952', text: '' }])
  })

  it('keep their leading zeros, and pieces of text are joined', async () => {
    const file = camt(statementOf([movement({ reference: '0012340', text: 'Mari' })]))
    const pieces = file.replace('<Ustrd>Mari</Ustrd>', '<Ustrd>Mari ja</Ustrd><Ustrd>J&#252;ri</Ustrd>')
    expect(await moneyIn(pieces)).toMatchObject([{ reference: '0012340', text: 'Mari ja Jüri' }])
  })

  it('are joined if the payer gave two, which matches no issued number', async () => {
    const file = camt(statementOf([movement({ reference: '13' })])).replace(
      '</RmtInf>',
      '<Strd><CdtrRefInf><Ref>71</Ref></CdtrRefInf></Strd></RmtInf>',
    )
    expect(await moneyIn(file)).toMatchObject([{ reference: '13 71' }])
  })

  it('that only number the lines of the file are ignored', async () => {
    const file = camt(statementOf([mari]))
    expect(file).toContain('<NtryRef>1</NtryRef>')
    expect(await moneyIn(file)).toMatchObject([{ aliases: [{ reference: mari.archive, ordinal: 1 }] }])
  })

  it('the keys of one line are shared by XML and tables', async () => {
    const parts = [
      movement({ order: 'B-77', archive: 'P1', cents: 2000 }),
      movement({ order: 'B-77', archive: 'P2', cents: 2000 }),
    ]
    const xml = await moneyIn(camt(statementOf(parts), { batches: true }))
    for (const file of [swedbank(statementOf(parts)), lhv(statementOf(parts)), seb(statementOf(parts))]) {
      const table = await moneyIn(file)
      table.forEach((line, index) => {
        const shared = line.aliases.filter((one) =>
          xml[index]?.aliases.some((other) => other.reference === one.reference && other.ordinal === one.ordinal),
        )
        expect(shared).not.toEqual([])
      })
    }
  })
})

describe('two identical lines', () => {
  const twins = [movement({ archive: '' }), movement({ archive: '' })]
  const fees = [movement({ archive: 'F1' }), movement({ archive: 'F1' }), movement({ archive: 'F1', cents: 100 })]

  it('are two lines within one statement, with and without a reference', async () => {
    for (const write of [swedbank, coop, camt]) {
      expect((await moneyIn(write(statementOf(twins)))).map(({ aliases }) => aliases[0]?.ordinal)).toEqual([1, 2])
      expect((await moneyIn(write(statementOf(fees)))).map(({ aliases }) => aliases[0])).toEqual([
        { reference: 'F1', ordinal: 1 },
        { reference: 'F1', ordinal: 2 },
        { reference: 'F1', ordinal: 1 },
      ])
    }
  })

  it('have the same keys in XML and in a table', async () => {
    const [table, xml] = [await moneyIn(coop(statementOf(twins))), await moneyIn(camt(statementOf(twins)))]
    expect(table.map(({ aliases }) => aliases)).toEqual(xml.map(({ aliases }) => aliases))
  })

  it('count once if a file contains two statements of the same days', async () => {
    const statement = statementOf([...twins, ...fees, rent])
    for (const file of [
      camtFile([camtStatement(statement), camtStatement(statement)]),
      swedbank(statement) + swedbank(statement),
      // like two files that somebody concatenated by hand
      swedbank(statement) + swedbank(statement).split('\r\n').slice(1).join('\r\n'),
      lhv(statement) + lhv(statement),
      seb(statement) + seb(statement),
      `\uFEFF${lhv(statement)}\uFEFF${lhv(statement)}`,
    ]) {
      const { lines, repeated } = await statementIn(file)
      expect([lines.length, repeated]).toEqual([6, 6])
    }
  })

  it('get a hash as key if they have no reference, which does not reveal their content', async () => {
    const { lines } = await statementIn(coop(statementOf([{ ...rent, archive: '' }])))
    expect(lines[0]?.aliases[0]?.reference).toMatch(/^#[\w-]{27}$/)
    expect(JSON.stringify(lines)).not.toContain('Rendi')
  })
})

describe('pages of a statement', () => {
  const [first, second] = [statementOf([mari], { to: '2026-05-04' }), statementOf([juri, rent])]
  const page = (statement: Parameters<typeof camtStatement>[0], edit: (text: string) => string) =>
    edit(camtStatement(statement, { summary: false }).replace(/<Id>.*?<\/Id>/, '<Id>S1</Id>'))
  const balance = (code: string) => new RegExp(`<Bal><Tp><CdOrPrtry><Cd>${code}</Cd>.*?</Bal>`)
  const second1058 = { ...second, opening: { EUR: 105_800 } }

  it('add up from the first opening to the last closing balance', async () => {
    const apart = camtFile([
      page(first, (text) => text.replace(balance('CLBD'), '')),
      page(second1058, (text) => text.replace(balance('OPBD'), '')),
    ])
    expect(await statementIn(apart)).toMatchObject({ balances: [{ opening: 100_000, closing: 223_456 }] })
    expect(await refusalOf(apart.replace('2234.56', '2234.57'))).toBe('wrongSums')
  })

  it('add up with interim balances between them', async () => {
    const file = camtFile([
      page(first, (text) => text.replace('<Cd>CLBD', '<Cd>ITBD')),
      page(second1058, (text) => text.replace('<Cd>OPBD', '<Cd>ITBD')),
    ])
    expect((await statementIn(file)).lines).toHaveLength(3)
    expect(await refusalOf(file.replaceAll('1058.00', '1058.01'))).toBe('wrongSums')
  })

  it('add up if each page has the balances of the whole statement', async () => {
    const closing = balance('CLBD').exec(camtStatement(may))?.[0] ?? ''
    const file = camtFile([
      page(first, (text) => text.replace(balance('CLBD'), closing)),
      page(second, (text) => text.replace(balance('CLBD'), closing)),
    ])
    expect((await statementIn(file)).lines).toHaveLength(3)
    expect(await refusalOf(camtFile([page(first, (text) => text.replace(balance('CLBD'), closing))]))).toBe('wrongSums')
  })

  it('are recognised by page numbers if they have no balances', async () => {
    const numbered = (number: number, last: boolean) =>
      camtStatement(statementOf([mari]), { summary: false, balances: false }).replace(
        '<FrToDt>',
        `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${last}</LastPgInd></StmtPgntn><FrToDt>`,
      )
    expect((await statementIn(camtFile([numbered(1, false), numbered(2, true)]))).lines).toHaveLength(2)
    expect((await statementIn(camtFile([numbered(1, true), numbered(1, true)]))).lines).toHaveLength(1)
  })

  it('may contain the balances of each day on one page', async () => {
    const [monday, tuesday] = [camtStatement(first, { summary: false }), camtStatement(second1058, { summary: false })]
    const entries = (text: string) => text.slice(text.indexOf('<Ntry>'), text.indexOf('</Stmt>'))
    const balances = (text: string) => text.slice(text.indexOf('<Bal>'), text.lastIndexOf('</Bal>') + 6)
    const one = monday
      .replace(balances(monday), balances(monday) + balances(tuesday))
      .replace('</Stmt>', `${entries(tuesday)}</Stmt>`)
    expect((await statementIn(camtFile([one]))).balances).toMatchObject([{ opening: 100_000, closing: 223_456 }])
  })

  it('count identical lines on two pages as two', async () => {
    const numbered = (number: number, last: boolean) => (text: string) =>
      text.replace('<FrToDt>', `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${last}</LastPgInd></StmtPgntn><FrToDt>`)
    const alike = statementOf([mari])
    const file = camtFile([
      page(alike, (text) => numbered(1, false)(text).replace(balance('CLBD'), '')),
      page({ ...alike, opening: { EUR: 105_800 } }, (text) => numbered(2, true)(text).replace(balance('OPBD'), '')),
    ])
    expect((await moneyIn(file)).map(({ aliases }) => aliases[0]?.ordinal)).toEqual([1, 2])
  })
})

describe('identity codes', () => {
  const codes = ['47105050004', '38001085718']
  const someone = movement({
    name: 'Mari Maasikas 47105050004',
    text: 'Laps 380 0108 5718, isik:47105050004; ema 4-7105-0500-04',
    identityCode: '47105050004',
    reference: '38001085718',
    endToEndId: '47105050004',
    archive: '38001085718',
  })

  it('are removed from every field of every format', async () => {
    const statement = statementOf([someone, { ...someone, direction: 'debit' }])
    for (const file of [
      swedbank(statement),
      lhv(statement),
      seb(statement),
      coop(statement),
      camt(statement),
      unknownBank(statement),
    ]) {
      const answer = JSON.stringify(await read(file))
      const digits = answer.replace(/[^\d"]/g, '')
      for (const code of codes) expect(digits).not.toContain(code)
      expect(answer).toContain('Mari Maasikas')
    }
  })

  it('are removed without the rest of the payment', async () => {
    expect(await moneyIn(camt(statementOf([someone])))).toMatchObject([
      { name: 'Mari Maasikas …', text: 'Laps …, isik:…; ema …', reference: null, endToEndId: null },
    ])
  })

  it('are removed with the whole column of identity codes, even mistyped ones', async () => {
    expect(
      JSON.stringify(await read(unknownBank(statementOf([movement({ identityCode: '47105050005' })])))),
    ).not.toContain('47105050005')
  })

  it('are found with either round of the check digit, and after other numbers', async () => {
    for (const code of ['47105050004', '47105050188', '12345 471050 50004'])
      expect(await moneyIn(camt(statementOf([movement({ text: code })])))).toMatchObject([
        { text: code.includes(' ') ? '12345 …' : '…' },
      ])
  })

  it('are not confused with other numbers', async () => {
    const text = 'Tel 372 5123 4567, arve 20260504001, nr 47105050009, konto 2210 2014 5685 12'
    expect(await moneyIn(camt(statementOf([movement({ text })])))).toMatchObject([{ text }])
  })
})

describe('a table of an unknown bank', () => {
  const statement = statementOf([mari, juri, rent])
  const columns = { date: 0, key: 1, name: 2, text: 4, reference: 5, currency: 6, debit: 7, amount: 8 }

  it('returns its headings and first rows', async () => {
    const answer = await read(unknownBank(statement))
    expect(answer).toMatchObject({
      ok: true,
      value: {
        kind: 'unknownColumns',
        headings: ['Päev', 'Võti', 'Kes', 'Isikukood', 'Milleks', 'Viide', 'Raha', 'Välja', 'Sisse'],
        rows: [
          ['2026-05-04', mari.archive, 'Mari Maasikas', '', 'Mai kuutasu', '12131295', 'EUR', '', '58,00'],
          {},
          {},
        ],
        unreadable: null,
      },
    })
  })

  it('is read with remembered columns', async () => {
    const unknown = await read(unknownBank(statement))
    if (!unknown.ok || unknown.value.kind !== 'unknownColumns') throw new Error('known')
    const remembered = [{ headings: unknown.value.headings, columns }]
    const { lines } = await statementIn(unknownBank(statement), { remembered })
    expect(lines).toMatchObject([
      { kind: 'payment', cents: 5800, reference: '12131295', aliases: [{ reference: mari.archive, ordinal: 1 }] },
      { kind: 'payment', cents: 123_456, name: 'Jüri Õun & Pojad "Köis" OÜ' },
      { kind: 'debit', cents: 5800 },
    ])
  })

  it('takes the direction from a sign or from a column', async () => {
    const headings = ['Päev', 'Summa', 'Suund', 'Nimi']
    const file =
      'Päev;Summa;Suund;Nimi\n2026-05-04;-12,50;;Mari\n04.05.2026;12,50;-;Jüri\n4.5.2026;1 012,5;+;Kati\n;1 000,00;;Kokku\n'
    const signed = await statementIn(file, { remembered: [{ headings, columns: { date: 0, amount: 1 } }] })
    expect(signed.lines.map(({ direction, cents }) => [direction, cents])).toEqual([
      ['debit', 1250],
      ['credit', 1250],
      ['credit', 101_250],
    ])
    const directed = await read(file, { remembered: [{ headings, columns: { date: 0, amount: 1, direction: 2 } }] })
    expect(directed).toMatchObject({
      ok: true,
      value: { kind: 'unknownColumns', unreadable: { row: 2, role: 'direction' } },
    })
  })

  it('reports the first cell that does not fit its column', async () => {
    const headings = ['Päev', 'Summa', 'Nimi']
    const file = 'Päev;Summa;Nimi\n2026-05-04;12,50;Mari\n2026-05-05;kümme;Jüri\n'
    const unreadable = async (columns: { date: number; amount: number }) => {
      const answer = await read(file, { remembered: [{ headings, columns }] })
      return answer.ok && answer.value.kind === 'unknownColumns' ? answer.value.unreadable : answer
    }
    expect(await unreadable({ date: 0, amount: 1 })).toEqual({ row: 3, role: 'amount' })
    expect(await unreadable({ date: 2, amount: 1 })).toEqual({ row: 2, role: 'date' })
  })

  it('may have no headings', async () => {
    const file = '2026-05-04;12,50;Mari\n2026-05-05;13,00;Jüri\n'
    const answer = await read(file)
    expect(answer).toMatchObject({ ok: true, value: { headings: ['1', '2', '3'], rows: [{}, {}] } })
    const remembered = [{ headings: ['1', '2', '3'], columns: { date: 0, amount: 1, name: 2 } }]
    expect((await statementIn(file, { remembered })).lines).toHaveLength(2)
  })

  it('gets a guess from common headings', async () => {
    const file = 'Kuupäev;Summa;Selgitus\n2026-05-04;12,50;Mari\n'
    expect(await read(file)).toMatchObject({ ok: true, value: { guess: { date: 0, amount: 1, text: 2 } } })
  })

  it('is not read if it may be cut off within an amount', async () => {
    const remembered = [{ headings: ['Päev', 'Nimi', 'Summa'], columns: { date: 0, amount: 2, name: 1 } }]
    const file = 'Päev;Nimi;Summa\n2026-05-04;Mari;12,50\n2026-05-05;Jüri;1250,75'
    expect((await statementIn(file, { remembered })).lines).toMatchObject([{}, { cents: 125_075 }])
    for (let cut = 1; cut < 6; cut++) {
      const answer = await read(file.slice(0, -cut), { remembered })
      expect(answer).toMatchObject({ ok: true, value: { unreadable: { row: 3, role: 'amount' } } })
    }
  })
})
