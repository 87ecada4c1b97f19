/** rowSpan of the course cell: the number of rows of its course in the first of them, 0 in the others. */
export function spansOf<Row extends { courseId: string }>(rows: readonly Row[]): Map<Row, number> {
  const spans = new Map<Row, number>()
  let first: Row | undefined
  for (const row of rows) {
    if (first?.courseId !== row.courseId) first = row
    if (row !== first) spans.set(row, 0)
    spans.set(first, (spans.get(first) ?? 0) + 1)
  }
  return spans
}
