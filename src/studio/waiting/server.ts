import { serve } from '#server/procedures.ts'
import { waiting } from './contract.ts'
import { list, offer, remove } from './server/desk.ts'
import { happened } from './server/happened.ts'
import { decline, join, leave, takeForMe } from './server/line.ts'
import { mine } from './server/mine.ts'
import { jobs } from './server/offer.ts'

export const waitingServer = serve(
  'registrations',
  waiting,
  { mine, join, takeForMe, leave, decline, list, offer, remove },
  { on: happened, jobs },
)
