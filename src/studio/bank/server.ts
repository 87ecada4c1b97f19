import { arrayContains, eq } from 'drizzle-orm'
import { on } from '#server/events.ts'
import { serve } from '#server/procedures.ts'
import { accountReplaced, featureEnds } from '#studio/settings/events.ts'
import { bank } from './contract.ts'
import { counts, lines, linesForExport, linesWaiting, ready } from './server/lines.ts'
import { openPayments } from './server/openPayments.ts'
import { read, reading } from './server/read.ts'
import { assign, assignSuggested } from './server/assign.ts'
import { takeBack } from './server/mayTakeBack.ts'
import { suggested } from './server/suggested.ts'
import { ignore, settle, undo, undoMany } from './server/settle.ts'
import { keepPaidBack } from './server/stays.ts'
import { tellsPayer, transfersWhenWritten } from './server/tell.ts'
import { undoable } from './server/undoable.ts'
import { bankLines, bankStatements } from './tables.ts'

export const bankServer = serve(
  'payments',
  bank,
  {
    read,
    reading,
    counts,
    linesWaiting,
    lines,
    linesForExport,
    openPayments,
    settle,
    ready,
    assign,
    suggested,
    assignSuggested,
    takeBack,
    ignore,
    undo,
    undoable,
    undoMany,
  },
  {
    jobs: [tellsPayer],
    on: [
      transfersWhenWritten,
      keepPaidBack,
      on(featureEnds, async (c, { feature, keep }) => {
        if (feature !== 'statements') return
        const [waits] = await c.tx
          .select({ id: bankLines.id })
          .from(bankLines)
          .where(eq(bankLines.state, 'waits'))
          .limit(1)
        if (waits) keep('linesPending')
      }),
      on(accountReplaced, async (c, { iban, keep }) => {
        const [read] = await c.tx
          .select({ id: bankStatements.id })
          .from(bankStatements)
          .where(arrayContains(bankStatements.accounts, [iban]))
          .limit(1)
        if (read) keep()
      }),
    ],
  },
)
