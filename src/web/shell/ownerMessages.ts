import { messages } from '#kernel/messages.ts'

/** Texts for staff before they can use the desk. Kept apart from the shell's texts, as hardly anyone reads them. */
export const ownerTexts = messages({
  noAdmin: ['This studio has no admin yet', 'Sellel stuudiol ei ole veel administraatorit'],
  signUpFirst: [
    'Is it yours? Sign up first, then sign in: this notice says what comes next.',
    'Kas see on sinu stuudio? Loo kõigepealt konto ja logi sisse: siin on kirjas, mis edasi.',
  ],
  verifyThen: [
    'Open the link in the e-mail. Without a mail server the letter is a file, and the console of the server names it.',
    'Ava e-kirjas olev link. Kui e-posti server puudub, on kiri fail, mille nime näed serveri konsoolis.',
  ],
  secondStep: [
    'Staff of this studio sign in with two steps or a passkey. Set one up to come to the desk; if you have a passkey, sign in with it.',
    'Selle stuudio töötajad logivad sisse kahes sammus või pääsuvõtmega. Seadista üks neist, siis avanevad töötajate lehed; kui sul on pääsuvõti, logi sisse sellega.',
  ],
  setUp: ['Set it up', 'Seadista'],
  runThis: ['Run this on the server, in the folder of the studio:', 'Anna serveris stuudio kaustas see käsk:'],
})
