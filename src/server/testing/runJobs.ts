import { queueAllRecurring, runDue } from '#server/jobs/worker.ts'
import type { TestStudio } from './studio.ts'

/** Does what is due by the studio's clock, as its worker would within a second. */
export const runJobs = ({ services }: TestStudio): Promise<void> => runDue(services)

/** Queues what the studio does by itself again and again, as a server does that starts. */
export const queueRecurring = ({ services }: TestStudio): Promise<void> => queueAllRecurring(services)
