import fc from 'fast-check'
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
  type AccountStatement,
  type Movement,
} from '#server/testing/statements.ts'
import type { Statement, StatementLine } from '../../rules/statements.ts'
import { isIdentityCode } from './identityCodes.ts'
import { readStatement } from './read.ts'

type File = string | Uint8Array
const bytesOf = (file: File) => (typeof file === 'string' ? new TextEncoder().encode(file) : file)

const columns = { date: 0, key: 1, name: 2, text: 4, reference: 5, currency: 6, debit: 7, amount: 8 }
const headings = ['Päev', 'Võti', 'Kes', 'Isikukood', 'Milleks', 'Viide', 'Raha', 'Välja', 'Sisse']

const read = (file: File) =>
  readStatement([bytesOf(file)], { accounts: [OWN_ACCOUNT], remembered: [{ headings, columns }] })

/** The parsed statement; null if the file was refused. */
async function triedToRead(file: File): Promise<Statement | null> {
  const answer = await read(file)
  return answer.ok && answer.value.kind === 'statement' ? answer.value : null
}

async function statementIn(file: File): Promise<Statement> {
  const statement = await triedToRead(file)
  if (!statement) throw new Error(`not read: ${JSON.stringify(await read(file))}`)
  return statement
}

/** Every format, whether or not it has IBANs and balances. */
const shapes: Readonly<Record<string, (statement: AccountStatement) => File>> = {
  swedbank,
  'swedbank in English and the old letters': (statement) => windows1257(swedbank(statement, { language: 'en' })),
  lhv,
  'lhv wide': (statement) => lhv(statement, { wide: true }),
  'lhv with semicolons': (statement) => lhv(statement, { language: 'client' }),
  'lhv in Russian': (statement) => lhv(statement, { language: 'ru' }),
  seb,
  'seb in English': (statement) => seb(statement, { language: 'en' }),
  'seb with commas': (statement) => seb(statement, { separator: ',' }),
  coop,
  'coop in English': (statement) => coop(statement, { language: 'en' }),
  'another bank': unknownBank,
  camt,
  'camt .08': (statement) => camt(statement, { version: '08' }),
  'camt in batches': (statement) => camt(statement, { batches: true }),
  'camt .08 in batches': (statement) => camt(statement, { version: '08', batches: true, prefix: 'x:' }),
  'report of a day': (statement) => camt(statement, { message: '052' }),
}
const names = Object.keys(shapes)
const write = (name: string, statement: AccountStatement): File => shapes[name]?.(statement) ?? ''

const letters = ['a', 'õ', 'ä', 'ü', 'š', 'ž', 'M', 'Õ', '1', '7', ' ']
const words = fc
  .array(fc.constantFrom(...letters, ' ', ';', ',', '"', '"', '&', '<', '>', '-', '.', '\n'), { maxLength: 25 })
  .map((some) => `x${some.join('')}`)
const texts = fc.oneof(
  words,
  words,
  fc.constant(''),
  words.map((text) => `/RFB/12131295/TXT/${text}`),
)
const days = fc.integer({ min: 1, max: 9 }).map((day) => `2026-05-0${day}`)

