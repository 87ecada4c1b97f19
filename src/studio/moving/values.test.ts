import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dateOf, idIn, instantOf, isId, moneyIn, textIn, weekdayIn, wholeIn } from './server/values.ts'

it('converts euros to cents despite floating point errors, and reports only real extra decimals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (cents) => {
      expect(moneyIn(cents / 100)).toEqual({ cents, rounded: false })
      expect(moneyIn((cents / 100).toFixed(2).replace('.', ','))).toEqual({ cents, rounded: false })
    }),
  )
  expect(moneyIn(0.1 + 0.2)).toEqual({ cents: 30, rounded: false })
  expect(moneyIn(12.345)).toEqual({ cents: 1235, rounded: true })
  for (const none of [-1, Number.NaN, Infinity, 'free', null, {}, 1e9]) expect(moneyIn(none)).toBeNull()
})

it('reads a timestamp in each form that tools write', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), fc.integer({ min: 0, max: 999 }), (_seconds, ms) => {
      const at = _seconds * 1000 + ms
      const value = { _seconds, _nanoseconds: ms * 1e6 }
      const forms = [
        { __datatype__: 'timestamp', value },
        value,
        { seconds: _seconds, nanoseconds: ms * 1e6 },
        new Date(at).toISOString(),
      ]
      for (const form of forms) expect(instantOf(form, 'Europe/Tallinn')).toBe(at)
    }),
  )
  for (const none of [null, 'soon', {}, { _seconds: 'x' }, { _seconds: 1e15 }, '9999-99-99'])
    expect(instantOf(none, 'Europe/Tallinn')).toBeNull()
})

it.each([
  ['2026-05-01T18:00', '2026-05-01T15:00:00.000Z'],
  ['2026-05-01 18:00:30.5', '2026-05-01T15:00:30.500Z'],
  ['2026-12-01T18:00', '2026-12-01T16:00:00.000Z'],
  ['2026-05-01', '2026-04-30T21:00:00.000Z'],
  ['2026-05-01T18:00+02:00', '2026-05-01T16:00:00.000Z'],
  ['2026-05-01T18:00Z', '2026-05-01T18:00:00.000Z'],
])('reads %s in the studio’s time zone, unless it names another', (text, at) => {
  expect(new Date(instantOf(text, 'Europe/Tallinn') ?? 0).toISOString()).toBe(at)
})

it('reads no time that depends on the zone of the computer, and none that does not exist', () => {
  for (const none of [
    '2026-05-01 6:00 PM',
    '2026-05-01T25:00',
    '2026-02-30T18:00',
    '2026-02-30',
    '2026-05-01T18:00:75',
  ])
    expect(instantOf(none, 'Europe/Tallinn')).toBeNull()
})

it('reads a weekday by its number or its name in either language', () => {
  for (const monday of [1, '1', 'Monday', 'monday', 'Esmaspäev', 'ESMASPAEV ']) expect(weekdayIn(monday)).toBe(1)
  for (const sunday of [0, '0', 7, 'Sunday', 'pühapäev']) expect(weekdayIn(sunday)).toBe(7)
  for (const none of [undefined, null, '', 'someday', -1, 8, 1.5, {}, [1]]) expect(weekdayIn(none)).toBeNull()
})

it('returns values that can be stored, whatever a document holds', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const text = textIn(value)
      expect(text.includes('\0') || !text.isWellFormed()).toBe(false)
      const at = instantOf(value, 'Europe/Tallinn')
      if (at !== null) expect(Number.isInteger(at)).toBe(true)
      const day = dateOf(value, 'Europe/Tallinn')
      if (day !== null) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
      const whole = wholeIn(value)
      if (whole !== null) expect(Number.isInteger(whole)).toBe(true)
      expect(typeof isId(idIn(value))).toBe('boolean')
    }),
  )
})

it('reads a date of birth in any order of its parts, or as a timestamp in the studio’s time zone', () => {
  expect(dateOf('2010-05-17', 'Europe/Tallinn')).toBe('2010-05-17')
  expect(dateOf('17.5.2010', 'Europe/Tallinn')).toBe('2010-05-17')
  expect(dateOf({ _seconds: Date.parse('2010-05-16T22:00:00Z') / 1000 }, 'Europe/Tallinn')).toBe('2010-05-17')
  expect(dateOf('31.2.2010', 'Europe/Tallinn')).toBeNull()
})
