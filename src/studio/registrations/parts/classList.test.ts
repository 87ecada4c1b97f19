import { describe, expect, it } from 'vitest'
import { FIRST_WEEKS, laterSpan, spanOf, type Span } from '../rules.ts'
import { arrange, offeredCategories } from './classList.ts'

const at = (text: string) => Date.parse(`${text}:00+02:00`)
const entry = (
  className: string,
  start: string,
  categories: string[] = ['Girl Group'],
  cancelledAt = null as number | null,
) => ({
  className,
  categories,
  startsAt: at(start),
  cancelledAt,
})
const compare = new Intl.Collator('en').compare

const waacking = entry('Waacking', '2026-11-26T18:00')
const zumba = entry('Zumba', '2026-11-27T18:00', ['Boy Group'])
const ballet = entry('Ballet', '2026-11-27T20:00', ['Girl Group', 'K-POP 16+'])
const laterBallet = entry('Ballet', '2026-12-04T20:00', ['Girl Group', 'K-POP 16+'])
const all = [zumba, laterBallet, waacking, ballet]

describe('the list of upcoming classes', () => {
  it('shows the soonest first by default', () => {
    expect(arrange(all, {}, compare)).toEqual([waacking, zumba, ballet, laterBallet])
  })

  it('shows the latest first by date descending', () => {
    expect(arrange(all, { sort: 'date', order: 'desc' }, compare)).toEqual([laterBallet, ballet, zumba, waacking])
  })

  it('sorts by name both ways, and keeps classes of the same name in date order', () => {
    expect(arrange(all, { sort: 'name' }, compare)).toEqual([ballet, laterBallet, waacking, zumba])
    expect(arrange(all, { sort: 'name', order: 'desc' }, compare)).toEqual([zumba, waacking, ballet, laterBallet])
  })

  it('sorts names in Estonian order', () => {
    const names = ['Ülo', 'Zumba', 'Šokk', 'Õhk', 'Tango'].map((name) => entry(name, '2026-11-26T18:00'))
    const sorted = arrange(names, { sort: 'name' }, new Intl.Collator('et').compare)
    expect(sorted.map(({ className }) => className)).toEqual(['Šokk', 'Zumba', 'Tango', 'Õhk', 'Ülo'])
  })

  it('keeps only entries with the chosen category', () => {
    expect(arrange(all, { category: 'K-POP 16+' }, compare)).toEqual([ballet, laterBallet])
    expect(arrange(all, { category: 'Salsa' }, compare)).toEqual([])
  })

  it('offers the studio’s categories, archived ones that entries still use, and the chosen one', () => {
    const old = entry('Old', '2026-11-26T18:00', ['Teens'])
    const category = (id: string, archived = false) => ({
      id,
      name: id,
      nameEt: '',
      fitness: false,
      archived,
      includes: [],
    })
    const studio = [category('Boy Group'), category('Girl Group'), category('Gone', true), category('Teens', true)]
    const found = offeredCategories(studio, [old, zumba], 'Salsa')
    expect(found.slice(0, 3)).toEqual(['Boy Group', 'Girl Group', 'Teens'])
    expect(found.at(-1)).toBe('Salsa')
    expect(offeredCategories(studio, [], undefined)).toEqual(['Boy Group', 'Girl Group'])
  })

  it('starts with two weeks, about doubles them each time, and ends at sixty', () => {
    const shown: (Span | null)[] = []
    for (let span: Span | null = FIRST_WEEKS; span !== null; span = laterSpan(span)) shown.push(span)
    expect(shown).toEqual([2, 4, 8, 16, 32, 60])
  })

  it('shows at least as many weeks as an older URL asks for', () => {
    expect([1, 2, 6, 10, 58, 60].map(spanOf)).toEqual([2, 2, 8, 16, 60, 60])
  })
})
