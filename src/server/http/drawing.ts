import { pathToFileURL } from 'node:url'

/** A screen as HTML for #root, and its document's title. */
interface Drawn {
  readonly html: string
  readonly title: string
}

/** Draws the screen at a path from what the page carries; null where the browser must do it. Never throws. */
export type Draw = (data: object, path: string) => Promise<Drawn | null>

type Render = (data: object, path: string) => Promise<Drawn | null>

/** web/render.tsx as it was built: the server knows no screen, only this file. */
export const rendererAt = (file: string) => async (): Promise<Render> => {
  const { render } = (await import(pathToFileURL(file).href)) as { render: Render }
  return render
}

/** Of all the time that passes, at most this share is spent on drawing; */
const SHARE = 0.3
/** a rush finds this much saved up, in ms. */
const SAVED = 1_000

/** Draws while there is time for it: beyond that, and after a failure, the browser draws as it always could. */
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