/** Bank references: one for each movement, sometimes one for two on a day, or none. */
const movements: fc.Arbitrary<readonly Movement[]> = fc
  .array(
    fc.record({
      day: days,
      cents: fc.oneof(fc.integer({ min: 1, max: 9_999_999 }), fc.constantFrom(2000, 5800)),
      direction: fc.constantFrom('credit', 'credit', 'debit'),
      currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
      name: words,
      iban: fc.integer({ min: 1, max: 1e9 }).map((account) => estonianIban(account)),
      reference: fc.oneof(fc.constant(''), fc.stringMatching(/^(RF31)?\d{2,10}$/)),
      text: texts,
      endToEndId: fc.oneof(fc.constant(''), fc.stringMatching(/^E\d{3,9}$/)),
      referenced: fc.constantFrom('own', 'own', 'own', 'shared', 'none'),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((some) =>
    some
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      .map(({ referenced, ...one }, index) => {
        const day = one.day.replaceAll('-', '')
        const archive = { own: `RO${day}${index}`, shared: `RO${day}S`, none: '' }[referenced]
        return movement({ ...one, archive, order: archive && `B${day}${index % 3}` })
      }),
  )
const statements = movements.map((some) => statementOf(some))

/** The keys by which a line is recognised. */
const keysOf = (lines: readonly StatementLine[]) =>
  lines
    .flatMap(({ day: _day, currency, cents, direction, aliases }) =>
      aliases.map(({ reference, ordinal }) => [currency, cents, direction, reference, ordinal].join(' ')),
    )
    .toSorted()

/**
 * The fields that all formats contain: only camt has order numbers and the payer's EndToEndId, and Swedbank has no
 * IBAN.
 */
const carried = (lines: readonly StatementLine[]) =>
  lines
    .map((line) => {
      const { day, currency, cents, direction, kind } = line
      const money = line.kind === 'payment' && [
        line.name,
        line.text,
        line.reference,
        line.referenceInText,
        line.unsplit,
      ]
      return JSON.stringify([day, currency, cents, direction, kind, money])
    })
    .toSorted()

const runs = { numRuns: 60 }

describe('any statement', () => {
  it("yields the same lines from every bank's format", async () => {
    await fc.assert(
      fc.asyncProperty(statements, async (statement) => {
        const wanted = carried((await statementIn(camt(statement))).lines)
        expect(wanted).toHaveLength(statement.movements.length)
        for (const name of names)
          expect([name, carried((await statementIn(write(name, statement))).lines)]).toEqual([name, wanted])
      }),
      runs,
    )
  })

  it("yields the payers' accounts from every format that has them", async () => {
    await fc.assert(
      fc.asyncProperty(
        statements,
        fc.constantFrom('lhv', 'seb', 'coop', 'camt', 'camt .08'),
        async (statement, name) => {
          const { lines } = await statementIn(write(name, statement))
          const wanted = statement.movements.map((one) => (one.direction === 'credit' ? one.iban : undefined))
          expect(lines.map((line) => (line.kind === 'payment' ? line.iban : undefined))).toEqual(wanted)
        },
      ),
      runs,
    )
  })

  it('yields lines in tables that share an alias with the same lines in XML', async () => {
    await fc.assert(
      fc.asyncProperty(statements, async (statement) => {
        const of = async (name: string) =>
          (await statementIn(write(name, statement))).lines.toSorted((a, b) =>
            a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0,
          )
        const xml = await of('camt')
        for (const name of ['swedbank', 'lhv', 'seb', 'coop', 'another bank']) {
          const table = await of(name)
          table.forEach((line, index) => {
            const [one, other] = [keysOf([line]), keysOf(xml.slice(index, index + 1))]
            expect([name, one.some((key) => other.includes(key))]).toEqual([name, true])
          })
        }
      }),
      runs,
    )
  })

  it('yields a unique key for every line', async () => {
    await fc.assert(
      fc.asyncProperty(statements, fc.constantFrom(...names), async (statement, name) => {
        const keys = keysOf((await statementIn(write(name, statement))).lines)
        expect(new Set(keys).size).toBe(keys.length)
      }),
      runs,
    )
  })

  it('is refused after a change of an amount if the file has balances', async () => {
    const some = fc.tuple(statements, fc.nat(), fc.constantFrom('swedbank', 'camt', 'camt .08', 'report of a day'))
    await fc.assert(
      fc.asyncProperty(some, async ([statement, which, name]) => {
        const { length } = statement.movements
        fc.pre(length > 0)
        const changed = statement.movements.map((one, index) => ({
          ...one,
          cents: index === which % length ? one.cents + 1 : one.cents,
        }))
        const file = sumsOf(write(name, statement), write(name, { ...statement, movements: changed }))
        expect(await read(file)).toMatchObject({ ok: false, code: 'wrongSums' })
      }),
      runs,
    )
  })

  /** Replaces the balances of `file` by those of `wanted`. */
  function sumsOf(wanted: File, file: File): string {
    const pattern =
      typeof file === 'string' && file.startsWith('<')
        ? /<Bal>.*?<\/Bal>|<TxsSummry>.*?<\/TxsSummry>/g
        : /^"\w+";"(?:10|82|86)".*$/gm
    const sums = String(wanted).match(pattern) ?? []
    let index = 0
    return String(file).replace(pattern, () => sums[index++] ?? '')
  }
})

describe('a truncated file', () => {
  const cuts = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

  it('is refused if the format reveals it, and otherwise yields only correct lines', async () => {
    await fc.assert(
      fc.asyncProperty(statements, fc.constantFrom(...names), cuts, async (statement, name, share) => {
        const bytes = bytesOf(write(name, statement))
        const end = bytes.findLastIndex((byte) => byte > 0x20)
        const cut = await triedToRead(bytes.subarray(0, Math.floor(end * share)))
        if (!cut) return
        const whole = carried((await statementIn(bytes)).lines)
        for (const line of carried(cut.lines)) expect(whole).toContain(line)
        if (name.includes('camt') || name.includes('report')) expect.unreachable('XML has an end')
        // Swedbank writes one closing balance per currency
        const ends = new Set(cut.balances.filter(({ closing }) => closing !== null).map(({ currency }) => currency))
        if (name.includes('swedbank')) for (const line of cut.lines) expect(ends).toContain(line.currency)
      }),
      { numRuns: 400 },
    )
  })

  it('is refused at every byte before the closing balance, for Swedbank with one currency', async () => {
    const text = swedbank(statementOf([movement(), movement({ direction: 'debit', cents: 100, archive: 'RO2' })]))
    const end = text.lastIndexOf('"LS"')
    for (let at = 0; at < end; at++) expect([at, await triedToRead(text.slice(0, at))]).toEqual([at, null])
  })
})

describe('statements with overlapping days', () => {
  const overlapping = fc.tuple(movements, days, days).map(([all, one, other]) => {
    const [from, to] = one < other ? [one, other] : [other, one]
    const parts = [all.filter(({ day }) => day <= to), all.filter(({ day }) => day >= from)]
    return { whole: statementOf(all), parts: parts.map((some) => statementOf(some)) }
  })
  const merged: Readonly<Record<string, (parts: readonly AccountStatement[]) => string>> = {
    swedbank: (parts) => parts.map((part) => swedbank(part)).join(''),
    lhv: (parts) => parts.map((part) => lhv(part)).join(''),
    seb: (parts) => parts.map((part) => seb(part)).join(''),
    camt: (parts) => camtFile(parts.map((part) => camtStatement(part))),
  }

  it('yield each line once within one file, and the same keys in several files', async () => {
    await fc.assert(
      fc.asyncProperty(overlapping, fc.constantFrom(...Object.keys(merged)), async ({ whole, parts }, name) => {
        const wanted = await statementIn(merged[name]?.([whole]) ?? '')
        const together = await statementIn(merged[name]?.(parts) ?? '')
        expect(together.lines).toHaveLength(whole.movements.length)
        expect(keysOf(together.lines)).toEqual(keysOf(wanted.lines))
        const apart = await Promise.all(parts.map((part) => statementIn(merged[name]?.([part]) ?? '')))
        expect(new Set(apart.flatMap(({ lines }) => keysOf(lines)))).toEqual(new Set(keysOf(wanted.lines)))
        const doubled = await statementIn(merged[name]?.([whole, whole]) ?? '')
        expect([keysOf(doubled.lines), doubled.repeated]).toEqual([keysOf(wanted.lines), whole.movements.length])
      }),
      runs,
    )
  })
})

describe('readStatement() with any input', () => {
  it('refuses random bytes and text without throwing', async () => {
    const files = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ maxLength: 300, unit: 'binary' }),
      fc.string({ maxLength: 300 }).map((text) => `<Document><BkToCstmrStmt><Stmt>${text}`),
    )
    await fc.assert(
      fc.asyncProperty(files, async (file) => {
        expect(await triedToRead(file)).toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  it('returns a result for a damaged statement without throwing', async () => {
    const harm = fc.array(fc.tuple(fc.nat(), fc.nat(20), fc.uint8Array({ maxLength: 8 })), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(statements, fc.constantFrom(...names), harm, async (statement, name, harms) => {
        let bytes = Buffer.from(bytesOf(write(name, statement)))
        for (const [at, gone, come] of harms) {
          const from = at % (bytes.length + 1)
          bytes = Buffer.concat([bytes.subarray(0, from), come, bytes.subarray(from + gone)])
        }
        const answer = await read(bytes)
        expect(typeof answer.ok).toBe('boolean')
      }),
      { numRuns: 300 },
    )
  })
})

describe('any identity code', () => {
  const codes = fc
    .tuple(
      fc.integer({ min: 1, max: 8 }),
      fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      fc.nat(999),
    )
    .map(([century, day, serial]) => {
      const body = `${century}${day.toISOString().slice(2, 10).replaceAll('-', '')}${String(serial).padStart(3, '0')}`
      return Array.from({ length: 10 }, (_, check) => `${body}${check}`).find(isIdentityCode)
    })
    .filter((code) => code !== undefined)
  const gaps = fc.array(fc.constantFrom('', '', ' ', '-', '\u00a0'), { minLength: 10, maxLength: 10 })

  it('is removed from every field of every format, together or in groups', async () => {
    await fc.assert(
      fc.asyncProperty(codes, gaps, fc.constantFrom(...names), async (code, between, name) => {
        const grouped = [...code].map((digit, index) => `${digit}${between[index] ?? ''}`).join('')
        const someone = movement({
          name: `Mari ${grouped} Maasikas`,
          text: `a${grouped}b ${code}`,
          reference: code,
          identityCode: code,
          endToEndId: code,
          archive: code,
          order: grouped,
        })
        const plain = statementOf([someone, { ...someone, text: `/RFB/${code}/TXT/${grouped}` }])
        const shown = await readStatement([bytesOf(write(name, plain))], { accounts: [OWN_ACCOUNT] })
        for (const answer of [shown, await read(write(name, plain))]) {
          const json = JSON.stringify(answer)
          expect(json).toContain('Maasikas')
          for (const text of json.split('"')) expect(text.replace(/\D/g, '')).not.toContain(code)
        }
      }),
      runs,
    )
  })
})
