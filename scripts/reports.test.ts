import { describe, expect, test } from 'vitest'
import { playwrightCounts, vitestCounts } from './reports.mjs'

const vitest = (passed: number, failed: number, files: object[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: files,
})
const playwright = (expected: number, unexpected: number, flaky = 0) => ({
  stats: { expected, unexpected, flaky, skipped: 0 },
})

describe('counts of the test runners', () => {
  test('report success when every test passed', () => {
    expect(vitestCounts(vitest(3, 0), 0)).toMatchObject({ passed: 3, failed: 0 })
    expect(playwrightCounts(playwright(2, 0), 0)).toMatchObject({ passed: 2, failed: 0 })
  })

  test('report failures', () => {
    expect(vitestCounts(vitest(3, 2), 1)).toMatchObject({ passed: 3, failed: 2 })
    expect(playwrightCounts(playwright(1, 1), 1)).toMatchObject({ passed: 1, failed: 1 })
  })

  test('count a file that could not be loaded as a failure', () => {
    const files = [{ status: 'failed', assertionResults: [] }]
    expect(vitestCounts(vitest(3, 0, files), 1)).toMatchObject({ passed: 3, failed: 1 })
  })

  test('count an unhandled error as a failure although every test passed', () => {
    expect(vitestCounts(vitest(3, 0), 1)).toMatchObject({ passed: 3, failed: 1 })
    expect(playwrightCounts(playwright(3, 0), 1)).toMatchObject({ passed: 3, failed: 1 })
  })

  test('count a runner that crashed or ran nothing as a failure', () => {
    expect(vitestCounts(undefined, null)).toMatchObject({ passed: 0, failed: 1 })
    expect(playwrightCounts(undefined, null)).toMatchObject({ passed: 0, failed: 1 })
    expect(vitestCounts(vitest(0, 0), 0)).toMatchObject({ passed: 0, failed: 1 })
    expect(playwrightCounts(playwright(0, 0), 0)).toMatchObject({ passed: 0, failed: 1 })
  })

  test('count a flaky journey as failed', () => {
    expect(playwrightCounts(playwright(3, 0, 1), 0)).toMatchObject({ passed: 3, failed: 1 })
  })
})
