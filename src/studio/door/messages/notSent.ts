import { messages, plural } from '#kernel/messages.ts'

/** On the sign-in screen, for whoever still has taps on this device. */
export const notSentTexts = messages({
  yours: [
    (taps: number) =>
      `${taps} ${plural(taps, 'tap', 'taps')} at the door ${plural(taps, 'is', 'are')} not sent yet. Sign in to send ${plural(taps, 'it', 'them')}.`,
    (taps) => `Uksel tehtud märkeid on saatmata: ${taps}. Logi sisse, siis need saadetakse.`,
  ],
  somebodys: [
    (taps: number) =>
      `${taps} ${plural(taps, 'tap', 'taps')} made at the door on this device ${plural(taps, 'is', 'are')} not sent yet. Whoever made ${plural(taps, 'it', 'them')} has to sign in.`,
    (taps) =>
      `Selles seadmes on saatmata uksel tehtud märkeid: ${taps}. Need saadetakse, kui nende tegija sisse logib.`,
  ],
})
