import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showProgress } from './progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const terminal = (isTTY: boolean) => {
  const written: string[] = []
  return { written, isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 }
}

it('prints progress every second, and clears the line at the end', () => {
  const output = terminal(true)
  const progress = showProgress('Restoring', output)
  vi.advanceTimersByTime(1_000)
  progress.at('Restoring 5000 of 9000 rows')
  vi.advanceTimersByTime(1_000)
  expect(output.written.map((text) => text.replace('\r\u001b[K', ''))).toEqual([
    'Restoring … 1 s',
    'Restoring 5000 of 9000 rows … 2 s',
  ])
  progress.end()
  vi.advanceTimersByTime(5_000)
  expect(output.written.slice(2)).toEqual(['\r\u001b[K'])
})

it('prints nothing without a terminal, or within the first second', () => {
  const [file, quick] = [terminal(false), terminal(true)]
  const silent = showProgress('Restoring', file)
  vi.advanceTimersByTime(5_000)
  silent.end()
  showProgress('Restoring', quick).end()
  expect(file.written).toEqual([])
  expect(quick.written).toEqual(['\r\u001b[K'])
})
