import { expect } from 'vitest'
import { findings } from '#server/doctor/checks.ts'
import type { TestStudio } from './studio.ts'

/** Expects every invariant to hold; reports the broken ones with the ids of the rows at fault. */
export async function expectInvariants(studio: TestStudio): Promise<void> {
  expect(await findings(studio.database)).toEqual([])
}
