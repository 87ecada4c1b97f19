import { inBoth, messages } from '#kernel/messages.ts'

export const logLines = inBoth(
  messages({
    toBeUsed: ['A Stebby ticket is to be used.', 'Stebby pilet võetakse kasutusele.'],
    hasPaid: ['A Stebby ticket has paid.', 'Stebby piletiga tasuti.'],
    noAnswer: ['Stebby did not say whether a ticket was used.', 'Stebby ei öelnud, kas pilet on kasutatud.'],
    spare: [
      'A Stebby ticket is used, and its payment takes no more: it is to be counted for another one.',
      'Stebby pilet on kasutatud, kuid selle makse rohkem ei võta: pilet tuleb arvestada teise makse eest.',
    ],
    paysForNothing: [
      'A used Stebby ticket pays for nothing here: money may have to be returned.',
      'Kasutatud Stebby piletiga ei tasuta siin midagi: raha tuleb võib-olla tagastada.',
    ],
    notUsed: [
      'A Stebby ticket was not used here, as an admin found out.',
      'Administraator selgitas välja, et Stebby piletit siin ei kasutatud.',
    ],
  }),
)
