import { useRouterState } from '@tanstack/react-router'
import { useIsAsking } from '#web/live/useLive.ts'

/**
 * A line that grows while the next screen, page or search is fetched: a tap is answered before what it asked for is
 * there. Screen readers hear of it where it will be.
 */
export function Progress() {
  const next = useRouterState({ select: ({ isLoading }) => isLoading })
  const asking = useIsAsking()
  if (!next && !asking) return null
  return (
    <span
      aria-hidden="true"
      data-progress
      className="absolute inset-x-0 -bottom-px h-1 origin-left animate-advance bg-brand"
    />
  )
}
