import { serve } from '#server/procedures.ts'
import { mailings } from './contract.ts'
import { following, retry } from './server/follow.ts'
import { cleanUp } from './server/forget.ts'
import { mine, sent, shown, toWrite } from './server/lists.ts'
import { send, telling, undo } from './server/send.ts'

export const mailingsServer = serve(
  'auth',
  mailings,
  { toWrite, sent, shown, mine, send, undo, retry },
  { jobs: [telling, following, cleanUp] },
)
