// Which screens there are: the browser leads to them, the server draws them.
import { oneOf, search, textOf, whole, yesOrNo } from '#kernel/search.ts'
import { may, userSorts, type CallerKind } from '#studio/accounts/rules.ts'
import { entryRanges } from '#studio/schedule/rules.ts'

/** The page of a list. */
const page = whole(1, 100_000)
const typed = textOf(100)
/** One of many, by its id: a scheduled class, a user. */
const one = textOf(128, /./)
const direction = oneOf(['asc', 'desc'])
/** The line before which a section of the logs is read; the newest ones where there is none. */
const line = whole(1, Number.MAX_SAFE_INTEGER)
const weeks = whole(1, 60)
const plain = search({})

/**
 * The address of every screen, and what it may say after its '?', so that a view survives reload and Back. A last part
 * `$id` stands for any one thing. Whoever links to a screen is held to this by the compiler.
 */
export const addresses = {
  '/login': plain,
  '/forgot-password': plain,
  '/register': plain,
  '/verify-email': plain,
  '/reset-password': plain,
  '/classes': search({ category: textOf(40), sort: oneOf(['name', 'date']), order: direction, weeks }),
  '/dashboard': plain,
  '/memberships': search({ show: oneOf(['fitness', 'other']) }),
  '/admin/create-class': plain,
  '/admin/create-course': plain,
  '/admin/create-membership': plain,
  '/admin/add-to-schedule': plain,
  // deep in the list, also the user after whom the page begins, or before whom it ends
  '/admin/users': search({ search: typed, page, sort: oneOf(userSorts), order: direction, after: one, before: one }),
  // the page of each of the lists
  '/admin/users/$id': search({ memberships: page, classes: page, courses: page, payments: page }),
  // the month of the confirmed payments, and the page of each list
  '/admin/payments': search({
    search: typed,
    month: textOf(7, /^20\d\d-(0[1-9]|1[0-2])$/),
    due: page,
    userMarkedAsPaid: page,
    teacherMarkedAsPaid: page,
    confirmed: page,
  }),
  '/admin/classes': search({ page, order: oneOf(['newest', 'oldest']) }),
  '/admin/courses': search({ page, archivedPage: page }),
  '/admin/class-registrants': search({ range: oneOf(entryRanges), page, entry: one }),
  '/admin/class-details/$id': plain,
  '/admin/edit-schedule/$id': plain,
  '/admin/course-registrants': search({ page, ended: yesOrNo }),
  '/admin/memberships': search({ search: typed, page }),
  '/admin/manage-memberships': search({ page, archivedPage: page }),
  // the chosen class and person, and how far the list of classes reaches
  '/admin/class-registration': search({ entry: one, user: one, weeks }),
  '/admin/logs': search({ courses: line, registrations: line, payments: line, auth: line, membership: line }),
} as const

export type Path = keyof typeof addresses
export type SearchOf<P extends Path> = ReturnType<(typeof addresses)[P]>

/** Where '/' leads, and whoever may not see the screen they asked for. */
export const homeOf = (kind: CallerKind): Path => (may(kind, 'manageOwn') ? '/dashboard' : '/login')

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

const fromLetters: readonly Path[] = ['/verify-email', '/reset-password']

/**
 * The token in the address of a letter's link. It stands after the '#', which browsers send to no server, so that no
 * proxy logs it; letters of older versions have it after the '?'. Null on other screens, and where there is none.
 */
export function letterToken(address: string): string | null {
  const { pathname, query, hash } = partsOf(address)
  const path = pathOf(pathname)?.path
  if (!path || !fromLetters.includes(path)) return null
  return new URLSearchParams(hash).get('token') ?? new URLSearchParams(query).get('token')
}

/** The place at an address; null where this application has none. */
export function placeAt(address: string): Place | null {
  const { pathname, query, hash } = partsOf(address)
  const known = pathOf(pathname)
  if (!known) return null
  const given = Object.fromEntries([...new URLSearchParams(query)].map(([name, value]) => [name, meant(value)]))
  const { path, id } = known
  const search = addresses[path](given)
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
