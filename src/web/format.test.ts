import { describe, expect, it } from 'vitest'
import { momentInWords } from '#kernel/clock.ts'
import { formats } from './format.ts'

const from = Date.parse('2026-11-26T16:00:00Z')
const to = Date.parse('2026-11-26T17:30:00Z')

describe('date and time of a class', () => {
  it('matches the English format of the specification', () => {
    const english = formats('en', 'Europe/Tallinn')
    expect(english.dayAndTimes(from, to)).toBe('Thu 26\u00A0Nov, 18:00–\u206019:30')
    expect(english.weekdayAndDay(from)).toBe('Thu 26\u00A0Nov')
    expect(english.clock('09:05')).toBe('09:05')
    expect(english.stamp(from)).toBe('26\u00A0Nov 2026 18:00')
  })

  it('matches Estonian usage', () => {
    const estonian = formats('et', 'Europe/Tallinn')
    expect(estonian.dayAndTimes(from, to)).toBe('N, 26.\u00A0nov kell 18.00–\u206019.30')
    expect(estonian.weekdayAndDay(from)).toBe('N, 26.\u00A0nov')
    expect(estonian.clock('09:05')).toBe('09.05')
    expect(estonian.stamp(from)).toBe('26.\u00A0nov 2026, 18.00')
  })
})

it('breaks a line neither within a range of times nor between a day and its month', () => {
  for (const language of ['en', 'et'] as const) {
    const words = formats(language, 'Europe/Tallinn')
    // a line may break after a dash, unless a word joiner follows, and at a usual space
    const mayBreak = /–(?!\u2060)|\d\.? \p{L}{3}/u
    for (const text of [
      words.times(from, to),
      words.clocks('18:00', '19:30'),
      words.dayAndTimes(from, to),
      words.stamp(from),
      words.date('2026-03-26'),
      words.dateOfYear('2026-03-26'),
      momentInWords(language, '2026-03-26 18:00–19:30'),
    ]) {
      // 'kell' stands between the day and the time, not within the date
      expect(text.replace(' kell ', '; ')).not.toMatch(mayBreak)
    }
  }
})

it('names a weekly weekday as a repetition', () => {
  expect(([1, 5, 7] as const).map(formats('en', 'Europe/Tallinn').weekly)).toEqual(['Mondays', 'Fridays', 'Sundays'])
  expect(([2, 5, 7] as const).map(formats('et', 'Europe/Tallinn').weekly)).toEqual([
    'teisipäeviti',
    'reedeti',
    'pühapäeviti',
  ])
})

it('has a sortable form for files, the same in each language and in the studio’s time zone', () => {
  expect(formats('et', 'Europe/Tallinn').moment(from)).toBe('2026-11-26 18:00')
  expect(formats('en', 'Europe/London').moment(from)).toBe('2026-11-26 16:00')
})

it('writes midnight as 00:00', () => {
  const midnight = Date.parse('2026-11-25T22:00:00Z')
  expect(formats('en', 'Europe/Tallinn').time(midnight)).toBe('00:00')
  expect(formats('et', 'Europe/Tallinn').time(midnight)).toBe('00.00')
})

it('writes a time in a refusal as any screen writes it', () => {
  const at = (time: string) => Date.parse(`2026-03-27T${time}:00Z`)
  for (const language of ['en', 'et'] as const) {
    const onScreen = formats(language, 'UTC').dayAndTimes(at('18:00'), at('19:30'))
    expect(momentInWords(language, '2026-03-27 18:00–19:30')).toBe(onScreen)
  }
  expect(momentInWords('en', '2026-03-27 18:00')).toBe('Fri 27\u00A0Mar, 18:00')
})
