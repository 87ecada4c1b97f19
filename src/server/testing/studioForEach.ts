import { afterAll, beforeAll, beforeEach } from 'vitest'
import { TestStudio } from './studio.ts'

/** A studio shared by the tests of a file: opened once; before each test emptied, set to noon, and prepared. */
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
