import type { RouterHistory } from '@tanstack/react-router'

/** Where the router stores how far an entry is from the first one. */
const INDEX = '__TSR_index'

type EntryState = Record<string, unknown> | null

/** The lowest entry of this page, below which Back leaves it; of a page that was reloaded, one above it. */
let lowest = 0
let isPassingBy = false

/**
 * Adds an entry below the current one if Back would leave the page, as it then could not close a dialog. The router
 * need not hear of it: for it, the current entry stays the same.
 */
export function addEntryBelow(own: RouterHistory, isDialogOpen: () => boolean): void {
  own.flush()
  const state = history.state as EntryState
  const index = own.location.state[INDEX]
  // while a dialog that Back closed asks something, the browser is still on its way forward again
  if (index > lowest || state?.[INDEX] !== index) return
  lowest = index - 1
  // not the functions by which the router listens
  const { pushState, replaceState } = History.prototype
  replaceState.call(history, { ...state, [INDEX]: lowest }, '')
  pushState.call(history, state, '')
  if (isPassingBy) return
  isPassingBy = true
  // before the router hears of it, which then knows another place
  const passBy = () => {
    const [from, to] = [own.location.state[INDEX], (history.state as EntryState)?.[INDEX]]
    if (typeof to === 'number' && to <= lowest && from <= lowest + 1 && !isDialogOpen()) history.back()
  }
  addEventListener('popstate', passBy, { capture: true })
}
