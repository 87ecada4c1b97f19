import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { standIns } from '../calls.ts'

/** Whether stand-ins are available to the viewer. */
export function useHasStandIns(): boolean {
  const { features } = useStudio()
  const staff = useMay('seeDesk')
  return features.includes('door') && staff
}

/** All requests for classes from today on; null while loading. */
export function useStandIns() {
  const live = useLive(standIns.list, {})
  return live.state === 'ready' ? live.answer : null
}
