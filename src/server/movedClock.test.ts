import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { movedClock } from './movedClock.ts'

let file: string
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'clock-')), 'offset')
  vi.useFakeTimers({ toFake: ['performance', 'Date'], now: Date.parse('2026-03-10T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(join(file, '..'), { recursive: true })
})

it('is moved by the seconds in the file, which is read again every second', () => {
  const clock = movedClock(file)
  expect(new Date(clock())).toEqual(new Date('2026-03-10T10:00:00Z'))
  writeFileSync(file, '86400\n')
  vi.advanceTimersByTime(999)
  expect(new Date(clock())).toEqual(new Date('2026-03-10T10:00:00.999Z'))
  vi.advanceTimersByTime(1)
  expect(new Date(clock())).toEqual(new Date('2026-03-11T10:00:01Z'))
  writeFileSync(file, '-60')
  vi.advanceTimersByTime(1_000)
  expect(new Date(clock())).toEqual(new Date('2026-03-10T09:59:02Z'))
})

it('is not moved when the file holds no number, or is missing', () => {
  const clock = movedClock(file)
  writeFileSync(file, 'tomorrow')
  expect(clock()).toBe(Date.now())
  rmSync(file)
  vi.advanceTimersByTime(1_000)
  expect(clock()).toBe(Date.now())
})
