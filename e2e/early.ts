import type { Page } from '@playwright/test'

/** Holds back what the page loads of its code, until the answer is called: until then the server's page is shown. */
export async function holdCode(page: Page, files: string | RegExp = '**/assets/*.js'): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(files, async (route) => {
    await held
    await route.continue()
  })
  return () => release()
}

/** Opens a page whose code is held back, and waits for its look: until then what is drawn for two widths is there twice. */
export async function openDrawn(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => {
    const looks = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    return document.querySelector('h1') !== null && looks.length > 0 && looks.every(({ sheet }) => sheet !== null)
  })
}

/**
 * From the next page on does something to an element once, right after React has taken it over and before what follows
 * its first drawing: told by React's hook for tools. What `act` answers stands at the page as data-meanwhile.
 * `act` runs in the page, and knows nothing but the element.
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
