import { serve } from '#server/procedures.ts'
import { standIns } from './contract.ts'
import { ask, withdraw } from './server/ask.ts'
import { happened } from './server/happened.ts'
import { list } from './server/list.ts'
import { approve, offer, refuseOffer, takeBack } from './server/offer.ts'
import { begins } from './server/rows.ts'

export const standInsServer = serve(
  'registrations',
  standIns,
  { list, ask, withdraw, offer, takeBack, approve, refuse: refuseOffer },
  { on: happened, jobs: [begins] },
)
