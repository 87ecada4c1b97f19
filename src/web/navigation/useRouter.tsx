import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Place } from '#studio/addresses.ts'
import type { Path, SearchOf } from '#studio/screens.ts'
import type { Said } from './history.ts'
import type { Anywhere, Target } from './places.ts'
import type { Manner, Router, View } from './Router.ts'

export const RouterContext = createContext<Router | null>(null)
/** What is drawn now: while the next screen is on its way, still the one before. */
export const ViewContext = createContext<View | null>(null)

export function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('useRouter stands outside RouterContext.')
  return router
}

export function useView(): View {
  const view = use(ViewContext)
  if (!view) throw new Error('useView stands outside ViewContext.')
  return view
}

/** Where one is. */
export const usePlace = (): Place => useView().place

const NOTHING: Said = {}
const never = () => () => {}

/** What led here said beyond the address. The server's page could not say it: once React has taken that over, it does. */
export function useSaid(): Said {
  const { said } = useView()
  return useSyncExternalStore(
    never,
    () => said,
    () => NOTHING,
  )
}

/** What the address says after its '?'; throws on any other screen. */
export function useSearch<P extends Path>(path: P): SearchOf<P> {
  return placeOn(path, usePlace()).search
}

/** What stands in the address for `$id`; throws on any other screen. */
export function useId<P extends Path & `${string}/$id`>(path: P): string {
  return placeOn(path, usePlace()).id
}

function placeOn<P extends Path>(path: P, place: Place): Place<P> {
  if (place.path !== path) throw new Error(`This is ${place.path}, not ${path}.`)
  return place as Place<P>
}

const drawnOnceThere = () => false

/** Whether a screen is on its way. */
export function useIsLoading(): boolean {
  const router = useRouter()
  const isLoading = () => router.isLoading
  return useSyncExternalStore(router.subscribe, isLoading, drawnOnceThere)
}

type Navigate = <To extends Anywhere>(target: Target<To> & Manner) => Promise<void>

/** The way to another screen; what it answers resolves once that is there. */
export function useNavigate(): Navigate {
  const router = useRouter()
  return useCallback(
    ({ replace, resetScroll, state, ...target }) => {
      return router.go(target as Target<Path>, { replace, resetScroll, state })
    },
    [router],
  )
}
