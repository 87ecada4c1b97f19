import { format } from 'node:util'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'

/**
 * Loaded before every test file: a test that logs an error nobody expected fails.
 * A test that expects one replaces `console.error` itself: `vi.spyOn(console, 'error').mockImplementation(() => {})`.
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
  // the test before may have put its own in place
  console.error = record
})
afterEach(expectNothingLogged)
afterAll(expectNothingLogged)
