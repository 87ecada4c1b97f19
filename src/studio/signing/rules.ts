import { isEmail } from '#kernel/email.ts'
import { normalEmail } from '#studio/accounts/rules/forms.ts'

/** Why somebody can't have this address from now on; undefined where they can, as far as a browser knows. */
export function checkNewAddress(typed: string, present: string) {
  const email = normalEmail(typed)
  if (email === '') return 'emailRequired'
  if (!isEmail(email)) return 'invalidEmail'
  return email === present ? 'sameAddress' : undefined
}

export interface Device {
  readonly browser: string
  /** Empty where it is not known. */
  readonly system: string
}

// the first that fits: most browsers also name those that they are like
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

/** What a session's owner knows a device by; null where it says nothing that we know. */
export function deviceOf(userAgent: string): Device | null {
  const among = (known: typeof browsers) => known.find(([mark]) => mark.test(userAgent))?.[1] ?? ''
  const [browser, system] = [among(browsers), among(systems)]
  return browser === '' ? null : { browser, system }
}

/** 'Chrome, Android'; null where the browser says nothing that we know. */
export function knownDevice(userAgent: string): string | null {
  const device = deviceOf(userAgent)
  return device && [device.browser, device.system].filter(Boolean).join(', ')
}

/** What a passkey is called that was made there. */
export const nameOfDevice = (userAgent: string): string => knownDevice(userAgent) ?? 'Passkey'

export const MOST_PASSKEYS = 20
