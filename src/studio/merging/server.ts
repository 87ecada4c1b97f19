import { serve } from '#server/procedures.ts'
import { merging } from './contract.ts'
import { forgetsMerged } from './server/cleanUp.ts'
import { ofUser, preview, twice } from './server/look.ts'
import { merge, undo } from './server/merge.ts'
import { movesReopened } from './server/reopened.ts'

export const mergingServer = serve(
  'auth',
  merging,
  { ofUser, twice, preview, merge, undo },
  { on: [movesReopened], jobs: [forgetsMerged] },
)
