// Parses and builds the addresses of screens.
import { pathToReturn } from '#studio/accounts/rules/comingBack.ts'
import { screens, type Path, type SearchOf } from './screens.ts'

/** A parsed address of this application. */
export interface ScreenAddress<P extends Path = Path> {
  readonly path: P
  /** The path as in the address, without '?' or '#' and what follows them. */
  readonly pathname: string
  /** The value of `$id`; empty if the path has none. */
  readonly id: string
  readonly search: SearchOf<P>
  readonly hash: string
}

const partsOf = (address: string) => {
  const [, pathname = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? []
  return { pathname, query, hash }
}

/**
 * The token in a link of a letter. It is after the '#', which browsers do not send to servers, so that no proxy logs
 * it; letters of older versions have it after the '?'. Null on other screens, and if there is no token.
 */
export function letterToken(address: string): string | null {
  const { pathname, query, hash } = partsOf(address)
  const path = pathOf(pathname)?.path
  if (!path || !screens[path].takesToken) return null
  return new URLSearchParams(hash).get('token') ?? new URLSearchParams(query).get('token')
}

/** Where the page that a letter's link opens leads on to, if that is another screen of this application. */
export function letterNext(address: string): string | undefined {
  const { pathname, hash } = partsOf(address)
  const opened = pathOf(pathname)
  if (!opened || !screens[opened.path].takesToken) return undefined
  const next = pathToReturn(new URLSearchParams(hash).get('next') ?? '')
  const led = next === undefined ? null : pathOf(next)
  if (!led) return undefined
  const { takesToken, worksWithoutToken = !takesToken } = screens[led.path]
  return worksWithoutToken ? next : undefined
}

/** Parses an address; null if this application has no such screen. */
export function parsedAddress(address: string): ScreenAddress | null {
  const { pathname, query, hash } = partsOf(address)
  const known = pathOf(pathname)
  if (!known) return null
  const { path, id } = known
  const search = screens[path].search(readSearch(query))
  return { path, pathname: path.replace('$id', () => encodeURIComponent(id)), id, search, hash }
}

/** Paths ignore case and a '/' at the end, since such addresses are typed by hand. An id keeps its case. */
function pathOf(pathname: string): { path: Path; id: string } | null {
  const whole = pathname.replace(/\/+$/, '')
  const plain = whole.toLowerCase()
  if (isPath(plain) && !plain.includes('$')) return { path: plain, id: '' }
  const end = whole.lastIndexOf('/')
  const path = `${whole.slice(0, end).toLowerCase()}/$id`
  const id = decoded(whole.slice(end + 1))
  return isPath(path) && id ? { path, id } : null
}

const isPath = (text: string): text is Path => Object.hasOwn(screens, text)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Reads `2` as a number and `true` as a boolean; a text that looks like one of these is in quotes. */
function meant(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The search parameters of an address, from the text after its '?'. */
export const readSearch = (query: string): Record<string, unknown> =>
  Object.fromEntries([...new URLSearchParams(query)].map(([name, value]) => [name, meant(value)]))

export function writtenSearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined) continue
    params.set(name, typeof value === 'string' && meant(value) === value ? value : JSON.stringify(value))
  }
  return params.size > 0 ? `?${params}` : ''
}

/** Builds an address, always in the same form. */
export const addressOf = ({ pathname, search, hash }: Pick<ScreenAddress, 'pathname' | 'search' | 'hash'>): string =>
  pathname + writtenSearch(search) + (hash && `#${hash}`)
