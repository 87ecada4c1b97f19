import { serve } from '#server/procedures.ts'
import { stebby } from './contract.ts'
import { note, look, use } from './server/atDoor.ts'
import { connected, decide, desk, lookAgain, ofPayment, ticketsForExport } from './server/desk.ts'
import { asksStebby } from './server/errand.ts'
import { cleanUpTickets, followsPayments, keepWhilePending, waitsAgain } from './server/follow.ts'

export const stebbyServer = serve(
  'payments',
  stebby,
  { connected, ofPayment, desk, ticketsForExport, look, use, note, lookAgain, decide },
  { on: [followsPayments, waitsAgain, keepWhilePending], jobs: [cleanUpTickets], errands: [asksStebby] },
)
