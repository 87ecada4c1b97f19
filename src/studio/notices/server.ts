import { serve } from '#server/procedures.ts'
import { notices } from './contract.ts'
import { choose, mine, pushKey, renew, turnOff, turnOn } from './server/own.ts'
import { unsubscribe } from './server/unsubscribe.ts'
import { cleanUpTold, writing } from './server/waiting.ts'

export const noticesServer = serve(
  'auth',
  notices,
  { mine, choose, pushKey, turnOn, renew, turnOff, unsubscribe },
  { jobs: [writing, cleanUpTold] },
)
