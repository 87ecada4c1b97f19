import { expect, it } from 'vitest'
import { placesOver } from './entry.ts'

const entry = { registeredCount: 2, heldCount: 1, includedCount: 6, maxParticipants: 20 }
const over = (maxParticipants: number | null, of = entry) => placesOver(of, { maxParticipants })

it('names the taken places if a lower maximum leaves out people who come by their category', () => {
  expect([over(8), over(3)]).toEqual([9, 9])
})

it('says nothing of a maximum that is enough, empty, refused or not lower than before', () => {
  expect([over(9), over(null), over(2), over(5, { ...entry, maxParticipants: 5 })]).toEqual([null, null, null, null])
})
