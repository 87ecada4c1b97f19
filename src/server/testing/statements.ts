import { escaped } from '#kernel/markup.ts'
import type { Cents } from '#kernel/money.ts'
import type { LocalDate } from '#kernel/time.ts'

/** A movement on a bank account; each file format carries a part of it. */
export interface Movement {
  readonly day: LocalDate
  readonly cents: Cents
  readonly direction: 'credit' | 'debit'
  readonly currency: string
  readonly name: string
  readonly iban: string
  readonly reference: string
  readonly text: string
  readonly endToEndId: string
  /** The payer's identity code, which banks write in a separate column. */
  readonly identityCode: string
  /** The bank's references: of the movement, and of the order, which may cover several movements. */
  readonly archive: string
  readonly order: string
  /** Only camt files have this. */
  readonly state: 'booked' | 'pending' | 'returned' | 'fee'
}

export interface AccountStatement {
  readonly account: string
  /** Opening balance in cents by currency; must name all currencies of the movements. */
  readonly opening: Readonly<Record<string, Cents>>
  readonly from: LocalDate
  readonly to: LocalDate
  readonly movements: readonly Movement[]
}

/**
 * A valid Estonian IBAN from a bank's two digits and an account: 7-3-1 check digit of the account, check digits of ISO
 * 13616.
 */
export function estonianIban(account: number, bank = '22'): string {
  const digits = String(account).padStart(13, '0')
  const sum = [...digits].reduce((added, digit, index) => added + Number(digit) * ([7, 1, 3][index % 3] ?? 0), 0)
  const inner = `${bank}${digits}${(10 - (sum % 10)) % 10}`
  // 141400 is "EE00", because E counts as 14
  const check = 98n - (BigInt(`${inner}141400`) % 97n)
  return `EE${String(check).padStart(2, '0')}${inner}`
}

export const movement = (some: Partial<Movement> = {}): Movement => ({
  day: '2026-05-04',
  cents: 5800,
  direction: 'credit',
  currency: 'EUR',
  name: 'Mari Maasikas',
  iban: estonianIban(1020145685),
  reference: '',
  text: 'Mai kuutasu',
  endToEndId: '',
  identityCode: '',
  archive: 'RO2026050400001',
  order: 'RO2026050400001',
  state: 'booked',
  ...some,
})

/** Account of the statements, unless they name another. */
export const OWN_ACCOUNT = estonianIban(710031234, '77')

export const statementOf = (
  movements: readonly Movement[],
  some: Partial<AccountStatement> = {},
): AccountStatement => ({
  account: OWN_ACCOUNT,
  opening: Object.fromEntries(['EUR', ...movements.map(({ currency }) => currency)].map((one) => [one, 100_000])),
  from: '2026-05-01',
  to: '2026-05-31',
  movements,
  ...some,
})

const flow = (movements: readonly Movement[]): Cents =>
  movements.reduce((sum, { cents, direction }) => sum + (direction === 'credit' ? cents : 0 - cents), 0)

const decimal = (cents: Cents): string => (cents / 100).toFixed(2)
const comma = (cents: Cents): string => decimal(cents).replace('.', ',')
/** 1234567 → "12 345,67". */
const grouped = (cents: Cents): string => comma(cents).replace(/\B(?=(\d{3})+,)/g, ' ')
const dotted = (day: LocalDate): string => day.split('-').toReversed().join('.')
const letter = (credit: 'C' | 'K', { direction }: Movement): string => (direction === 'credit' ? credit : 'D')
const signed = ({ cents, direction }: Movement): Cents => (direction === 'credit' ? cents : 0 - cents)

