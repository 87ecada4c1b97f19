import { serve } from '#server/procedures.ts'
import { feeds } from './contract.ts'
import { cleanUpFeeds, rememberCancelled } from './server/cancelled.ts'
import { endCopied, make, mine } from './server/own.ts'
import { timetable } from './server/timetable.ts'

export const feedsServer = serve(
  'auth',
  feeds,
  { mine, make, timetable },
  { on: [rememberCancelled, endCopied], jobs: [cleanUpFeeds] },
)
