import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { standIns } from '../calls.ts'

/** Whether classes can be taken over here, by whoever looks. */
export function useHasStandIns(): boolean {
  const { features } = useStudio()
  const staff = useMay('seeDesk')
  return features.includes('door') && staff
}

/** Those of all classes from today on; none until they are known. */
export function useStandIns() {
  const live = useLive(standIns.list, {})
  return live.state === 'ready' ? live.answer : null
}
