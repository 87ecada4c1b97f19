import { useEffect } from 'react'
import { may } from '#studio/accounts/rules.ts'
import { useConnectionState } from '#web/live/useLive.ts'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'

/**
 * Cache name of the page in public/sw.js, and the storage key of its owner in door/parts/kept.ts: a list may be kept
 * even where the page could not be cached.
 */
const KEPT = 'door-1'
const OWNER = 'doorKeptFor'

/** Clears the door kept on this device when another account uses it: a session may end without a sign-out. */
export function useKeptDoor(): void {
  const { kind, accountId } = useMe()
  const { features } = useStudio()
  const isOpen = useConnectionState() === 'open'
  const owner = features.includes('door') && may(kind, 'takeAttendance') ? accountId : null
  useEffect(() => {
    if (isOpen) void leaveTo(owner).catch(() => {})
  }, [isOpen, owner])
}

/** Most devices keep no door and need not load its code. */
async function leaveTo(owner: string | null): Promise<void> {
  const isKept = localStorage.getItem(OWNER) !== null || ('caches' in globalThis && (await caches.has(KEPT)))
  if (!isKept) return
  const { forgetOthers } = await import('#studio/door/parts/kept.ts')
  forgetOthers(owner)
}
