import { expect, type Page } from '@playwright/test'

/** A node of Chromium's accessibility tree. */
export interface Read {
  readonly role: string
  readonly name: string
  readonly level: number | null
  readonly focused: boolean
}

interface AxNode {
  readonly ignored: boolean
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
}

/** The whole page as a screen reader gets it, in reading order. */
export async function treeOf(page: Page): Promise<Read[]> {
  const session = await page.context().newCDPSession(page)
  try {
    const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, properties = [] }) => {
        const property = (wanted: string) => properties.find((one) => one.name === wanted)?.value.value
        return {
          role: role?.value ?? '',
          name: name?.value ?? '',
          level: (property('level') as number | undefined) ?? null,
          focused: property('focused') === true,
        }
      })
  } finally {
    await session.detach()
  }
}

const PRESSED = ['button', 'link', 'textbox', 'combobox', 'radio', 'checkbox', 'spinbutton', 'Date', 'InputTime']

/** Expects landmarks, a title, headings without gaps, and a name for every control. */
export async function expectReadable(page: Page, title: string): Promise<Read[]> {
  await expect(page).toHaveTitle(title)
  const tree = await treeOf(page)
  const levels = tree.filter(({ role }) => role === 'heading').map(({ level }) => level ?? 0)
  expect(
    levels.filter((level) => level === 1),
    `main headings of ${title}`,
  ).toHaveLength(1)
  const jumps = levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)
  expect(jumps, `headings of ${title} that skip a level: ${levels.join(' ')}`).toEqual([])
  for (const landmark of ['banner', 'main', 'navigation', 'contentinfo']) {
    expect(tree.filter(({ role }) => role === landmark).length, `${landmark} of ${title}`).toBeGreaterThan(0)
  }
  const nameless = tree.filter(({ role, name }) => PRESSED.includes(role) && !name.trim())
  expect(nameless, `without a name at ${title}`).toEqual([])
  return tree
}

/** Expects that the focus, and so a screen reader, is at this element. */
export async function expectReadingAt(page: Page, role: string, name: string | RegExp): Promise<void> {
  await expect
    .poll(async () => (await treeOf(page)).findLast(({ focused }) => focused), `reading goes on at ${String(name)}`)
    .toMatchObject({ role, name: typeof name === 'string' ? name : expect.stringMatching(name) })
}

/** Records announcements of live regions from the next page on, as `polite: text` or `assertive: text`. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver((changes) => {
      const regions = new Set(
        changes.map(({ target }) =>
          (target instanceof Element ? target : target.parentElement)?.closest(
            '[role=status], [role=alert], [aria-live]',
          ),
        ),
      )
      // an alert is announced when it appears, too; a status only when it changes
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof Element)
          regions.add(node.matches('[role=alert]') ? node : node.querySelector('[role=alert]'))
      }
      for (const region of regions) {
        const text = region?.textContent?.trim()
        if (!region || !text) continue
        heard.push(`${region.getAttribute('role') === 'alert' ? 'assertive' : 'polite'}: ${text}`)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}
