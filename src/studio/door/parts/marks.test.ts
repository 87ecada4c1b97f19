import { expect, it } from 'vitest'
import { attendance } from '#studio/attendance/calls.ts'
import { door } from '../calls.ts'
import type { DoorEntry, DoorRow } from '../contract.ts'
import { comingIn, tapsThatLetIn, withWaiting } from './marks.ts'

const row: DoorRow = {
  userId: 'anu',
  name: 'Anu Kask',
  age: null,
  photos: null,
  method: 'included',
  membershipName: null,
  owes: { paymentId: 'march', cents: 3500, other: 'March' },
  alsoOwes: [{ paymentId: 'bag', cents: 750, other: 'Dance bag' }],
  attendance: null,
}
const entryOf = (rows: readonly object[]) => ({ id: 'salsa', rows }) as unknown as DoorEntry
const taken = (paymentId: string) => {
  const input = { paymentId, cents: 3500, way: 'cash' }
  return {
    key: paymentId,
    accountId: 'me',
    name: door.take.name,
    input,
    tappedAt: 0,
    order: 0,
    label: '',
    refused: null,
  }
}
const owed = (rows: readonly object[], ...paid: string[]) =>
  withWaiting(entryOf(rows), paid.map(taken)).map(({ owes, alsoOwes }) =>
    [owes, ...alsoOwes].map((one) => one?.paymentId ?? null),
  )

it('goes on to the next payment as soon as the first is taken, also offline', () => {
  expect(owed([row])).toEqual([['march', 'bag']])
  expect(owed([row], 'march')).toEqual([['bag']])
  expect(owed([row], 'bag')).toEqual([['march']])
  expect(owed([row], 'march', 'bag')).toEqual([[null]])
})

it('reads a list that an older version stored, with one payment at most', () => {
  const { alsoOwes: _, ...older } = row
  expect(owed([older])).toEqual([['march']])
  expect(owed([older], 'march')).toEqual([[null]])
})

it('no longer names as coming whose walk-in was undone before it was sent, unless let in again', () => {
  const place = { scheduleId: 'salsa', userId: 'peeter' }
  const [walkIn, undo] = [door.walkIn.name, attendance.removeRegistration.name]
  const queued = (...names: readonly string[]) =>
    names.map((name, order) => ({ ...taken(`tap ${order}`), name, input: place, order }))
  const coming = (...names: readonly string[]) => comingIn(entryOf([]), queued(...names)).map(({ order }) => order)
  expect(coming(walkIn)).toEqual([0])
  expect(coming(walkIn, undo)).toEqual([])
  expect(coming(walkIn, undo, walkIn)).toEqual([2])
})

it('undoes before it is sent a walk-in with the new person it is for, and nobody else', () => {
  const queued = [
    {
      ...taken('person'),
      name: door.addPerson.name,
      input: { id: 'peeter', displayName: 'Peeter', familyName: 'Kask' },
    },
    { ...taken('place'), name: door.walkIn.name, input: { scheduleId: 'salsa', userId: 'peeter' } },
    {
      ...taken('other person'),
      name: door.addPerson.name,
      input: { id: 'dora', displayName: 'Dora', familyName: 'K' },
    },
    { ...taken('other place'), name: door.walkIn.name, input: { scheduleId: 'salsa', userId: 'dora' } },
  ]
  expect(tapsThatLetIn(queued[1]!, queued)).toEqual(['person', 'place'])
})
