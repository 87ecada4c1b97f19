import { afterAll, beforeAll, beforeEach } from 'vitest'
import { TestStudio } from './studio.ts'

/** A studio for the tests of a file: opened once, and before each of them empty, at noon, and as `prepare` leaves it. */
export function studioForEach(prepare: (studio: TestStudio) => Promise<void>, env: Record<string, string> = {}): void {
  let studio: TestStudio
  beforeAll(async () => {
    studio = await TestStudio.open(env)
  })
  beforeEach(async () => {
    await studio.empty()
    await prepare(studio)
  })
  afterAll(() => studio.close())
}
