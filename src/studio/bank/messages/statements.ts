import { messages } from '#kernel/messages.ts'

/** Why a file is refused as a whole. */
export const statementRefusals = messages({
  notAStatement: ['This is not a bank statement.', 'See ei ole pangakonto väljavõte.'],
  notAStatementHelps: [
    'Choose the file that the bank calls account statement: camt.053 or CSV.',
    'Vali fail, mille pank annab konto väljavõttena: camt.053 või CSV.',
  ],
  otherAccount: [
    ({ iban }: { iban: string }) => `This statement is of another account: ${iban}.`,
    ({ iban }) => `See väljavõte on teise konto kohta: ${iban}.`,
  ],
  otherAccountHelps: [
    'Add that account under payments in the settings, or choose another file.',
    'Lisa see konto seadetes maksete alla või vali teine fail.',
  ],
  wrongSums: ['The sums of this statement do not add up.', 'Selle väljavõtte summad ei klapi.'],
  wrongSumsHelps: ['Load it from the bank once more.', 'Laadi see pangast uuesti alla.'],
  hasDoctype: [
    'This file has a document type declaration and is not read.',
    'Selles failis on dokumenditüübi deklaratsioon ja seda ei loeta.',
  ],
  hasDoctypeHelps: [
    'Load it from the bank once more, as camt.053 or CSV.',
    'Laadi see pangast uuesti alla, camt.053 või CSV kujul.',
  ],
  tooLarge: ['This file is larger than 25 MB.', 'See fail on suurem kui 25 MB.'],
  tooLargeHelps: ['Choose a shorter time at the bank.', 'Vali pangas lühem ajavahemik.'],
})
