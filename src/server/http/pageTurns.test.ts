import { afterEach, expect, it, vi } from 'vitest'
import { signal } from '#server/testing/signal.ts'
import { bounds, pageTurns } from './pageTurns.ts'

afterEach(() => void vi.useRealTimers())

/** Pages that are finished when the test releases them. */
function pages() {
  const turns = pageTurns(1)
  const released = signal()
  const made = { now: 0, most: 0 }
  const make = async () => {
    made.most = Math.max(made.most, ++made.now)
    await released.fired
    made.now--
    return 'page'
  }
  const open = (address: string) => turns(address, make).catch((error: Error) => error.name)
  return { open, made, release: released.fire }
}

const many = <T>(count: number, one: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => one(n))

it('makes a few pages at once, and the others after them', async () => {
  const { open, made, release } = pages()
  const opened = many(40, (n) => open(`192.0.2.${n}`))
  release()
  expect(new Set(await Promise.all(opened))).toEqual(new Set(['page']))
  expect(made.most).toBe(bounds.atOnce)
})

it('limits the pages of one address, also across its IPv6 addresses, and lets others in', async () => {
  const { open, release } = pages()
  const opened = many(bounds.byOne, (n) => open(`2001:db8:1:2::${n}`))
  expect(await open('2001:db8:1:2:3::1')).toBe('DatabaseBusy')
  const other = open('2001:db8:1:3::1')
  release()
  expect(new Set(await Promise.all([...opened, other]))).toEqual(new Set(['page']))
  expect(await open('2001:db8:1:2::1')).toBe('page')
})

it('limits how many pages wait in all', async () => {
  const { open, release } = pages()
  const opened = many(bounds.atOnce + bounds.waiting, (n) => open(`192.0.${n >> 8}.${n & 255}`))
  expect(await open('198.51.100.1')).toBe('DatabaseBusy')
  release()
  expect(new Set(await Promise.all(opened))).toEqual(new Set(['page']))
})

it('refuses a page that has waited some seconds, and does not make it', async () => {
  vi.useFakeTimers()
  const { open, made, release } = pages()
  const opened = many(bounds.atOnce + 1, (n) => open(`192.0.2.${n}`))
  await vi.advanceTimersByTimeAsync(bounds.longestWait)
  expect(await opened.at(-1)).toBe('DatabaseBusy')
  release()
  await Promise.all(opened)
  expect(made).toEqual({ now: 0, most: bounds.atOnce })
})
