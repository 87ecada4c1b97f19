import { expect, type Page } from '@playwright/test'
import { resize } from './fixtures.ts'

/** What a window of 1280 × 1024 px has left at 400 %, in px. */
export const ZOOMED = { width: 320, height: 256 } as const

/** More tab stops than any screen has. */
const MOST_STOPS = 400

/**
 * Expects that a screen is readable and usable at 400 %: no sideways scrolling, also with the wider text spacing that
 * some readers need (WCAG 1.4.10, 1.4.12), no focused element hidden or unmarked (2.4.7, 2.4.11), and every target
 * large enough for a finger (2.5.8). Reports all problems at once.
 */
export async function expectReadableZoomed(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  await resize(page, ZOOMED)
  expect.soft(await page.evaluate(smallTargets), `too small to press at ${what}`).toEqual([])
  expect.soft(await unseenStops(page), `stops of the Tab key that are not seen at ${what}`).toEqual([])
  await page.evaluate(spreadTexts)
  expect.soft(await page.evaluate(cutOff), `cut off, or going sideways, at ${what}`).toEqual([])
  await page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
  if (before) await resize(page, before)
}

/** The text spacing of WCAG 1.4.12; the page's security policy would block a style element. */
function spreadTexts(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  document.adoptedStyleSheets = [sheet]
}

/** Texts that no longer fit their boxes, and elements that make the page wider than the window. */
export function cutOff(): string[] {
  const found: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`the page: ${scrollWidth} of ${clientWidth} px`)
  // fixed elements leave the window without making the page wider
  const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
  for (const element of document.querySelectorAll<HTMLElement>('nav *')) {
    const { right, width } = element.getBoundingClientRect()
    if (!element.checkVisibility() || width <= 1) continue
    let scroller: Element | null = element.parentElement
    while (scroller && !scrolls(scroller)) scroller = scroller.parentElement
    if (right > (scroller ? Infinity : clientWidth + 1)) found.push(`outside: ${element.outerHTML.slice(0, 160)}`)
  }
  for (const element of document.querySelectorAll<HTMLElement>('main *, header *, nav *, footer *')) {
    const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(element)
    // for screen readers only, or shortened on purpose where the whole text is one step away
    if (clipPath !== 'none' || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') continue
    if (!element.checkVisibility() || !element.innerText?.trim()) continue
    const cut =
      (/hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 1)
    if (cut) found.push(element.outerHTML.slice(0, 160))
  }
  return found
}

/** Targets below 24 × 24 px, except links within a text; buttons and fields below 44 px in height. */
function smallTargets(): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (getComputedStyle(element).clipPath !== 'none') continue
    // a checkbox can be pressed by its label as well
    const label = element instanceof HTMLInputElement ? element.closest('label') : null
    const { width, height } = (label ?? element).getBoundingClientRect()
    if (width <= 1 || height <= 1) continue
    const inText = element.matches('a') && getComputedStyle(element).display === 'inline'
    const least = element.matches('a') ? 24 : 43.5
    if (!inText && (height < least || width < 24)) {
      found.push(`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`)
    }
  }
  return found
}

/** Goes through the page with the Tab key; returns the elements that are hidden or unmarked while focused. */
async function unseenStops(page: Page): Promise<string[]> {
  const unseen: string[] = []
  await page.evaluate(() => {
    scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab')
    const problem = await page.evaluate(async (first) => {
      const element = document.activeElement
      if (!element || element === document.body) return 'end'
      if (!first && element.hasAttribute('data-first-stop')) return 'end'
      if (first) element.setAttribute('data-first-stop', '')
      // scrolling into view happens in the next frame
      await new Promise(requestAnimationFrame)
      const marked = element.closest('label') ?? element
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const xs = [left + 3, (left + right) / 2, right - 3]
      const ys = [top + 3, (top + bottom) / 2, bottom - 3]
      const seen = xs.some((x) =>
        ys.some((y) => {
          const there = document.elementFromPoint(x, y)
          return there !== null && (marked.contains(there) || there.contains(element))
        }),
      )
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      const labelled = getComputedStyle(marked)
      const shown =
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) ||
        (labelled.outlineStyle !== 'none' && Number.parseFloat(labelled.outlineWidth) >= 2) ||
        boxShadow !== 'none'
      if (seen && shown) return null
      return `${seen ? 'not marked' : 'hidden'}: ${element.outerHTML.slice(0, 160)}`
    }, stop === 0)
    if (problem === 'end') return unseen
    if (problem) unseen.push(problem)
  }
  return [...unseen, `more than ${MOST_STOPS} stops`]
}
