import { serve } from '#server/procedures.ts'
import { passes } from './contract.ts'
import { book, bookOf } from './server/book.ts'
import { approve, ask, endFreeze, endOwn, freeze, refuseFreeze, withdraw } from './server/freeze.ts'
import { requests } from './server/requests.ts'

export const passesServer = serve('membership', passes, {
  book,
  bookOf,
  ask,
  withdraw,
  endOwn,
  freezes: requests,
  freeze,
  approve,
  refuse: refuseFreeze,
  endFreeze,
})
