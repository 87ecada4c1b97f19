import { serve } from '#server/procedures.ts'
import { pay } from './contract.ts'
import { close } from './server/close.ts'
import { fixesBeforeChange, fixesEnded, fixesFirstNamed } from './server/fix.ts'
import { keepsHeads } from './server/forget.ts'
import { mine, sheet } from './server/lists.ts'
import { rates, removeRate, setRate } from './server/rates.ts'

export const payServer = serve(
  'payments',
  pay,
  { sheet, rates, setRate, removeRate, close, mine },
  { on: [fixesBeforeChange, fixesFirstNamed, ...keepsHeads], jobs: [fixesEnded] },
)
