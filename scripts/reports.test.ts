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

  test('name each failed test with the beginning of its message', () => {
    const file = (title: string, message: string) => ({
      status: 'failed',
      name: `${process.cwd()}/src/a.test.ts`,
      assertionResults: [
        { status: 'passed', fullName: 'a passes', failureMessages: [] },
        { status: 'failed', fullName: title, failureMessages: [message] },
      ],
    })
    const long = ['\u001B[31mone is not two\u001B[39m', '', ...Array.from({ length: 20 }, () => 'at a place')].join(
      '\n',
    )
    const begins = ['src/a.test.ts one is two', 'one is not two', ...Array.from({ length: 11 }, () => 'at a place')]
    expect(vitestCounts(vitest(1, 1, [file('one is two', long)]), 1)).toMatchObject({
      failures: [begins.join('\n    ')],
    })

    const test = (status: string, message?: string) => ({
      status,
      results: [{ error: message === undefined ? undefined : { message } }],
    })
    const specs = [
      { title: 'a visitor sees', file: 'a.spec.ts', line: 3, tests: [test('expected')] },
      { title: 'a member pays', file: 'a.spec.ts', line: 9, tests: [test('unexpected', 'nothing shown')] },
    ]
    const report = { ...playwright(1, 1), suites: [{ specs: [], suites: [{ specs }] }] }
    expect(playwrightCounts(report, 1)).toMatchObject({
      failures: ['e2e/a.spec.ts:9 a member pays\n    nothing shown'],
    })
  })

  test('name a file that could not be loaded', () => {
    const files = [
      { status: 'failed', name: `${process.cwd()}/src/a.test.ts`, message: 'no such module', assertionResults: [] },
    ]
    expect(vitestCounts(vitest(3, 0, files), 1)).toMatchObject({ failures: ['src/a.test.ts \n    no such module'] })
  })

  test('count a file that could not be loaded as a failure', () => {
    const files = [{ status: 'failed', name: 'a.test.ts', message: '', assertionResults: [] }]
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
