import { serve } from '#server/procedures.ts'
import { passes } from './contract.ts'
import { book, bookOf } from './server/book.ts'

export const passesServer = serve(passes, { book, bookOf })
