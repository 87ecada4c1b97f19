// Addresses, read and written.
import { screens, type Path, type SearchOf } from './screens.ts'

/** An address of this application, understood. */
export interface Place<P extends Path = Path> {
  readonly path: P
  /** As it stands in the address: without what comes after '?' or '#'. */
  readonly pathname: string
  /** What stands in the place of `$id`; empty where the path has none. */
  readonly id: string
  readonly search: SearchOf<P>
  readonly hash: string
}

const partsOf = (address: string) => {
  const [, pathname = '', query = '', hash = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? []
  return { pathname, query, hash }
}

/**
 * The token in the address of a letter's link. It stands after the '#', which browsers send to no server, so that no
 * proxy logs it; letters of older versions have it after the '?'. Null on other screens, and where there is none.
 */
export function letterToken(address: string): string | null {
  const { pathname, query, hash } = partsOf(address)
  const path = pathOf(pathname)?.path
  if (!path || !screens[path].takesToken) return null
  return new URLSearchParams(hash).get('token') ?? new URLSearchParams(query).get('token')
}

/** The place at an address; null where this application has none. */
export function placeAt(address: string): Place | null {
  const { pathname, query, hash } = partsOf(address)
  const known = pathOf(pathname)
  if (!known) return null
  const { path, id } = known
  const search = screens[path].search(readSearch(query))
  return { path, pathname: path.replace('$id', () => encodeURIComponent(id)), id, search, hash }
}

/** Small and large letters are alike, and a '/' at the end says nothing: such addresses are typed by hand. */
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

/** `2` is a number and `true` is yes; a text that would read so stands in quotes. */
function meant(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What an address says after its '?'. */
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

/** The address of a place, always written the same way. */
export const addressOf = ({ pathname, search, hash }: Pick<Place, 'pathname' | 'search' | 'hash'>): string =>
  pathname + writtenSearch(search) + (hash && `#${hash}`)
