import { messages } from '#kernel/messages.ts'

/** Letters about ways to sign in. The studio's name is never inflected, as a program can't decline it. */
export const letters = messages({
  greeting: [(name: string) => `Hello ${name}!`, (name) => `Tere, ${name}!`],
  closing: ['See you in class!', 'Kohtumiseni trennis!'],
  use: {
    subject: [
      (studio: string) => `Use this address for ${studio}`,
      (studio) => `Kinnita uus e-posti aadress (${studio})`,
    ],
    intro: [
      (studio: string, address: string) =>
        `Someone, hopefully you, wants to use ${address} for their account at ${studio}.`,
      (studio, address) => `Keegi, loodetavasti sina, soovib kasutada aadressi ${address} oma kontol (${studio}).`,
    ],
    button: ['Use this address', 'Kasuta seda aadressi'],
    validity: [
      'The link works once, for 48 hours. Until you press the button behind it, your address stays as it is.',
      'Link töötab ühe korra ja kehtib 48 tundi. Kuni sa lingi taga nuppu ei vajuta, jääb su aadress samaks.',
    ],
    ignore: [
      'If it was not you, you can ignore this e-mail: nothing happens.',
      'Kui see ei olnud sina, jäta kiri lihtsalt tähelepanuta: midagi ei juhtu.',
    ],
  },
  keep: {
    subject: [
      (studio: string) => `Your e-mail address for ${studio} was changed`,
      (studio) => `Sinu e-posti aadressi muudeti (${studio})`,
    ],
    intro: [
      (studio: string, address: string) =>
        `Your account at ${studio} uses ${address} from now on. E-mails go there, and this address signs in no more.`,
      (studio, address) =>
        `Sinu konto (${studio}) kasutab nüüdsest aadressi ${address}. Kirjad lähevad sinna ja siinse aadressiga enam sisse logida ei saa.`,
    ],
    button: ['Keep my old address', 'Jäta alles vana aadress'],
    validity: [
      'If it was not you, keep your old address within 7 days: it signs everybody out, and you choose a new password.',
      'Kui see ei olnud sina, jäta 7 päeva jooksul alles vana aadress: kõik logitakse välja ja sina valid uue parooli.',
    ],
    ignore: ['If it was you, there is nothing left to do.', 'Kui see olid sina, ei ole vaja midagi teha.'],
  },
  safety: {
    passwordChanged: ['Your password was changed', 'Sinu parool muudeti'],
    passkeyAdded: ['A passkey was added to your account', 'Sinu kontole lisati pääsuvõti'],
    passkeyRemoved: ['A passkey was removed from your account', 'Sinu kontolt eemaldati pääsuvõti'],
    twoStepsOn: ['Two steps were turned on for your account', 'Sinu kontol lülitati sisse kaks sammu'],
    twoStepsOff: ['Two steps were turned off for your account', 'Sinu kontol lülitati kaks sammu välja'],
    providerLinked: ['Another way to sign in was added to your account', 'Sinu kontole lisati uus sisselogimisviis'],
    providerUnlinked: ['A way to sign in was removed from your account', 'Sinu kontolt eemaldati üks sisselogimisviis'],
    device: [(device: string) => `Done with: ${device}.`, (device) => `Seade: ${device}.`],
    wasYou: ['If it was you, there is nothing left to do.', 'Kui see olid sina, ei ole vaja midagi teha.'],
    notYou: [
      'If it was not you, choose a new password at once: it signs everybody out. Then look at the ways to sign in on your account, and write to the studio.',
      'Kui see ei olnud sina, vali kohe uus parool: see logib kõik välja. Seejärel vaata üle oma konto sisselogimisviisid ja kirjuta stuudiole.',
    ],
    button: ['Choose a new password', 'Vali uus parool'],
  },
})
