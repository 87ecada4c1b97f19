import { messages, plural } from '#kernel/messages.ts'

/** The letters about money. */
export const letters = messages({
  sum: ['To pay', 'Tasuda'],
  until: ['By', 'Tähtaeg'],
  isPast: [(day: string) => `${day} (overdue)`, (day) => `${day} (möödas)`],
  /** Label of the sum of several payments. */
  together: ['By one bank transfer', 'Ühe pangaülekandega'],
  holder: ['Recipient', 'Saaja'],
  iban: ['IBAN', 'IBAN'],
  reference: ['Reference number', 'Viitenumber'],
  how: {
    bankTransfer: ['Please pay by bank transfer.', 'Palun tasu pangaülekandega.'],
    cash: ['Please pay in cash at the studio.', 'Palun tasu kohapeal sularahas.'],
    stebby: ['Please pay with Stebby.', 'Palun tasu Stebby kaudu.'],
  },
  /** Sums by payment method, if there are several methods. */
  howMuch: {
    bankTransfer: [
      (sum: string) => `${sum} is to be paid by bank transfer.`,
      (sum) => `Pangaülekandega on tasuda ${sum}.`,
    ],
    cash: [
      (sum: string) => `${sum} is to be paid in cash at the studio.`,
      (sum) => `Kohapeal sularahas on tasuda ${sum}.`,
    ],
    stebby: [(sum: string) => `${sum} is to be paid with Stebby.`, (sum) => `Stebby kaudu on tasuda ${sum}.`],
  },
  see: ['See my payments', 'Vaata oma makseid'],
  received: {
    subject: [(sum: string) => `We received ${sum}`, (sum) => `Saime kätte ${sum}`],
    title: ['Your money has arrived', 'Sinu raha on kohal'],
    thanks: ['Thank you! Your money has arrived.', 'Aitäh! Sinu raha on kohal.'],
    came: [(what: string) => `Received: ${what}`, (what) => `Tasutud: ${what}`],
  },
  /** What is still open after money has come. */
  rest: {
    open: [(sum: string) => `Still to pay: ${sum}.`, (sum) => `Veel tasuda: ${sum}.`],
    nothingOpen: ['Nothing else is to be paid.', 'Rohkem ei ole midagi tasuda.'],
    each: [(what: string) => `Open: ${what}`, (what) => `Tasumata: ${what}`],
  },
  /** About the money of something that staff have ended. */
  ended: {
    nothingToPay: ['There is nothing to pay for it any more.', 'Selle eest ei pea enam midagi maksma.'],
    moneyBack: [
      'If it has been paid for already, please write to us about getting the money back.',
      'Kui selle eest on juba tasutud, kirjuta meile, et leppida kokku raha tagastamine.',
    ],
    credit: [
      (sum: string) => `${sum} that was paid for it is your credit now.`,
      (sum) => `Selle eest tasutud ${sum} on nüüd sinu ettemaks.`,
    ],
    payersCredit: [
      (sum: string) => `${sum} that was paid for it is the payer’s credit now.`,
      (sum) => `Selle eest tasutud ${sum} on nüüd maksja ettemaks.`,
    ],
    moreBack: [
      'If more has been paid for it, please write to us about getting that back.',
      'Kui selle eest on rohkem tasutud, kirjuta meile, et leppida kokku ülejäänu tagastamine.',
    ],
  },
  byAnother: {
    subject: [(sum: string, name: string) => `To pay: ${sum} for ${name}`, (sum, name) => `Tasuda: ${sum} (${name})`],
    title: [(name: string) => `Something to pay for ${name}`, (name) => `Tasuda on midagi: ${name}`],
    intro: [
      (by: string, what: string, name: string) => `${by} chose ${what} for ${name}. You are the one who pays for it.`,
      (by, what, name) => `${by} valis (${name}): ${what}. Maksja oled sina.`,
    ],
  },
  /** The payer is the person for whom it is, such as a sale at the desk. */
  forYou: {
    subject: [(sum: string) => `To pay: ${sum}`, (sum) => `Tasuda: ${sum}`],
    title: [() => 'Something to pay', () => 'Midagi on tasuda'],
    intro: [(by: string, what: string) => `${by} chose ${what} for you.`, (by, what) => `${by} valis sulle: ${what}.`],
  },
  overdue: {
    subject: [(sum: string) => `Still to pay: ${sum}`, (sum) => `Tasumata: ${sum}`],
    title: ['Something is still to be paid', 'Midagi on tasumata'],
    intro: [
      (payments: number, sum: string) =>
        payments === 1
          ? `One payment is overdue: ${sum}. If you have just paid it, thank you.`
          : `${payments} payments are overdue: ${sum}. If you have just paid them, thank you.`,
      (payments, sum) =>
        payments === 1
          ? `Ühe makse tähtaeg on möödas: ${sum}. Kui sa just tasusid, siis aitäh!`
          : `${payments} makse tähtaeg on möödas: ${sum}. Kui sa just tasusid, siis aitäh!`,
    ],
    noneOverdue: ['This is still to be paid.', 'See on veel tasuda.'],
    notDueYet: [
      (payments: number, sum: string) =>
        `${payments} more ${plural(payments, 'payment is', 'payments are')} not due yet: ${sum}.`,
      (payments, sum) =>
        `Lisaks on tasumata ${payments} ${plural(payments, 'makse', 'makset')}, mille tähtaeg ei ole veel käes: ${sum}.`,
    ],
    overdue: [(sum: string, day: string) => `${sum}, was due on ${day}`, (sum, day) => `${sum}, tähtaeg oli ${day}`],
    due: [(sum: string, day: string) => `${sum}, due on ${day}`, (sum, day) => `${sum}, tähtaeg ${day}`],
    together: ['Total', 'Kokku'],
  },
})
