import { expect, it } from 'vitest'
import { jobs } from '#server/jobs/tables.ts'
import { anEntry, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { WITH_FEATURES, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { waiting } from './contract.ts'

let studio: TestStudio
studioForEach(async (empty) => {
  studio = empty
}, WITH_FEATURES)

it('offers no queued place after waiting lists were switched off', async () => {
  const admin = await studio.person('admin')
  const [mari, anna] = [await studio.person(), await studio.person()]
  const { scheduleId } = await anEntry(studio, admin, { maxParticipants: 1 })
  await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
  const here = { kind: 'class', id: scheduleId } as const
  await studio.must(anna, waiting.join, { ...here, takeWith: null })
  await saveSettings(studio, admin, 'features', { waitingLists: false })
  await studio.must(mari, registrations.cancel, { scheduleId, acceptsLate: true })
  // as queued when another transaction had locked the class
  const queued = { kind: 'waiting.offerPlaces', subject: `class ${scheduleId}`, at: studio.now, payload: here }
  await studio.database.transaction((tx) => tx.insert(jobs).values(queued))
  await studio.runJobs()
  expect(await studio.sql`select state from waiting`).toEqual([{ state: 'waiting' }])
})
