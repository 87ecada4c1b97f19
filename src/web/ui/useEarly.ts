import { useEffect, useSyncExternalStore } from 'react'
import { repeatEarly } from './early.ts'

const never = () => () => {}

/** For each screen: what was typed and pressed on the server's page before the code ran is not lost. */
export function useEarly(): void {
  const takenOver = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  useEffect(() => {
    // React's own turn, in which this runs, may be that of a choice which it hears just now
    if (takenOver) setTimeout(repeatEarly)
  }, [takenOver])
}
