import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTexts } from '#web/language.tsx'
import { useIsAsking } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'

/** In ms; after this delay screen readers are told as well. */
const SLOW = 1_000

/** A line that grows while the next screen, page or search loads, so that a tap has a visible effect at once. */
export function Progress() {
  const { loading } = useTexts(words)
  const next = useRouterState({ select: ({ isLoading }) => isLoading })
  const asking = useIsAsking()
  const pending = next || asking
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => setSlow(true), SLOW)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [pending])
  return (
    <>
      <span role="status" className="sr-only">
        {slow && loading}
      </span>
      {pending && (
        <span
          aria-hidden="true"
          data-progress
          className="absolute inset-x-0 -bottom-px h-1 origin-left animate-advance bg-brand"
        />
      )}
    </>
  )
}
