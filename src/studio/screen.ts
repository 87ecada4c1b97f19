// What a screen declares. Each concept lists its own in its `screens.ts`; router, server and menu read them.
import type { Language } from '#kernel/messages.ts'
import type { InputOf, Named, Query } from '#kernel/procedures.ts'
import { search, textOf, whole, type Reads } from '#kernel/search.ts'
import { may, type CallerKind, type Permission } from '#studio/accounts/rules.ts'
import type { Feature } from '#studio/settings/rules.ts'

/** A query and its input, both exactly as the screen asks them. */
export interface Ask {
  readonly name: string
  readonly input: unknown
}

type Label = Readonly<Record<Language, string>>

/** What the desk is about, as its menu is divided. */
export const menuGroups = ['plan', 'people', 'money', 'records'] as const
export type MenuGroup = (typeof menuGroups)[number]

/** A screen's place in the navigation, among those that whoever looks may open. */
interface AnyPlace {
  /** From the left, or from the top. */
  readonly order: number
  readonly label: Label | ((kind: CallerKind) => Label)
  /** For the bar at a phone's lower edge. */
  readonly icon?: 'calendar' | 'dashboard' | 'door' | 'people' | 'ticket'
  /** The desk's menu is the admin's. A teacher sees only these items, though the guard would let them further. */
  readonly forTeachers?: boolean
}

export type MenuPlace = AnyPlace & ({ readonly in: 'main' } | { readonly in: 'desk'; readonly group: MenuGroup })

/** Guests are those who are not signed in, or have not verified their e-mail. */
type Audience = 'everybody' | 'guests' | Permission

export interface Screen<Search extends object = object> {
  /** The file under src/studio; it exports a component of the same name as the file. */
  readonly page: `${string}/pages/${string}Page`
  readonly for: Audience
  /** It belongs to this feature: while that is off, there is no such screen. */
  readonly feature?: Feature | undefined
  /** Reads what the address says after its '?'. */
  readonly search: (given: Record<string, unknown>) => Search
  /**
   * The queries that it asks first: the server sends their answers with the page, a link fetches them on intent.
   * None where the address holds a text that anybody may have written: in a compressed page beside somebody's data, the
   * page's length would tell whether that text is among them. The server leaves out those of one id by itself, unless a
   * visitor asks, who has no data. `on` are the features that are switched on: what belongs to others is not there.
   */
  asks(kind: CallerKind, search: Search, id: string, on: readonly Feature[]): readonly Ask[]
  readonly menu?: MenuPlace | undefined
  /** Without a place of its own in the menu: the screen whose item is lit while it is open. */
  readonly under?: `/${string}` | undefined
  /** A letter's link leads here, with a token that must not stay in the address. */
  readonly takesToken: boolean
}

type Found<T> = { [K in keyof T]?: T[K] | undefined }
type Declared = Pick<Screen, 'page' | 'for'> & Partial<Pick<Screen, 'menu' | 'under' | 'takesToken' | 'feature'>>

const noFields = {}

/** Declares a screen. Its address may say what `search` reads, so that a view survives reload and Back. */
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

/** Asked only for members: others would be refused. */
export const ownAsks = (kind: CallerKind, asks: readonly Ask[]): readonly Ask[] => (may(kind, 'see') ? asks : [])

/** The page of a list. */
export const page = whole(1, 100_000)
export const typed = textOf(100)
/** One of many, by its id: a scheduled class, a user. */
export const one = textOf(128, /./)
export const weeks = whole(1, 60)

/** Whether somebody may open a screen, by the features that are on. */
export function mayOpen(
  { for: audience, feature }: Pick<Screen, 'for' | 'feature'>,
  kind: CallerKind,
  on: readonly Feature[],
): boolean {
  if (feature !== undefined && !on.includes(feature)) return false
  if (audience === 'everybody') return true
  return audience === 'guests' ? !may(kind, 'see') : may(kind, audience)
}
