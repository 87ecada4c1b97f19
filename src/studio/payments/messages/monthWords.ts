import { messages } from '#kernel/messages.ts'

/** What lists of a month for an accountant say alike. */
export const monthWords = messages({
  noneFound: ['Nothing found in this month', 'Sellest kuust ei leitud midagi'],
  net: ['Without VAT', 'Käibemaksuta'],
  vat: ['VAT', 'Käibemaks'],
  sum: ['Sum', 'Summa'],
  totals: ['Totals of the month', 'Kuu kokkuvõte'],
})
