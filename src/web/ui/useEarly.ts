import { useEffect } from 'react'
import { repeatEarly } from './early.ts'

/**
 * On every screen: repeats for React what was typed and pressed before the code ran. Also where hydration failed
 * because something had changed the page, and React rendered the screen afresh.
 */
export function useEarly(): void {
  useEffect(() => {
    // this effect may run while React is still handling a change event
    setTimeout(repeatEarly)
  }, [])
}
