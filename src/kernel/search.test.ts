import { describe, expect, it } from 'vitest'
import { oneOf, search, textOf, whole, yesOrNo } from './search.ts'

const read = search({
  sort: oneOf(['name', 'date']),
  page: whole(1, 60),
  month: textOf(7, /^20\d\d-(0[1-9]|1[0-2])$/),
  text: textOf(5),
  ended: yesOrNo,
})

describe('the search parameters of a URL', () => {
  it('are read when they are valid', () => {
    const view = { sort: 'date', page: 60, month: '2026-11', text: '', ended: false }
    expect(read({ ...view, more: 1 })).toEqual(view)
  })

  it('are ignored when they are not', () => {
    for (const sort of ['price', '', 1, null, 'constructor']) expect(read({ sort })).toEqual({})
    for (const page of [0, 61, 1.5, '2', NaN, null, Infinity]) expect(read({ page })).toEqual({})
    for (const month of ['2026-13', '1999-01', '2026-1', 202611]) expect(read({ month })).toEqual({})
    for (const text of ['sixsix', 'a\0b', '\ud800', 5, null, {}]) expect(read({ text })).toEqual({})
    for (const ended of ['true', 1, null]) expect(read({ ended })).toEqual({})
  })
})
