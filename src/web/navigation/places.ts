import { addressOf, placeAt, type Place } from '#studio/addresses.ts'
import type { Path, SearchOf } from '#studio/screens.ts'

/** A screen, the one to begin with, or the one that one is on. */
export type Anywhere = Path | '/' | '.'

/** Where a link leads: `.` is where one is. */
export type Target<To extends Anywhere> = {
  readonly to: To
  /** All of what follows the '?', unless it is made from what is there: `true` keeps it. */
  readonly search?: true | SearchFor<To> | ((before: SearchFor<To>) => SearchFor<To>) | undefined
  readonly hash?: string | undefined
} & (To extends `${string}/$id` ? { readonly params: { readonly id: string } } : { readonly params?: undefined })

type SearchFor<To> = To extends Path ? SearchOf<To> : Readonly<Record<string, unknown>>

/** The address that a link names, seen from where one is. */
export function addressFor(target: Target<Anywhere>, from: Place): string {
  const { to, params, search, hash = '' } = target
  const pathname = to === '.' ? from.pathname : to.replace('$id', () => encodeURIComponent(params?.id ?? ''))
  const made = typeof search === 'function' ? (search as (before: object) => object)(from.search) : search
  const next = made === true ? from.search : made
  return addressOf({ pathname, search: { ...next }, hash })
}

/** Whether a link leads to where one is, or to what it stands under: a list to the person whose page is open. */
export function leadsHere(address: string, here: Place): boolean {
  const there = placeAt(address)
  if (!there || !`${here.pathname}/`.startsWith(`${there.pathname}/`)) return false
  const now: Readonly<Record<string, unknown>> = here.search
  return Object.entries(there.search).every(([name, value]) => now[name] === value)
}
