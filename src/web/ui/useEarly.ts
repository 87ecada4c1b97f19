import { useEffect } from 'react'
import { repeatEarly } from './early.ts'

/**
 * For each screen: what was typed and pressed on the server's page before the code ran is not lost. Also where React
 * could not take that page over, since something else had changed it, and drew the screen anew.
 */
export function useEarly(): void {
  useEffect(() => {
    // React's own turn, in which this runs, may be that of a choice which it hears just now
    setTimeout(repeatEarly)
  }, [])
}
