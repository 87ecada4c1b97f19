import { lt } from 'drizzle-orm'
import { HOUR } from '#kernel/time.ts'
import { recurring } from '#server/jobs/jobs.ts'
import { UNDO_MERGE_WITHIN } from '../rules.ts'
import { merges } from '../tables.ts'
import { forgetMerge } from './forget.ts'

/** What a record said before is kept for as long as it can be had back. */
export const forgetsMerged = recurring('merging.cleanUp', 6 * HOUR, async (c) => {
  await forgetMerge(c, lt(merges.at, c.now - UNDO_MERGE_WITHIN))
  return false
})
