import { messages } from '#kernel/messages.ts'

/** In a file of their own, since every screen shows them beside 'Log Out'. */
export const signOutTexts = messages({
  signOutTitle: [(taps: number) => `${taps} not sent yet`, (taps) => `Veel saatmata: ${taps}`],
  signOutHint: [
    'What you tapped at the door waits on this device. Nobody else can send it: it goes when you sign in here again.',
    'Sinu märked uksel ootavad selles seadmes. Keegi teine neid saata ei saa: need lähevad teele, kui siin uuesti sisse logid.',
  ],
  signOutAnyway: ['Sign out anyway', 'Logi siiski välja'],
  stay: ['Stay signed in', 'Jää sisse'],
})
