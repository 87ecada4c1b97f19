import { expect, it } from 'vitest'
import { studioForEach } from '#server/testing/studioForEach.ts'
import type { TestStudio } from '#server/testing/studio.ts'
import { runErrands } from './courier.ts'
import { errand } from './errand.ts'

let studio: TestStudio
studioForEach(async (empty) => {
  studio = empty
})

it('leaves a due errand for the next run when another process holds it', async () => {
  let looks = 0
  const held = errand<string, string>({
    topic: 'stebbyTickets',
    // another process holds the row that this check sees
    due: async () => ++looks < 100,
    take: async () => null,
    call: async (taken) => taken,
    settle: async () => {},
  })
  await runErrands({ ...studio.services, errands: [held] })
  expect(looks).toBe(1)
})

it('calls and saves errands until nothing is due', async () => {
  const waiting = ['a', 'b', 'c']
  const settled: string[] = []
  const two = errand<string, string>({
    topic: 'stebbyTickets',
    due: async () => waiting.length > 0,
    take: async () => waiting.splice(0, 2),
    call: async (taken) => taken.toUpperCase(),
    settle: async (_c, taken, answer) => void settled.push(taken + answer),
  })
  await runErrands({ ...studio.services, errands: [two] })
  expect(settled.toSorted()).toEqual(['aA', 'bB', 'cC'])
})
