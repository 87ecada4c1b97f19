import { runDue } from '#server/jobs/worker.ts'
import type { TestStudio } from './studio.ts'

/** Does what is due by the studio's clock, as its worker would within a second. */
export const runJobs = ({ services }: TestStudio): Promise<void> => runDue(services)
