import { format } from 'node:util'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'

/**
 * Loaded before every test file: fails a test that logs an unexpected error. A test that expects one replaces
 * `console.error` itself: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
 */
let logged: string[] = []
const original = console.error

function record(...values: unknown[]) {
  logged.push(format(...values))
  original(...values)
}

function expectNothingLogged() {
  const unexpected = logged
  logged = []
  expect(unexpected, 'console.error was called, and the test did not expect it').toEqual([])
}

console.error = record
beforeEach(() => {
  // the previous test may have replaced it
  console.error = record
})
afterEach(expectNothingLogged)
afterAll(expectNothingLogged)
