import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A failure that belongs to no single test: a crash, an unhandled error, a file that could not be loaded, no tests. */
const unexplained = (what) => ({ passed: 0, failed: 1, output: what })

/** Counts the tests in vitest's JSON report, given the exit code. */
export function vitestCounts(report, code) {
  if (!report) return unexplained('vitest left no report: it crashed or could not start.')
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.filter((file) => file.status === 'failed').flatMap(failuresIn),
  }
  return orUnexplained(counts, code)
}

/** Counts the tests in Playwright's JSON report, given the exit code. */
export function playwrightCounts(report, code) {
  if (!report) return unexplained('Playwright left no report: it crashed or could not start.')
  const { expected, unexpected, flaky, skipped } = report.stats
  const failures = specsIn(report).flatMap(({ title, file, line, tests }) =>
    tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map(({ results }) =>
        failure(`e2e/${file}:${line}`, title, results.find((result) => result.error)?.error.message),
      ),
  )
  return orUnexplained({ passed: expected, failed: unexpected + flaky, skipped, failures }, code)
}

/** A failed test in a few lines; the whole message stands above, where the runner printed it. */
function failure(where, title, message = '') {
  const lines = stripVTControlCharacters(message).split('\n')
  const why = lines.filter((line) => line.trim()).slice(0, 12)
  return [`${where} ${title}`, ...why.map((line) => `    ${line.slice(0, 300)}`)].join('\n')
}

function failuresIn({ name, message, assertionResults }) {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return [failure(file, '', message)]
  return failed.map((test) => failure(file, test.fullName.trim(), test.failureMessages[0]))
}

const specsIn = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsIn)]

function orUnexplained(counts, code) {
  if (counts.failed > 0) return counts
  if (code !== 0) return { ...counts, failed: 1, output: 'Every test passed, and yet the runner failed: see above.' }
  if (counts.passed === 0) return { ...counts, failed: 1, output: 'No test ran.' }
  return counts
}
