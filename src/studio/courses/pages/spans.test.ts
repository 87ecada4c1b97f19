import { expect, it } from 'vitest'
import { spansOf } from './spans.ts'

it('merges the course cell of consecutive rows into the first row of each course', () => {
  const rows = ['a', 'b', 'b', 'b', 'c', 'c'].map((courseId, index) => ({ courseId, index }))
  const spans = spansOf(rows)
  expect(rows.map((row) => spans.get(row))).toEqual([1, 3, 0, 0, 2, 0])
  expect(spansOf([]).size).toBe(0)
})
