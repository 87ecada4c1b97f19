import { useEffect } from 'react'
import { may } from '#studio/accounts/rules.ts'
import { useConnectionState } from '#web/live/useLive.ts'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'

/** As public/sw.js calls the page, and door/parts/kept.ts for whom it is: a list may be kept where no page could be. */
const KEPT = 'door-1'
const OWNER = 'doorKeptFor'

/** The door that is kept on this device is for who opened it: a session may end without signing out. */
export function useKeptDoor(): void {
  const { kind, accountId } = useMe()
  const { features } = useStudio()
  const isOpen = useConnectionState() === 'open'
  const owner = features.includes('door') && may(kind, 'takeAttendance') ? accountId : null
  useEffect(() => {
    if (isOpen) void leaveTo(owner).catch(() => {})
  }, [isOpen, owner])
}

/** Most devices keep no door, and fetch none of its code. */
async function leaveTo(owner: string | null): Promise<void> {
  const isKept = localStorage.getItem(OWNER) !== null || ('caches' in globalThis && (await caches.has(KEPT)))
  if (!isKept) return
  const { forgetOthers } = await import('#studio/door/parts/kept.ts')
  forgetOthers(owner)
}
