import { embeddedTemplates } from '#server/testing/embeddedTemplates.ts'
import { EMPTY_STUDIO } from './server.ts'

/** Before all journeys: an empty studio is made, unless other tests have made it, and each server begins with a copy. */
export default async function emptyStudio(): Promise<void> {
  process.env[EMPTY_STUDIO] = (await embeddedTemplates()).migrated
}
