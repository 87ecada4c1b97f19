import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'

export interface Settings {
  readonly port: number
  readonly host: string
  readonly baseUrl: string
  readonly dataDir: string
  /** Where the database is backed up to every day; null for nowhere. */
  readonly backupDir: string | null
  readonly databaseUrl: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly studioName: string
  readonly studioUrl: string
  readonly supportEmail: string
  readonly timeZone: string
  /** Where payers transfer to, the IBAN without spaces; without one bank transfer is not offered. */
  readonly bankAccount: { readonly holder: string; readonly iban: string } | null
  readonly trustProxy: boolean
  readonly rateLimitFactor: number
}

type Env = Readonly<Record<string, string | undefined>>

/** The settings, or one clear line per mistake. Unknown names are left alone: the environment holds other things too. */
export function readSettings(env: Env): { settings: Settings } | { mistakes: string[] } {
  const mistakes: string[] = []
  const value = (name: string, fallback: string): string => env[name]?.trim() || fallback
  const checked = <T>(name: string, fallback: string, must: string, parse: (text: string) => T | null): T => {
    const text = value(name, fallback)
    const parsed = parse(text)
    if (parsed === null) mistakes.push(`${name} must be ${must}, but it is "${shown(name, text)}".`)
    return parsed as T
  }

  const port = checked('PORT', '3000', 'a port number from 0 to 65535', wholeNumber(0, 65_535))
  if (port === 0 && !env['BASE_URL']?.trim())
    mistakes.push('With PORT=0, any free port, BASE_URL must say where people come.')
  const studioName = checked('STUDIO_NAME', 'Tantsustuudio Hoog', 'one line of at most 60 characters', (text) =>
    text.length <= 60 && !/[\r\n]/.test(text) ? text : null,
  )
  const bankAccount = () => {
    const typed = value('BANK_IBAN', '')
    if (typed === '') return null
    const iban = electronicFormatIBAN(typed)
    if (iban === null || !isValidIBAN(iban)) {
      mistakes.push(`BANK_IBAN is not valid: please check the account number "${typed}".`)
      return null
    }
    return { holder: value('BANK_ACCOUNT_HOLDER', studioName), iban }
  }
  const dataDir = value('DATA_DIR', 'data')
  const supportEmail = checked('SUPPORT_EMAIL', 'abi@stuudio.example', 'an e-mail address', email)
  const settings: Settings = {
    port,
    host: value('HOST', '127.0.0.1'),
    baseUrl: checked(
      'BASE_URL',
      `http://localhost:${port ?? 3000}`,
      'an address such as https://book.studio.ee, without a path',
      origin,
    ),
    dataDir,
    backupDir: checked(
      'BACKUP_DIR',
      join(dirname(resolve(dataDir)), 'backups'),
      '"off" or a folder outside DATA_DIR',
      folderOutside(dataDir),
    )?.path,
    databaseUrl: env['DATABASE_URL']?.trim()
      ? checked('DATABASE_URL', '', `a postgres:// address${ENCODED}`, urlOf(['postgres:', 'postgresql:']))
      : null,
    smtpUrl: env['SMTP_URL']?.trim()
      ? checked('SMTP_URL', '', `an smtp:// or smtps:// address${ENCODED}`, urlOf(['smtp:', 'smtps:']))
      : null,
    // where that one is wrong, one line says so
    mailFrom: env['MAIL_FROM']?.trim() ? checked('MAIL_FROM', '', 'an e-mail address', email) : supportEmail,
    studioName,
    studioUrl: checked('STUDIO_URL', 'https://stuudio.example', 'an http(s) address', urlOf(['http:', 'https:'])),
    supportEmail,
    timeZone: checked('TIME_ZONE', 'Europe/Tallinn', 'a time zone such as Europe/Tallinn', timeZone),
    bankAccount: bankAccount(),
    trustProxy: checked('TRUST_PROXY', 'off', '"on" or "off"', onOff),
    rateLimitFactor: checked('RATE_LIMIT_FACTOR', '1', 'a number from 1 to 1000000', (text) => {
      const factor = Number(text)
      return factor >= 1 && factor <= 1_000_000 ? factor : null
    }),
  }
  return mistakes.length > 0 ? { mistakes } : { settings }
}

/** The process's environment over a `.env` file in `folder`. */
export function environment(folder: string): Env {
  const file = `${folder}/.env`
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } : process.env
}

/** Mistakes are printed, and what is printed is kept: an address may hold a password, or the beginning of one. */
function shown(name: string, text: string): string {
  if (name === 'DATABASE_URL' || name === 'SMTP_URL') return text.replace(/:.*/s, ':…')
  return name.endsWith('_URL') ? text.replace(/^.*@/s, '…@') : text
}

/** In a `.env` file the rest of a line after # is no part of the value. */
const ENCODED = ', with the special characters of its password percent-encoded (# as %23)'

const wholeNumber = (least: number, most: number) => (text: string) => {
  const number = Number(text)
  return /^\d+$/.test(text) && number >= least && number <= most ? number : null
}

const email = (text: string) => (/^[^\s@<>"]+@[^\s@<>"]+$/.test(text) ? text : null)

const onOff = (text: string) =>
  ['on', 'true', '1', 'yes'].includes(text.toLowerCase())
    ? true
    : ['off', 'false', '0', 'no'].includes(text.toLowerCase())
      ? false
      : null

/** What lies in the data folder is lost with it. */
const folderOutside = (dataDir: string) => (text: string) => {
  if (text === 'off') return { path: null }
  const way = relative(dataDir, text)
  return way.startsWith('..') || isAbsolute(way) ? { path: text } : null
}

const urlOf = (protocols: readonly string[]) => (text: string) => {
  // Several hosts, as PostgreSQL writes them, are no URL to the parser: the first stands for all.
  const single = text.replace(/,[^/]*(?=\/|$)/, '')
  return URL.canParse(single) && protocols.includes(new URL(single).protocol) ? text : null
}

const origin = (text: string) => {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const bare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return bare && ['http:', 'https:'].includes(url.protocol) ? url.origin : null
}

function timeZone(text: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone ? text : null
  } catch {
    return null
  }
}
