import { messages, plural, type Language } from '#kernel/messages.ts'
import { notRemindedReasons, type NotReminded } from '../rules.ts'

/** Texts for reminding payers of what they owe. */
export const remindTexts = messages({
  remind: [
    (payers: number) => `Remind ${payers} ${plural(payers, 'payer', 'payers')}`,
    (payers) => `Tuleta meelde (${payers} ${plural(payers, 'maksja', 'maksjat')})`,
  ],
  owed: [(sum: string) => `owing ${sum}`, (sum) => `kokku võlgu ${sum}`],
  question: [
    (sum: string) => `Each gets one e-mail with all they owe, together ${sum}. It can be undone for two minutes.`,
    (sum) =>
      `Igaüks saab ühe e-kirja kõigega, mis on tasumata, kokku ${sum}. Kahe minuti jooksul saab selle tagasi võtta.`,
  ],
  nobody: [
    (why: string) => `Nobody to remind now: ${why}.`,
    (why) => `Praegu pole kedagi, kellele meelde tuletada: ${why}.`,
  ],
  /** The same reasons with a number of payers. */
  whyAll: {
    remindedLately: [
      (n: number) => `${n} ${plural(n, 'payer was', 'payers were')} reminded less than 7 days ago`,
      (n) => `${n} ${plural(n, 'maksja', 'maksjat')} sai meeldetuletuse vähem kui 7 päeva eest`,
    ],
    saidPaid: [
      (n: number) => `${n} ${plural(n, 'payer has', 'payers have')} marked a payment as paid`,
      (n) => `${n} ${plural(n, 'maksja', 'maksjat')} on märkinud makse tasutuks`,
    ],
    returnedLately: [
      (n: number) => `${n} ${plural(n, 'payer', 'payers')} had a transfer returned less than 3 days ago`,
      (n) => `${n} maksja ülekande võttis pank tagasi vähem kui 3 päeva eest`,
    ],
    noAccount: [
      (n: number) => `${n} ${plural(n, 'payer has', 'payers have')} no account`,
      (n) => `${n} maksjal ei ole kontot`,
    ],
  },
  reminding: ['One moment...', 'Üks hetk...'],
  failed: ['The reminders could not be written.', 'Meeldetuletusi ei õnnestunud kirjutada.'],
  reminded: [
    (payers: number) => `${payers} ${plural(payers, 'payer gets', 'payers get')} an e-mail.`,
    (payers) => `E-kirja saab ${payers} ${plural(payers, 'maksja', 'maksjat')}.`,
  ],
  undo: ['Undo reminders', 'Võta meeldetuletused tagasi'],
  undone: ['The reminders are taken back.', 'Meeldetuletused on tagasi võetud.'],
  tooLate: ['The reminders have gone out already.', 'Meeldetuletused on juba saadetud.'],
  getLetter: [(n: number) => `Will be reminded (${n}):`, (n) => `Saavad meeldetuletuse (${n}):`],
  leftOut: [(n: number) => `Will not be reminded (${n}):`, (n) => `Ei saa meeldetuletust (${n}):`],
  why: {
    noAccount: ['has no account', 'kontot ei ole'],
    saidPaid: ['has marked a payment as paid: look at it first', 'on märkinud makse tasutuks: vaata see enne üle'],
    returnedLately: [
      'a transfer was returned less than 3 days ago',
      'pank võttis ülekande tagasi vähem kui 3 päeva eest',
    ],
    remindedLately: ['was reminded less than 7 days ago', 'sai meeldetuletuse vähem kui 7 päeva eest'],
  },
})

/** Why nobody is reminded although somebody owes: how many are left out for which reason. */
export function nobodyInWords(left: readonly { readonly why: NotReminded }[], language: Language): string {
  const { nobody, whyAll } = remindTexts[language]
  const reasons = notRemindedReasons.flatMap((reason) => {
    const n = left.filter(({ why }) => why === reason).length
    return n > 0 ? [whyAll[reason](n)] : []
  })
  return nobody(reasons.join(', '))
}
