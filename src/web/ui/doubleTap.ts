/** In ms and CSS pixels: two presses as close as this are one double tap. */
const WITHIN = 300
const NEAR = 16

let last: { at: number; x: number; y: number; row: string | null; label: string } | null = null

/**
 * Whether a press is the second half of a double tap on another row's button: the row went, and the next one moved up.
 * Presses by keyboard, which have no position, always count.
 */
export function isStrayPress(event: MouseEvent, button: HTMLElement): boolean {
  if (event.detail === 0) return false
  const { timeStamp: at, clientX: x, clientY: y } = event
  // by its text: a row that was only drawn anew is the same row
  const row = button.closest('li, tr')?.textContent ?? null
  const label = button.textContent
  const isNear = last !== null && at - last.at < WITHIN && Math.hypot(x - last.x, y - last.y) < NEAR
  if (isNear && row !== null && last?.row !== row && last?.label === label) return true
  last = { at, x, y, row, label }
  return false
}
