import { queueAllRecurring, runDue } from '#server/jobs/worker.ts'
import type { TestStudio } from './studio.ts'

/** Runs jobs that are due by the studio's clock, as its worker would within a second. */
export const runJobs = ({ services }: TestStudio): Promise<void> => runDue(services)

/** Queues the repeating jobs, as a server does when it starts. */
export const queueRecurring = ({ services }: TestStudio): Promise<void> => queueAllRecurring(services)
