import type { Page } from '@playwright/test'

/**
 * Delays the page's scripts until the returned function is called; until then only the server-rendered page is shown.
 */
export async function holdCode(page: Page, files: string | RegExp = '**/assets/*.js'): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(files, async (route) => {
    await held
    await route.continue()
  })
  return () => release()
}

/** Opens a page whose scripts are delayed, and waits for its CSS: before that, content for both widths is visible. */
export async function openDrawn(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => {
    const looks = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    return document.querySelector('h1') !== null && looks.length > 0 && looks.every(({ sheet }) => sheet !== null)
  })
}

/**
 * From the next page on, runs `act` once on an element right after its hydration and before React's effects, using
 * React's DevTools hook. The result is stored in data-meanwhile of the root element.
 * `act` runs in the page and can use only the element.
 */
export async function whileTakenOver<E extends HTMLElement>(
  page: Page,
  selector: string,
  act: (element: E) => string,
): Promise<void> {
  await page.addInitScript({ content: `(${watchReact.toString()})(${JSON.stringify(selector)}, ${act.toString()})` })
}

function watchReact(selector: string, act: (element: HTMLElement) => string): void {
  const look = () => {
    const element = document.querySelector<HTMLElement>(selector)
    const heard = element && Object.keys(element).some((key) => key.startsWith('__react'))
    if (!heard || 'meanwhile' in document.documentElement.dataset) return
    document.documentElement.dataset['meanwhile'] = ''
    document.documentElement.dataset['meanwhile'] = act(element)
  }
  const hook = { supportsFiber: true, inject: () => 1, onCommitFiberRoot: () => queueMicrotask(look) }
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
}