const doubled = (text: string): string => `"${text.replaceAll('"', '""')}"`
const asNeeded = (separator: string) => (text: string) =>
  text.includes(separator) || /["\r\n]/.test(text) ? doubled(text) : text

type Row = readonly string[]
const table = (rows: readonly Row[], separator: string, cell: (text: string) => string, end = '') =>
  rows.map((row) => `${row.map(cell).join(separator)}${end}\r\n`).join('')

const booked = ({ movements }: AccountStatement) => movements.filter(({ state }) => state !== 'pending')

// prettier-ignore
const swedbankHeadings = {
  et: ['Kliendi konto', 'Reatüüp', 'Kuupäev', 'Saaja/Maksja', 'Selgitus', 'Summa', 'Valuuta', 'Deebet/Kreedit', 'Arhiveerimistunnus', 'Tehingu tüüp', 'Viitenumber', 'Dokumendi number'],
  en: ['Client account', 'Row type', 'Date', 'Beneficiary/Payer', 'Details', 'Amount', 'Currency', 'Debit/Credit', 'Transfer reference', 'Transaction type', 'Reference number', 'Document number'],
}

/** Swedbank: all values quoted, a separator at the end of each row, balances and turnovers per currency. */
export function swedbank(
  statement: AccountStatement,
  { language = 'et', quotes = 'doubled' }: { language?: 'et' | 'en'; quotes?: 'doubled' | 'bare' } = {},
): string {
  const { account, opening, from, to } = statement
  const rows: Row[] = [swedbankHeadings[language]]
  for (const [currency, before] of Object.entries(opening)) {
    const own = booked(statement).filter((one) => one.currency === currency)
    const sum = (type: string, day: LocalDate, what: string, cents: Cents, kind: string, way = cents < 0 ? 'D' : 'K') =>
      rows.push([account, type, dotted(day), '', what, grouped(Math.abs(cents)), currency, way, '', kind, '', ''])
    sum('10', from, 'Algsaldo', before, 'AS')
    for (const one of own)
      rows.push([
        account,
        '20',
        dotted(one.day),
        one.name,
        one.text,
        grouped(one.cents),
        currency,
        letter('K', one),
        one.archive,
        'MK',
        one.reference,
        '',
      ])
    const debits = own.filter(({ direction }) => direction === 'debit')
    sum('82', to, 'Käive', 0 - flow(debits), 'K2', 'D')
    sum('82', to, 'Käive', flow(own) - flow(debits), 'K2', 'K')
    sum('86', to, 'lõppsaldo', before + flow(own), 'LS')
  }
  return table(rows, ';', quotes === 'doubled' ? doubled : (text) => `"${text}"`, ';')
}

// prettier-ignore
const lhvHeadings = {
  et: ['Kliendi konto', 'Dokumendi number', 'Kuupäev', 'Saaja/maksja konto', 'Saaja/maksja nimi', 'Deebet/Kreedit (D/C)', 'Summa', 'Viitenumber', 'Arhiveerimistunnus', 'Selgitus', 'Valuuta', 'Isikukood või registrikood', 'Saaja/maksja panga BIC', 'Makse algataja nimi', 'Kande viide', 'Konto teenusepakkuja viide'],
  en: ['Customer account no', 'Document no', 'Date', 'Sender/receiver account', 'Sender/receiver name', 'Debit/Credit (D/C)', 'Amount', 'Reference number', 'Archiving code', 'Description', 'Currency', 'Personal code or register code', 'Sender/receiver bank BIC', 'Ultimate debtor name', 'Transaction reference', 'Account servicer reference'],
  client: ['Client account', 'Document number', 'Date', "Beneficiary's/remitter's account", "Beneficiary's/remitter's name", 'Debit/Credit (D/C)', 'Amount', 'Reference number', 'Archival ID', 'Details', 'Currency', 'Personal identification code or registry code', "Beneficiary's/remitter's bank's BIC", "Payment initiator's name", 'Entry reference', 'Account service provider’s reference'],
  ru: ['Счёт клиента', 'Номер документа', 'Дата', 'Счёт плательщика/получателя', 'Имя плательщика/получателя', 'Дебет/Кредит (D/C)', 'Сумма', 'Номер ссылки', 'Признак архивирования', 'Пояснение', 'Валюта', 'Личный код или регистрационный код', 'BIC банка получателя/плательщика', 'Имя инициатора платежа', 'Ссылка проводки', 'Ссылка поставщика счета'],
}

/**
 * LHV: commas and signs; semicolons in the second English format. With `wide`, the 19 columns of the earlier format.
 */
export function lhv(
  statement: AccountStatement,
  { language = 'et', wide = false }: { language?: keyof typeof lhvHeadings; wide?: boolean } = {},
): string {
  const semicolons = language === 'client'
  const widened = (row: Row, extra: readonly [string, string, string]): Row =>
    wide ? [...row.slice(0, 5), extra[0], extra[1], ...row.slice(5, 10), extra[2], ...row.slice(10)] : row
  const rows = booked(statement).map((one): Row => {
    const day = semicolons ? dotted(one.day) : one.day
    const amount = semicolons ? comma(signed(one)) : decimal(signed(one))
    // prettier-ignore
    return [statement.account, '', day, one.iban, one.name, letter('C', one), amount, one.reference, one.archive, one.text, one.currency, one.identityCode, 'HABAEE2X', '', one.order, one.archive && `LHV${one.archive}`]
  })
  const headings = widened(lhvHeadings[language], ['Saaja panga kood', 'Tühi', 'Teenustasu'])
  return table(
    [headings, ...rows.map((row) => widened(row, ['HABAEE2X', '', '0.00']))],
    semicolons ? ';' : ',',
    semicolons ? asNeeded(';') : doubled,
  )
}

// prettier-ignore
const sebHeadings = {
  et: ['Kliendi konto', 'Dokumendi number', 'Kuupäev', 'Saaja/maksja konto', 'Saaja/maksja nimi', 'Saaja panga kood', 'Tüüp', 'Deebet/Kreedit (D/C)', 'Summa', 'Viitenumber', 'Arhiveerimistunnus', 'Selgitus', 'Teenustasu', 'Valuuta', 'Isikukood või registrikood'],
  en: ['Account', 'Document No.', 'Date', "Beneficiary's account", "Beneficiary's name", 'Bank code', 'Type', '(D/C)', 'Amount', 'Reference no.', 'Archive ID', 'Description', 'Fee', 'Currency', 'Reg. or ID code'],
}

/** SEB: no signs, an apostrophe before values that a spreadsheet might calculate, a byte order mark. */
export function seb(
  statement: AccountStatement,
  { language = 'et', separator = ';' }: { language?: 'et' | 'en'; separator?: ';' | ',' | '\t' } = {},
): string {
  const rows = booked(statement).map((one): Row => {
    const amount = separator === ',' ? decimal(one.cents) : comma(one.cents)
    // prettier-ignore
    return [statement.account, '', dotted(one.day), one.iban, `'${one.name}`, '767', '', letter('C', one), amount, one.reference && `'${one.reference}`, one.archive, one.text, '0,00', one.currency, one.identityCode]
  })
  return `\uFEFF${table([sebHeadings[language], ...rows], separator, asNeeded(separator))}`
}

// prettier-ignore
const coopHeadings = {
  et: ['Kliendi nimi', 'Kliendi konto', 'Kuupäev', 'Saaja/maksja nimi', 'Saaja/maksja konto', 'Deebet/Kreedit', 'Summa', 'Valuuta', 'Viitenumber', 'Selgitus', 'Arhiveerimistunnus'],
  en: ['Client name', 'Client account', 'Date', "Beneficiary's name", "Beneficiary's account", 'Debit/Credit', 'Amount', 'Currency', 'Reference number', 'Details', 'Archive ID'],
}

/** Coop: signs, and the name of the client. */
export function coop(statement: AccountStatement, { language = 'et' }: { language?: 'et' | 'en' } = {}): string {
  const rows = booked(statement).map((one): Row => {
    // prettier-ignore
    return ['Tantsustuudio MTÜ', statement.account, dotted(one.day), one.name, one.iban, letter('K', one), comma(signed(one)), one.currency, one.reference, one.text, one.archive]
  })
  return table([coopHeadings[language], ...rows], ';', asNeeded(';'))
}

/** A CSV of an unknown bank: separate columns for incoming and outgoing, amount last. */
export function unknownBank(statement: AccountStatement): string {
  const rows = booked(statement).map((one): Row => {
    const [came, went] = one.direction === 'credit' ? [comma(one.cents), ''] : ['', comma(one.cents)]
    return [one.day, one.archive, one.name, one.identityCode, one.text, one.reference, one.currency, went, came]
  })
  return table(
    [['Päev', 'Võti', 'Kes', 'Isikukood', 'Milleks', 'Viide', 'Raha', 'Välja', 'Sisse'], ...rows],
    ';',
    asNeeded(';'),
  )
}

const element = (name: string, text: string): string => (text === '' ? '' : `<${name}>${escaped(text)}</${name}>`)

export interface CamtOptions {
  readonly version?: '02' | '08'
  readonly message?: '053' | '052'
  /** Combines movements of one order, day and direction into one booking. */
  readonly batches?: boolean
  readonly balances?: boolean
  readonly summary?: boolean
  /** XML namespace prefix, such as "ns:". */
  readonly prefix?: string
}

/** One `Stmt` or `Rpt` element: a file may have one, or several as pages or days. */
export function camtStatement(statement: AccountStatement, options: CamtOptions = {}): string {
  const { version = '02', message = '053', batches = false, balances = true, summary = true } = options
  const { account, opening, from, to, movements } = statement
  const newer = version === '08'
  const amount = (cents: Cents, currency: string) => `<Amt Ccy="${currency}">${decimal(Math.abs(cents))}</Amt>`
  const way = (credit: boolean) => `<CdtDbtInd>${credit ? 'CRDT' : 'DBIT'}</CdtDbtInd>`
  const balance = (code: string, cents: Cents, currency: string, day: LocalDate) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(cents, currency)}${way(cents >= 0)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const all = booked(statement)
  const held = Object.entries(opening).map(([currency, before]) => {
    const after = before + flow(all.filter((one) => one.currency === currency))
    return `${balance('OPBD', before, currency, from)}${balance('CLBD', after, currency, to)}`
  })

  const orders = new Map<unknown, Movement[]>()
  for (const one of movements) {
    const order = batches ? [one.order, one.day, one.direction, one.currency, one.state].join(' ') : one
    orders.set(order, [...(orders.get(order) ?? []), one])
  }
  const groups = [...orders.values()]
  const total = (name: string, some: readonly (readonly Movement[])[]) =>
    `<${name}><NbOfNtries>${some.length}</NbOfNtries><Sum>${decimal(some.flat().reduce((sum, { cents }) => sum + cents, 0))}</Sum></${name}>`
  const of = (direction: string) => groups.filter(([first]) => first?.direction === direction)
  const totals = `<TxsSummry>${total('TtlNtries', groups)}${total('TtlCdtNtries', of('credit'))}${total('TtlDbtNtries', of('debit'))}</TxsSummry>`

  const party = (role: string, name: string) =>
    `<${role}>${newer ? `<Pty>${element('Nm', name)}</Pty>` : element('Nm', name)}</${role}>`
  const details = (one: Movement) => {
    const [role, ours] = one.direction === 'credit' ? ['Dbtr', 'Cdtr'] : ['Cdtr', 'Dbtr']
    const id = one.identityCode
      ? `<Id><PrvtId><Othr><Id>${one.identityCode}</Id><SchmeNm><Cd>NIDN</Cd></SchmeNm></Othr></PrvtId></Id>`
      : ''
    const sides = `${party(role, one.name).replace(/(<\/Nm>)(<\/Pty>)?/, `$1${id}$2`)}<${role}Acct><Id><IBAN>${one.iban}</IBAN></Id></${role}Acct><${ours}Acct><Id><IBAN>${account}</IBAN></Id></${ours}Acct>`
    const info = `${element('Ustrd', one.text)}${one.reference ? `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${escaped(one.reference)}</Ref></CdtrRefInf></Strd>` : ''}`
    return (
      `<TxDtls><Refs>${element('AcctSvcrRef', one.archive)}${element('EndToEndId', one.endToEndId || 'NOTPROVIDED')}</Refs>` +
      (newer
        ? `${amount(one.cents, one.currency)}${way(one.direction === 'credit')}`
        : `<AmtDtls><TxAmt>${amount(one.cents, one.currency)}</TxAmt></AmtDtls>`) +
      `<RltdPties>${sides}</RltdPties>${info && `<RmtInf>${info}</RmtInf>`}` +
      `${one.state === 'returned' ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''}</TxDtls>`
    )
  }
  const entry = ([first, ...others]: readonly Movement[]) => {
    if (!first) return ''
    const cents = [first, ...others].reduce((sum, one) => sum + one.cents, 0)
    const status = first.state === 'pending' ? 'PDNG' : 'BOOK'
    const family = first.state === 'fee' ? ['MCOP', 'CHRG'] : ['RCDT', 'ESCT']
    return (
      `<Ntry>${element('NtryRef', others.length > 0 ? first.order : '1')}${amount(cents, first.currency)}${way(first.direction === 'credit')}` +
      `<Sts>${newer ? element('Cd', status) : status}</Sts><BookgDt><Dt>${first.day}</Dt></BookgDt>` +
      element('AcctSvcrRef', others.length > 0 ? first.order : first.archive) +
      `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family[0]}</Cd><SubFmlyCd>${family[1]}</SubFmlyCd></Fmly></Domn></BkTxCd>` +
      `<NtryDtls>${[first, ...others].map(details).join('')}</NtryDtls></Ntry>`
    )
  }
  const kind = message === '053' ? 'Stmt' : 'Rpt'
  return (
    `<${kind}><Id>${account}-${from}-${to}</Id><CreDtTm>${to}T23:59:59</CreDtTm>` +
    `<FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>` +
    `<Acct><Id><IBAN>${account}</IBAN></Id></Acct>${balances ? held.join('') : ''}${summary ? totals : ''}` +
    `${groups.map(entry).join('')}</${kind}>`
  )
}

/** A file around statements written by `camtStatement`. */
export function camtFile(statements: readonly string[], options: CamtOptions = {}): string {
  const { version = '02', message = '053', prefix = '' } = options
  const kind = message === '053' ? 'BkToCstmrStmt' : 'BkToCstmrAcctRpt'
  const space = `xmlns${prefix && `:${prefix.slice(0, -1)}`}="urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.${version}"`
  const body = `<Document><${kind}><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-06-01T00:00:00</CreDtTm></GrpHdr>${statements.join('\n')}</${kind}></Document>`
  const named = prefix ? body.replace(/(<\/?)(?=[A-Za-z])/g, `$1${prefix}`) : body
  return `<?xml version="1.0" encoding="UTF-8"?>\n${named.replace(/Document>/, `Document ${space}>`)}\n`
}

export const camt = (statement: AccountStatement, options: CamtOptions = {}): string =>
  camtFile([camtStatement(statement, options)], options)

/** Encodes a text as Windows-1257 (Baltic). */
export function windows1257(text: string): Uint8Array {
  const decoder = new TextDecoder('windows-1257')
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Uint8Array.from([...text].map((letter) => bytes.get(letter) ?? 0x3f))
}
