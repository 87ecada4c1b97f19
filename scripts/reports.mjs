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
  }
  return orUnexplained(counts, code)
}

/** Counts the tests in Playwright's JSON report, given the exit code. */
export function playwrightCounts(report, code) {
  if (!report) return unexplained('Playwright left no report: it crashed or could not start.')
  const { expected, unexpected, flaky, skipped } = report.stats
  return orUnexplained({ passed: expected, failed: unexpected + flaky, skipped }, code)
}

function orUnexplained(counts, code) {
  if (counts.failed > 0) return counts
  if (code !== 0) return { ...counts, failed: 1, output: 'Every test passed, and yet the runner failed: see above.' }
  if (counts.passed === 0) return { ...counts, failed: 1, output: 'No test ran.' }
  return counts
}
