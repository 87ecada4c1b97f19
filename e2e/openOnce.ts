import { OPENED_ONCE, StudioServer } from './server.ts'

/** Before all journeys: opens a studio once, so that each of their servers begins with a copy of its folder. */
export default async function openOnce(): Promise<() => Promise<void>> {
  const server = await StudioServer.start()
  await server.stop()
  process.env[OPENED_ONCE] = server.dataDir
  return () => server.remove()
}
