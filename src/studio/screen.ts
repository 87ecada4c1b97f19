// What a screen declares. Each concept lists its own in its `screens.ts`; router, server and menu read them.
import type { Language } from '#kernel/messages.ts'
import type { InputOf, Named, Query } from '#kernel/procedures.ts'
import { search, textOf, whole, type Reads } from '#kernel/search.ts'
import { may, type CallerKind, type Permission } from '#studio/accounts/rules.ts'
import type { Feature } from '#studio/settings/rules.ts'

/** A query and its input, exactly as the screen subscribes to them. */
export interface Ask {
  readonly name: string
  readonly input: unknown
}

type Label = Readonly<Record<Language, string>>

/** The groups of the desk's menu. */
export const menuGroups = ['plan', 'people', 'money', 'records'] as const
export type MenuGroup = (typeof menuGroups)[number]

/** A screen's place in the navigation, among the screens that the user may open. */
interface AnyPlace {
  /** Sort key: from left to right, or from top to bottom. */
  readonly order: number
  readonly label: Label | ((kind: CallerKind) => Label)
  /** Icon in the navigation bar at the bottom of a phone. */
  readonly icon?: 'calendar' | 'dashboard' | 'door' | 'people' | 'ticket'
  /** The desk's menu is for admins. Teachers see only these items, though they may also open other screens of it. */
  readonly forTeachers?: boolean
}

export type MenuPlace = AnyPlace & ({ readonly in: 'main' } | { readonly in: 'desk'; readonly group: MenuGroup })

/** Guests are visitors who are not signed in or have not verified their e-mail address. */
type Audience = 'everybody' | 'guests' | Permission

export interface Screen<Search extends object = object> {
  /** The file under src/studio; it exports a component of the same name as the file. */
  readonly page: `${string}/pages/${string}Page`
  readonly for: Audience
  /** The screen belongs to this feature: while the feature is off, the screen does not exist. */
  readonly feature?: Feature | undefined
  /** Parses the search parameters of the address. */
  readonly search: (given: Record<string, unknown>) => Search
  /**
   * The first queries of the screen: the server sends their results with the page, and a link prefetches them on
   * intent. Return none if the address holds a text that anybody may have written: in a compressed page beside personal
   * data, the length of the page would reveal whether that text is among the data. The server itself leaves out queries
   * of one id, except for a visitor, who has no data. `on` are the features that are switched on: leave out queries of
   * the others.
   */
  asks(kind: CallerKind, search: Search, id: string, on: readonly Feature[]): readonly Ask[]
  readonly menu?: MenuPlace | undefined
  /** For a screen without its own menu item: the screen whose item is highlighted while this one is open. */
  readonly under?: `/${string}` | undefined
  /** A link in a letter leads here, with a token that must not stay in the address. */
  readonly takesToken: boolean
  /** The screen knows what to show without the token, so that another letter's link may lead on to it. */
  readonly worksWithoutToken?: boolean | undefined
}

type Found<T> = { [K in keyof T]?: T[K] | undefined }
type Declared = Pick<Screen, 'page' | 'for'> &
  Partial<Pick<Screen, 'menu' | 'under' | 'takesToken' | 'worksWithoutToken' | 'feature'>>

const noFields = {}

/** Declares a screen. Its address holds the parameters of `search`, so that a view survives reload and Back. */
export function screen<T extends object = typeof noFields>(
  declared: Declared & { readonly search?: { readonly [K in keyof T]: Reads<T[K]> } },
  asks: Screen<Found<T>>['asks'] = () => [],
): Screen<Found<T>> {
  const read = search<Record<string, unknown>>(declared.search ?? noFields) as Screen<Found<T>>['search']
  return { takesToken: false, ...declared, search: read, asks }
}

export const ask = <P extends Omit<Query, 'input' | 'answer'> & Named>({ name }: P, input: InputOf<P>): Ask => ({
  name,
  input,
})

/** The queries for members only; none for others, whom the server would refuse. */
export const ownAsks = (kind: CallerKind, asks: readonly Ask[]): readonly Ask[] => (may(kind, 'see') ? asks : [])

/** Page number of a list. */
export const page = whole(1, 100_000)
export const typed = textOf(100)
/** The id of one item, such as a scheduled class or a user. */
export const one = textOf(128, /./)
export const weeks = whole(1, 60)

/** Whether a user of this kind may open a screen, given the features that are on. */
export function mayOpen(
  { for: audience, feature }: Pick<Screen, 'for' | 'feature'>,
  kind: CallerKind,
  on: readonly Feature[],
): boolean {
  if (feature !== undefined && !on.includes(feature)) return false
  if (audience === 'everybody') return true
  return audience === 'guests' ? !may(kind, 'see') : may(kind, audience)
}
