import { pathToFileURL } from 'node:url'

/** A screen as HTML for #root, and the title of its document. */
interface Drawn {
  readonly html: string
  readonly title: string
}

/** Renders the screen at a path from the page's data; null when the browser must do it. Never throws. */
export type Draw = (data: object, path: string) => Promise<Drawn | null>

type Render = (data: object, path: string) => Promise<Drawn | null>

/** Loads the built web/render.tsx: the server knows no screens, only this file. */
export const rendererAt = (file: string) => async (): Promise<Render> => {
  const { render } = (await import(pathToFileURL(file).href)) as { render: Render }
  return render
}

/** At most this share of the elapsed time is spent on rendering. */
const SHARE = 0.3
/** Unused rendering time saved up for a rush, at most (ms). */
const SAVED = 1_000

/** Renders while the time budget lasts: beyond it, and after a failure, the browser renders instead. */
export function drawing(parts: {
  readonly load: () => Promise<Render>
  readonly report: (line: string, error?: unknown) => void
  readonly clock?: () => number
}): Draw {
  const { load, report, clock = () => performance.now() } = parts
  let saved = SAVED
  let since = clock()
  let loading: Promise<Render> | null = null
  return async (data, path) => {
    const now = clock()
    saved = Math.min(SAVED, saved + (now - since) * SHARE)
    since = now
    if (saved <= 0) return null
    try {
      loading ??= load()
      const render = await loading
      const began = clock()
      const drawn = await render(data, path)
      saved -= clock() - began
      return drawn
    } catch (error) {
      loading = null
      report(`The screen ${path} could not be drawn.`, error)
      return null
    }
  }
}
