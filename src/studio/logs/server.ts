import { serve } from '#server/procedures.ts'
import { cleanUpLogs } from './server/cleanUp.ts'

/** Who may read the logs, and how, is a matter of accounts. */
export const logsServer = serve({}, {}, { jobs: [cleanUpLogs] })
