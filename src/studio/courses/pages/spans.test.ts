import { expect, it } from 'vitest'
import { spansOf } from './spans.ts'

it('lets the first row of each course cover the others', () => {
  const rows = ['a', 'b', 'b', 'b', 'c', 'c'].map((courseId, index) => ({ courseId, index }))
  const spans = spansOf(rows)
  expect(rows.map((row) => spans.get(row))).toEqual([1, 3, 0, 0, 2, 0])
  expect(spansOf([]).size).toBe(0)
})
