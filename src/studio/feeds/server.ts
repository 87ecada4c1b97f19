import { serve } from '#server/procedures.ts'
import { feeds } from './contract.ts'
import { cleanUpFeeds, rememberCancelled } from './server/cancelled.ts'
import { make, mine } from './server/own.ts'

export const feedsServer = serve(feeds, { mine, make }, { on: [rememberCancelled], jobs: [cleanUpFeeds] })
