import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { count, object } from './fields.ts'

const entry = object({ name: z.string(), places: z.array(object({ taken: count })) })

test('an object schema keeps only the fields that it names, at every depth', () => {
  const read = z.parse(entry, { name: 'Heels', secret: 1, places: [{ taken: 2, userId: 'u1' }] })
  expect(read).toEqual({ name: 'Heels', places: [{ taken: 2 }] })
})

test('a mismatch is reported with its path', () => {
  const { error } = z.safeParse(entry, { name: 'Heels', places: [{ taken: 2 }, { taken: 'two' }] })
  expect(error?.issues.map(({ path }) => path)).toEqual([['places', 1, 'taken']])
})

test('an extended schema still drops unknown fields', () => {
  const wider = z.extend(entry, { price: count })
  expect(z.parse(wider, { name: 'Heels', places: [], price: 5, secret: 1 })).toEqual({
    name: 'Heels',
    places: [],
    price: 5,
  })
})
