import { describe, expect, it } from 'vitest'
import { mergeEdits } from './edits.ts'

const before = { name: 'Heels', places: 10, categories: ['Girls', 'Boys'], from: '18:00', until: '19:00' }
type Form = typeof before
const inOrder = (form: Form) => form.from < form.until
const merge = (saved: Partial<Form>, typed: Partial<Form>) =>
  mergeEdits({ ...before, ...saved }, before, { ...before, ...typed }, inOrder)

describe('two edits of the same form', () => {
  it('are both kept when they changed different fields', () => {
    expect(merge({ name: 'Vogue' }, { places: 12 })).toEqual({
      form: { ...before, name: 'Vogue', places: 12 },
      clashes: [],
    })
  })

  it('clash when they changed the same field to different values', () => {
    expect(merge({ name: 'Vogue', places: 9 }, { name: 'Jazz' })).toEqual({
      form: { ...before, name: 'Jazz', places: 9 },
      clashes: ['name'],
    })
  })

  it('agree when they changed the same field to the same value', () => {
    expect(merge({ name: 'Vogue' }, { name: ' Vogue ' }).clashes).toEqual([])
    expect(merge({ categories: [] }, { categories: [] }).clashes).toEqual([])
  })

  it('do not clash over spaces around a text or the order of a list', () => {
    expect(merge({ name: 'Vogue' }, { name: 'Heels ', categories: ['Boys', 'Girls'] })).toMatchObject({
      form: { name: 'Vogue' },
      clashes: [],
    })
  })

  it('clash when they are valid one by one but not together', () => {
    expect(merge({ until: '18:30' }, { from: '18:45' }).clashes).toEqual(['until'])
    expect(merge({ name: 'Vogue', until: '20:00' }, { from: '18:45' }).clashes).toEqual([])
  })

  it('do not clash over a value that is invalid by itself', () => {
    expect(merge({ name: 'Vogue' }, { from: '19:30' })).toMatchObject({ form: { name: 'Vogue' }, clashes: [] })
  })
})
