import { messages } from '#kernel/messages.ts'

/** Texts shared by an accountant's lists of a month. */
export const monthWords = messages({
  noneFound: ['Nothing found in this month', 'Sellest kuust ei leitud midagi'],
  net: ['Without VAT', 'Käibemaksuta'],
  vat: ['VAT', 'Käibemaks'],
  sum: ['Sum', 'Summa'],
  totals: ['Totals of the month', 'Kuu kokkuvõte'],
})
