import { serve } from '#server/procedures.ts'
import { cleanUpLogs } from './server/cleanUp.ts'

/** Reading the logs is part of accounts. */
export const logsServer = serve('auth', {}, {}, { jobs: [cleanUpLogs] })
