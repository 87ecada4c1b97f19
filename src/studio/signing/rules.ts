import { isEmail } from '#kernel/email.ts'
import { normalEmail } from '#studio/accounts/rules/forms.ts'

/** Why this address can't be used, as far as a browser can tell; undefined if it can. */
export function checkNewAddress(typed: string, present: string) {
  const email = normalEmail(typed)
  if (email === '') return 'emailRequired'
  if (!isEmail(email)) return 'invalidEmail'
  return email === present ? 'sameAddress' : undefined
}

export interface Device {
  readonly browser: string
  /** Empty if unknown. */
  readonly system: string
}

// the first match counts, as most browsers also name those that they imitate
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** Browser and system in a User-Agent; null if the browser is unknown. */
export function deviceOf(userAgent: string): Device | null {
  const among = (known: typeof browsers) => known.find(([mark]) => mark.test(userAgent))?.[1] ?? ''
  const [browser, system] = [among(browsers), among(systems)]
  return browser === '' ? null : { browser, system }
}

/** 'Chrome, Android'; null if the browser is unknown. */
export function knownDevice(userAgent: string): string | null {
  const device = deviceOf(userAgent)
  return device && [device.browser, device.system].filter(Boolean).join(', ')
}

/** Name of a passkey that was created with this browser. */
export const nameOfDevice = (userAgent: string): string => knownDevice(userAgent) ?? 'Passkey'

export const MOST_PASSKEYS = 20
