import { messages } from '#kernel/messages.ts'

/** Why a file is refused whole. */
export const statementRefusals = messages({
  notAStatement: ['This is not a bank statement.', 'See ei ole pangakonto väljavõte.'],
  otherAccount: [
    ({ iban }: { iban: string }) => `This statement is of another account: ${iban}.`,
    ({ iban }) => `See väljavõte on teise konto kohta: ${iban}.`,
  ],
  wrongSums: ['The sums of this statement do not add up.', 'Selle väljavõtte summad ei klapi.'],
  hasDoctype: [
    'This file has a document type declaration and is not read.',
    'Selles failis on dokumenditüübi deklaratsioon ja seda ei loeta.',
  ],
  tooLarge: ['This file is larger than 25 MB.', 'See fail on suurem kui 25 MB.'],
})
