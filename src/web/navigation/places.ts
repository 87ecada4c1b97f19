import { addresses, type Path, type SearchOf } from './addresses.ts'

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

/** Where a link leads: `.` is where one is. */
export type Target<To extends Path | '/' | '.'> = {
  readonly to: To
  /** All of what follows the '?', unless it is made from what is there: `true` keeps it. */
  readonly search?: true | SearchFor<To> | ((before: SearchFor<To>) => SearchFor<To>) | undefined
  readonly hash?: string | undefined
} & (To extends `${string}/$id` ? { readonly params: { readonly id: string } } : { readonly params?: undefined })

type SearchFor<To> = To extends Path ? SearchOf<To> : Readonly<Record<string, unknown>>

/** The place at an address; null where this application has none. */
export function placeAt(address: string): Place | null {
  const { pathname, searchParams, hash } = new URL(address, 'http://studio')
  const known = pathOf(pathname)
  if (!known) return null
  const given = Object.fromEntries([...searchParams].map(([name, value]) => [name, meant(value)]))
  const { path, id } = known
  const search = addresses[path](given)
  return { path, pathname: path.replace('$id', () => encodeURIComponent(id)), id, search, hash: hash.slice(1) }
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

const isPath = (text: string): text is Path => Object.hasOwn(addresses, text)

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

function written(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined) continue
    params.set(name, typeof value === 'string' && meant(value) === value ? value : JSON.stringify(value))
  }
  return params.size > 0 ? `?${params}` : ''
}

/** The address of a place, always written the same way. */
export const addressOf = ({ pathname, search, hash }: Pick<Place, 'pathname' | 'search' | 'hash'>): string =>
  pathname + written(search) + (hash && `#${hash}`)

/** The address that a link names, seen from where one is. */
export function addressFor(target: Target<Path | '/' | '.'>, from: Place): string {
  const { to, params, search, hash = '' } = target
  const pathname = to === '.' ? from.pathname : to.replace('$id', () => encodeURIComponent(params?.id ?? ''))
  const next = search === true ? from.search : typeof search === 'function' ? search(from.search) : search
  return addressOf({ pathname, search: next ?? {}, hash })
}

/** Whether a link leads to where one is, or to what it stands under: a list to the person whose page is open. */
export function leadsHere(address: string, here: Place): boolean {
  const there = placeAt(address)
  if (!there || !`${here.pathname}/`.startsWith(`${there.pathname}/`)) return false
  const now: Readonly<Record<string, unknown>> = here.search
  return Object.entries(there.search).every(([name, value]) => now[name] === value)
}
