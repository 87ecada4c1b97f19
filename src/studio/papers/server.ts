import { on } from '#server/events.ts'
import { serve } from '#server/procedures.ts'
import { paymentsMoved } from '#studio/payments/events.ts'
import { papers } from './contract.ts'
import { ofMonth, ofMonthForExport, sumsOfMonth } from './server/books.ts'
import { follow } from './server/credit.ts'
import { outlived } from './server/keep.ts'
import { content, mine, ofUser, statement, toInvoiceMine, toInvoiceOf } from './server/lists.ts'
import { invoice, invoiceFor, receipt } from './server/make.ts'

export const papersServer = serve(
  'payments',
  papers,
  {
    mine,
    ofUser,
    ofMonth,
    ofMonthForExport,
    sumsOfMonth,
    toInvoice: toInvoiceMine,
    toInvoiceOf,
    receipt,
    invoice,
    invoiceFor,
    content,
    statement,
  },
  { on: [on(paymentsMoved, follow)], jobs: [outlived] },
)
