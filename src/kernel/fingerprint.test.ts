import { expect, test } from 'vitest'
import { fingerprintOf } from './fingerprint.ts'

const answer = (taken: number, name: string) =>
  JSON.stringify({
    entries: Array.from({ length: 20 }, (_, at) => ({ id: `e${at}`, taken: at === 9 ? taken : 3, name })),
  })

test('the same text always has the same fingerprint', () => {
  expect(fingerprintOf(answer(3, 'Õhtune'))).toBe(fingerprintOf(answer(3, 'Õhtune')))
})

test('each lane distinguishes similar results as well as random chance', () => {
  const texts = new Set<string>()
  for (let taken = 0; taken < 100; taken++) {
    for (let letter = 0; letter < 200; letter++) texts.add(answer(taken, `Hip hop ${String.fromCharCode(letter)}`))
  }
  const parts = [...texts].map((text) => fingerprintOf(text).split('.'))
  // among this many texts, chance gives one pair the same 32 bits once in 20 runs, and two pairs practically never
  for (const lane of [1, 2]) expect(new Set(parts.map((part) => part[lane])).size).toBeGreaterThan(texts.size - 2)
})
