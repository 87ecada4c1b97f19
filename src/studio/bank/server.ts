import { eq } from 'drizzle-orm'
import { on } from '#server/events.ts'
import { serve } from '#server/procedures.ts'
import { featureEnds } from '#studio/settings/events.ts'
import { bank } from './contract.ts'
import { counts, lines, openPayments, ready } from './server/lines.ts'
import { read } from './server/read.ts'
import { assign, ignore, settle, undo } from './server/settle.ts'
import { bankLines } from './tables.ts'

export const bankServer = serve(
  bank,
  { read, counts, lines, openPayments, settle, ready, assign, ignore, undo },
  {
    on: [
      on(featureEnds, async (c, { feature, keep }) => {
        if (feature !== 'statements') return
        const [waits] = await c.tx
          .select({ id: bankLines.id })
          .from(bankLines)
          .where(eq(bankLines.state, 'waits'))
          .limit(1)
        if (waits) keep('featurePending')
      }),
    ],
  },
)
