import { expect, test } from 'vitest'
import { isStrayPress } from './doubleTap.ts'

const row = (textContent: string) => ({ textContent }) as Element
const buttonIn = (inside: Element | null, label: string) =>
  ({ closest: () => inside, textContent: label }) as unknown as HTMLElement
const pressAt = (timeStamp: number, clientX = 100, detail = 1) =>
  ({ timeStamp, clientX, clientY: 50, detail }) as unknown as MouseEvent

test('a quick second press in the same place on the same button of another row is ignored', () => {
  const [first, second] = [row('Monday'), row('Friday')]
  expect(isStrayPress(pressAt(1_000), buttonIn(first, 'I can come after all'))).toBe(false)
  expect(isStrayPress(pressAt(1_200), buttonIn(second, 'I can come after all'))).toBe(true)
  // a third press, after a look, is meant
  expect(isStrayPress(pressAt(1_400), buttonIn(second, 'I can come after all'))).toBe(false)
})

test('a later press, one elsewhere, one on another label, in the same row or by keyboard counts', () => {
  const [first, second] = [row('Monday'), row('Friday')]
  const begin = (at: number) => isStrayPress(pressAt(at), buttonIn(first, 'Take away'))
  begin(2_000)
  expect(isStrayPress(pressAt(2_400), buttonIn(second, 'Take away'))).toBe(false)
  begin(3_000)
  expect(isStrayPress(pressAt(3_100, 160), buttonIn(second, 'Take away'))).toBe(false)
  begin(4_000)
  expect(isStrayPress(pressAt(4_100), buttonIn(second, 'Confirm'))).toBe(false)
  begin(5_000)
  expect(isStrayPress(pressAt(5_100), buttonIn(first, 'Take away'))).toBe(false)
  begin(5_500)
  expect(isStrayPress(pressAt(5_600), buttonIn(row('Monday'), 'Take away'))).toBe(false)
  begin(6_000)
  expect(isStrayPress(pressAt(6_100, 100, 0), buttonIn(second, 'Take away'))).toBe(false)
  begin(7_000)
  expect(isStrayPress(pressAt(7_100), buttonIn(null, 'Take away'))).toBe(false)
})
