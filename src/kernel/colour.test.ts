import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, muted, paletteOf, READABLE } from './colour.ts'

const component = fc.integer({ min: 0, max: 255 })
const colours = fc
  .tuple(component, component, component)
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

describe('an accent colour', () => {
  it('has the contrast that WCAG defines', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
    // the darkest and the lightest grey around a ratio of 4.5:1 with white
    expect(contrast('#767676', '#ffffff')).toBeGreaterThan(READABLE)
    expect(contrast('#777777', '#ffffff')).toBeLessThan(READABLE)
  })

  it('stays readable on every background in both themes, whatever the colour', () => {
    const inks = { muted, ink: ['#241627', '#f6eef4'] } as const
    const grounds = [
      ['#fbf7f6', '#ffffff', '#f4edf0'],
      ['#17111a', '#211925', '#2a2030', '#1c1520'],
    ] as const
    fc.assert(
      fc.property(colours, (accent) => {
        const palette = paletteOf(accent)
        for (const theme of [0, 1] as const) {
          const [brand, strong, soft, onBrand] = [
            palette.brand[theme],
            palette['brand-strong'][theme],
            palette['brand-soft'][theme],
            palette['on-brand'][theme],
          ]
          for (const ground of [...grounds[theme], soft]) {
            expect(contrast(brand, ground)).toBeGreaterThanOrEqual(READABLE)
            expect(contrast(strong, ground)).toBeGreaterThanOrEqual(READABLE)
          }
          expect(contrast(onBrand, brand)).toBeGreaterThanOrEqual(READABLE)
          expect(contrast(onBrand, strong)).toBeGreaterThanOrEqual(READABLE)
          expect(contrast(inks.ink[theme], soft)).toBeGreaterThanOrEqual(READABLE)
          expect(contrast(inks.muted[theme], soft)).toBeGreaterThanOrEqual(READABLE)
        }
      }),
      { numRuns: 500 },
    )
  })
})
