import { embeddedTemplates } from '#server/testing/embeddedTemplates.ts'
import { EMPTY_STUDIO } from './server.ts'

/** Global setup: creates an empty studio, unless other tests have; each server starts with a copy of it. */
export default async function emptyStudio(): Promise<void> {
  process.env[EMPTY_STUDIO] = (await embeddedTemplates()).migrated
}
