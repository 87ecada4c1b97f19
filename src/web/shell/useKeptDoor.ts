import { useEffect } from 'react'
import { may } from '#studio/accounts/rules.ts'
import { DOOR_CACHE, DOOR_OWNER } from '#studio/door/parts/keptNames.ts'
import { useConnectionState } from '#web/live/useLive.ts'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'

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
  const isKept = localStorage.getItem(DOOR_OWNER) !== null || ('caches' in globalThis && (await caches.has(DOOR_CACHE)))
  if (!isKept) return
  const { forgetOthers } = await import('#studio/door/parts/kept.ts')
  forgetOthers(owner)
}
