import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differenceOf, putTogether, type Difference } from './difference.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly registered: number
}

const rows: readonly Row[] = Array.from({ length: 30 }, (_, n) => ({
  id: `entry-${n}`,
  name: 'Beginners, on Tuesdays',
  registered: n,
}))
const json = (list: readonly Row[], more = 1) => JSON.stringify({ entries: list, more })

/** Checks that the difference leads to the new text; returns its length as JSON. */
function lengthOf(before: string, after: string): number {
  const sent = JSON.stringify(differenceOf(before, after))
  expect(putTogether(before, JSON.parse(sent) as Difference)).toBe(after)
  return sent.length
}

describe('the difference of two results', () => {
  it('sends only the number when a number changed, in one row or in every third', () => {
    const changed = (which: (place: number) => boolean) =>
      rows.map((row, place) => (which(place) ? { ...row, registered: row.registered + 1000 } : row))
    expect(lengthOf(json(rows), json(changed((place) => place === 7)))).toBeLessThan(70)
    expect(lengthOf(json(rows), json(changed((place) => place % 3 === 0)))).toBeLessThan(280)
  })

  it('sends only the row when one was added, and only ranges when one was removed or moved', () => {
    const added: Row = { id: 'new', name: 'K-POP', registered: 0 }
    expect(lengthOf(json(rows), json([...rows.slice(0, 9), added, ...rows.slice(9)]))).toBeLessThan(130)
    expect(lengthOf(json(rows), json([added, ...rows]))).toBeLessThan(130)
    expect(lengthOf(json(rows), json([...rows, added]))).toBeLessThan(170)
    expect(lengthOf(json(rows), json(rows.toSpliced(9, 1)))).toBeLessThan(70)
    expect(lengthOf(json(rows), json(rows.toReversed()))).toBeLessThan(700)
  })

  it('is one range over the whole text when nothing changed', () => {
    expect(differenceOf(json(rows), json(rows))).toEqual({ of: json(rows).length, pieces: [[0, json(rows).length]] })
  })

  it('leads from any JSON to any other', () => {
    const answer = fc.json({ stringUnit: 'grapheme' })
    fc.assert(fc.property(answer, answer, (before, after) => void lengthOf(before, after)))
  })

  it('leads from any list to any other list of the same rows, changed, moved or repeated', () => {
    const row = fc.record({
      id: fc.constantFrom('a', 'b', 'c{', '}d'),
      name: fc.string({ unit: 'binary', maxLength: 4 }),
    })
    const list = fc.array(row, { maxLength: 8 }).map((some) => JSON.stringify({ list: some }))
    fc.assert(fc.property(list, list, (before, after) => void lengthOf(before, after)))
  })

  it('may split a surrogate pair', () => {
    const [before, after] = ['💃🏽', '💃🏿'].map((dancer) => `"a long, long beginning ${dancer} and a long, long end"`)
    const { pieces } = differenceOf(before ?? '', after ?? '')
    expect(pieces.filter((piece) => typeof piece === 'string')).toEqual(['🏿'.slice(1)])
    expect(lengthOf(before ?? '', after ?? '')).toBeLessThan(70)
  })

  it('returns null for an old text of another length', () => {
    expect(putTogether(json(rows), differenceOf(json(rows.slice(1)), json(rows)))).toBeNull()
  })
})
