import { lt } from 'drizzle-orm'
import { HOUR } from '#kernel/time.ts'
import { recurring } from '#server/jobs/jobs.ts'
import { UNDO_MERGE_WITHIN } from '../rules.ts'
import { merges } from '../tables.ts'
import { forgetMerge } from './forget.ts'

/** Deletes the earlier values once a merge can't be undone any more. */
export const forgetsMerged = recurring('merging.cleanUp', 6 * HOUR, async (c) => {
  await forgetMerge(c, lt(merges.at, c.now - UNDO_MERGE_WITHIN))
  return false
})
