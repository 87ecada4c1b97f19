import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import {
  bankAccountOf,
  defaults,
  lookOf,
  type Categories,
  type Feature,
  type Look,
  type Sections,
} from '#studio/settings/rules.ts'

/** The part that the studio sets itself while the server runs; see services.ts. */
interface StudioSettings extends Categories {
  readonly sections: Sections
  readonly studioName: string
  /** On one line; empty when there is none. */
  readonly studioAddress: string
  readonly studioPhone: string
  readonly studioUrl: string
  readonly supportEmail: string
  readonly look: Look
  /** Version of the studio's terms; null when there are none. */
  readonly terms: number | null
  /** The studio's bank account, IBAN without spaces; without it bank transfer is not offered. */
  readonly bankAccount: { readonly holder: string; readonly iban: string } | null
}

interface Provider {
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

export interface StebbyAccess {
  readonly url: string
  readonly key: string
  /** Timeout in milliseconds. */
  readonly patience: number
}

export interface Settings extends StudioSettings {
  readonly port: number
  readonly host: string
  readonly baseUrl: string
  readonly dataDir: string
  /** Folder of daily backups; null for none. */
  readonly backupDir: string | null
  /** Shell command after each successful backup: see backup/sendOff.ts. */
  readonly backupCommand: string | null
  readonly pingUrl: string | null
  /** Port for metrics on loopback; null for none. */
  readonly metricsPort: number | null
  /** Format of the server's log lines. */
  readonly logFormat: 'text' | 'json'
  readonly databaseUrl: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly timeZone: string
  /** Initial value of each section until it is saved: environment values over the defaults. */
  readonly first: Sections
  /** Access to Stebby's API; null when ticket codes are only noted and used there by hand. */
  readonly stebby: StebbyAccess | null
  /** External sign-in provider, by OpenID Connect. */
  readonly provider: Provider | null
  readonly trustProxy: boolean
  readonly rateLimitFactor: number
  /** File with seconds to move the studio's clock by, for trying things out; null in real use. */
  readonly clockOffsetFile: string | null
  /** Features that a procedure or screen belongs to. */
  readonly built: readonly Feature[]
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Returns the settings of the process's environment (`ofProcess`), over a `.env` file in `folder`, with a warning for each name in that
 * file that is no setting; or one clear line per mistake.
 */
export function readSettingsIn(
  folder: string,
  ofProcess: Env = process.env,
): { settings: Settings; warnings: string[] } | { mistakes: string[] } {
  const file = envFile(folder)
  if ('mistakes' in file) return file
  const asked = new Set<string>()
  const read = readSettings({ ...file.env, ...ofProcess }, asked)
  if ('mistakes' in read) return read
  const strangers = Object.keys(file.env).filter((name) => !asked.has(name))
  const warnings = strangers.map((name) => `.env sets ${name}, which is not a setting of the studio: is it misspelt?`)
  return { ...read, warnings }
}

function envFile(folder: string): { env: Env } | { mistakes: string[] } {
  const file = `${folder}/.env`
  try {
    return { env: existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {} }
  } catch (error) {
    return { mistakes: [`The file .env can't be read (${(error as NodeJS.ErrnoException).code}).`] }
  }
}

/**
 * Returns the settings, or one clear line per mistake. Ignores unknown names, since the environment holds other things.
 * Adds the names of all settings to `asked`.
 */
export function readSettings(env: Env, asked = new Set<string>()): { settings: Settings } | { mistakes: string[] } {
  const read = reader(env, asked)
  const { mistakes, value, checked, optional } = read
  const port = checked('PORT', '3000', 'a port number from 0 to 65535', wholeNumber(0, 65_535))
  if (port === 0 && value('BASE_URL', '') === '')
    mistakes.push('With PORT=0, any free port, BASE_URL must say where people come.')
  const dataDir = value('DATA_DIR', 'data')
  const backups = join(dirname(resolve(dataDir)), 'backups')
  const first = firstSections(read)
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
    backupDir: checked('BACKUP_DIR', backups, '"off" or a folder outside DATA_DIR', folderOutside(dataDir))?.path,
    backupCommand: value('BACKUP_COMMAND', '') || null,
    pingUrl: optional('PING_URL', 'an http(s) address', urlOf(['http:', 'https:'])),
    metricsPort: optional('METRICS_PORT', 'a port number from 0 to 65535', wholeNumber(0, 65_535)),
    logFormat: checked('LOG_FORMAT', 'text', '"text" or "json"', (text) =>
      text === 'text' || text === 'json' ? text : null,
    ),
    databaseUrl: optional('DATABASE_URL', `a postgres:// address${ENCODED}`, urlOf(['postgres:', 'postgresql:'])),
    smtpUrl: optional('SMTP_URL', `an smtp:// or smtps:// address${ENCODED}`, urlOf(['smtp:', 'smtps:'])),
    mailFrom: optional('MAIL_FROM', 'an e-mail address', email) ?? first.studio.supportEmail,
    timeZone: checked('TIME_ZONE', 'Europe/Tallinn', 'a time zone such as Europe/Tallinn', timeZone),
    first,
    ...studioSettings({ sections: first, logo: null, terms: null, classCategories: [], membershipCategories: [] }),
    built: [],
    stebby: stebbyAccess(read),
    provider: signInProvider(read),
    clockOffsetFile: value('CLOCK_OFFSET_FILE', '') || null,
    trustProxy: checked('TRUST_PROXY', 'off', '"on" or "off"', onOff),
    rateLimitFactor: checked('RATE_LIMIT_FACTOR', '1', 'a number from 1 to 1000000', (text) => {
      const factor = Number(text)
      return factor >= 1 && factor <= 1_000_000 ? factor : null
    }),
  }
  return mistakes.length > 0 ? { mistakes } : { settings }
}

type Parse<T> = (text: string) => T | null

/** Reads values of the environment, and collects the mistakes in them. */
function reader(env: Env, asked: Set<string>) {
  const mistakes: string[] = []
  const value = (name: string, fallback: string): string => {
    asked.add(name)
    return env[name]?.trim() || fallback
  }
  // after a mistake there are no settings, so nobody sees the null
  const checked = <T>(name: string, fallback: string, must: string, parse: Parse<T>): T => {
    const text = value(name, fallback)
    const parsed = parse(text)
    if (parsed === null) mistakes.push(`${name} must be ${must}, but it is "${shown(name, text)}".`)
    return parsed as T
  }
  const optional = <T>(name: string, must: string, parse: Parse<T>): T | null =>
    value(name, '') === '' ? null : checked(name, '', must, parse)
  return { mistakes, value, checked, optional }
}

type Reader = ReturnType<typeof reader>

/** What the studio's sections are until an admin saves them. */
function firstSections(read: Reader): Sections {
  const { studio, payments } = defaults
  const { checked } = read
  const name = checked('STUDIO_NAME', studio.name, 'one line of at most 60 characters', (text) =>
    text.length <= 60 && !/[\r\n]/.test(text) ? text : null,
  )
  const supportEmail = checked('SUPPORT_EMAIL', studio.supportEmail, 'an e-mail address', email)
  const website = checked('STUDIO_URL', studio.website, 'an http(s) address', urlOf(['http:', 'https:']))
  return {
    ...defaults,
    studio: { ...studio, name, website, supportEmail },
    payments: { ...payments, ...firstAccount(read, name) },
  }
}

function firstAccount({ mistakes, value }: Reader, studio: string): { holder: string; iban: string } {
  const none = { holder: '', iban: '' }
  const typed = value('BANK_IBAN', '')
  if (typed === '') return none
  const iban = electronicFormatIBAN(typed)
  if (iban !== null && isValidIBAN(iban)) return { holder: value('BANK_ACCOUNT_HOLDER', studio), iban }
  mistakes.push(`BANK_IBAN is not valid: please check the account number "${typed}".`)
  return none
}

function signInProvider({ mistakes, value }: Reader): Provider | null {
  const names = ['OIDC_NAME', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
  const missing = names.filter((name) => value(name, '') === '')
  if (missing.length === names.length) return null
  if (missing.length > 0) mistakes.push(`To sign in elsewhere, ${missing.join(', ')} must be set, too.`)
  const issuer = value('OIDC_ISSUER', '')
  if (issuer !== '' && !isPrivate(issuer)) mistakes.push('OIDC_ISSUER must be an https address.')
  return {
    name: value('OIDC_NAME', ''),
    issuer,
    clientId: value('OIDC_CLIENT_ID', ''),
    clientSecret: value('OIDC_CLIENT_SECRET', ''),
  }
}

function stebbyAccess({ mistakes, value }: Reader): StebbyAccess | null {
  const url = value('STEBBY_URL', 'https://api.stebby.eu').replace(/\/+$/, '')
  if (!isPrivate(url)) mistakes.push('STEBBY_URL must be an https address.')
  const key = value('STEBBY_API_KEY', '')
  if (/[^\x21-\x7e]/.test(key)) mistakes.push('STEBBY_API_KEY holds what no key holds, such as a space.')
  return key === '' ? null : { url, key, patience: 15_000 }
}

export const studioSettings = ({
  sections,
  logo,
  terms,
  classCategories,
  membershipCategories,
}: Categories & { sections: Sections; logo: number | null; terms: number | null }): StudioSettings => ({
  classCategories,
  membershipCategories,
  sections,
  studioName: sections.studio.name,
  studioAddress: sections.studio.postalAddress
    .trim()
    .split(/\s*\n\s*/)
    .join(', '),
  studioPhone: sections.studio.phone,
  studioUrl: sections.studio.website,
  supportEmail: sections.studio.supportEmail,
  look: lookOf(sections.studio, logo),
  terms,
  bankAccount: bankAccountOf(sections.payments),
})

/** Hides secrets in printed mistakes: a URL may contain a password, or the beginning of one. */
function shown(name: string, text: string): string {
  // the path of this URL is its secret
  if (name === 'PING_URL') return '…'
  if (name === 'DATABASE_URL' || name === 'SMTP_URL') return text.replace(/:.*/s, ':…')
  return name.endsWith('_URL') ? text.replace(/^.*@/s, '…@') : text
}

/** Hint for URLs: in a `.env` file, the rest of a line after # is a comment. */
const ENCODED = ', with the special characters of its password percent-encoded (# as %23)'

const wholeNumber = (least: number, most: number) => (text: string) => {
  const number = Number(text)
  return /^\d+$/.test(text) && number >= least && number <= most ? number : null
}

const email = (text: string) => (/^[^\s@<>"]+@[^\s@<>"]+$/.test(text) ? text : null)

/** Whether nobody can read on the way what is sent there, such as a key. */
const isPrivate = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

const onOff = (text: string) =>
  ['on', 'true', '1', 'yes'].includes(text.toLowerCase())
    ? true
    : ['off', 'false', '0', 'no'].includes(text.toLowerCase())
      ? false
      : null

/** A folder inside the data folder is refused, because it would be lost together with it. */
const folderOutside = (dataDir: string) => (text: string) => {
  if (text === 'off') return { path: null }
  const way = relative(dataDir, text)
  return way.startsWith('..') || isAbsolute(way) ? { path: text } : null
}

const urlOf = (protocols: readonly string[]) => (text: string) => {
  // a URL with several hosts, as PostgreSQL allows, can't be parsed: keep only the first
  const single = text.replace(/,[^/]*(?=\/|$)/, '')
  if (!URL.canParse(single)) return null
  const { protocol, hostname } = new URL(single)
  // PostgreSQL may be reached by a socket in a folder: postgres:///studio?host=/var/run/postgresql
  const hasHost = hostname !== '' || protocol.startsWith('postgres')
  return protocols.includes(protocol) && hasHost && single.includes('://') ? text : null
}

const origin = (text: string) => {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const bare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return bare && ['http:', 'https:'].includes(url.protocol) ? url.origin : null
}

function timeZone(text: string): string | null {
  // PostgreSQL reads the sign of an offset such as +03:00 the other way
  if (!/^[a-z]/i.test(text)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone ? text : null
  } catch {
    return null
  }
}
