import { expect, it } from 'vitest'
import { texts } from './messages.ts'
import { standingInWords, stillDueOf } from './rules.ts'

it('standingInWords() returns the text of the badges, and adds "Overdue" after the deadline of an open payment', () => {
  const say = (status: 'due' | 'partlyPaid' | 'confirmed' | 'included', now: number) =>
    standingInWords({ status, deadline: 1_000 }, now, texts.en)
  expect([say('due', 1_000), say('due', 1_001)]).toEqual(['Due', 'Due, Overdue'])
  expect([say('partlyPaid', 1_000), say('partlyPaid', 1_001)]).toEqual(['Partly paid', 'Partly paid, Overdue'])
  expect([say('confirmed', 2_000), say('included', 2_000)]).toEqual(['Paid', 'Included'])
  expect(standingInWords({ status: 'due', deadline: 1 }, 2, texts.et)).toContain(', Tähtaeg möödas')
})

it('stillDueOf() is the price without what has come in and what a teacher says was paid; nothing once it is settled', () => {
  const price = 4000
  expect(stillDueOf({ price, status: 'due' })).toBe(4000)
  expect(stillDueOf({ price, status: 'partlyPaid', received: 1500 })).toBe(2500)
  expect(stillDueOf({ price, status: 'markedByUser', received: 1500 })).toBe(2500)
  expect(stillDueOf({ price, status: 'markedByTeacher', received: 1500, stated: 2000 })).toBe(500)
  expect(stillDueOf({ price, status: 'markedByTeacher', received: 1500, stated: 3000 })).toBe(0)
  expect(stillDueOf({ price, status: 'confirmed', received: 3500, letGo: 500 })).toBe(0)
  expect(stillDueOf({ price, status: 'cancelled' })).toBe(0)
})
