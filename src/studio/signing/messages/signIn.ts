import { messages } from '#kernel/messages.ts'

/** Texts of the sign-in screen about passkeys, the provider and the second step. */
export const signInTexts = messages({
  passkey: ['Sign in with a passkey', 'Logi sisse pääsuvõtmega'],
  provider: [(name: string) => `Continue with ${name}`, (name) => `Jätka teenusega ${name}`],
  elsewhere: {
    title: ['Signing in', 'Sisselogimine'],
    working: ['One moment...', 'Üks hetk...'],
    linked: ['From now on you can sign in that way, too.', 'Edaspidi saad ka nii sisse logida.'],
    toAccount: ['Go to my account', 'Ava minu konto'],
    toSignIn: ['Sign in', 'Logi sisse'],
  },
  step: {
    title: ['One more step', 'Veel üks samm'],
    hint: [
      'Please enter the code that your authenticator shows now, or one of your recovery codes.',
      'Palun sisesta kood, mida autentimisrakendus praegu näitab, või üks oma taastekoodidest.',
    ],
    code: ['Code', 'Kood'],
    submit: ['Continue', 'Jätka'],
    again: ['Start again', 'Alusta uuesti'],
    lost: [
      'Lost both? Please write to the studio: whoever runs it can turn the second step off.',
      'Mõlemad on kadunud? Palun kirjuta stuudiole: selle haldaja saab teise sammu välja lülitada.',
    ],
  },
})

export const signInRefusals = messages({
  invalidFields: ['Please check the code.', 'Palun kontrolli koodi.'],
  providerAway: [
    'The other service cannot be reached right now. Please sign in with your password: if you have none, “Forgot password?” sends you an e-mail to choose one.',
    'Teine teenus ei ole praegu kättesaadav. Palun logi sisse parooliga: kui sul seda ei ole, saad lingiga „Unustasid parooli?“ kirja, millega selle valida.',
  ],
  providerFailed: [
    'Signing in elsewhere did not succeed, or took too long. Please begin again.',
    'Mujal sisselogimine ei õnnestunud või võttis liiga kaua aega. Palun alusta uuesti.',
  ],
  linkedElsewhere: [
    'This sign-in belongs to another account here already. Sign in with that one, or choose another there.',
    'See sisselogimisviis kuulub siin juba teisele kontole. Logi sisse sellega või vali mujal teine konto.',
  ],
  linkNeeded: [
    'There is an account with your address. Please sign in with its password, then add this way to sign in under your account.',
    'Sinu aadressiga konto on olemas. Palun logi sisse selle parooliga ja lisa siis see sisselogimisviis oma konto lehel.',
  ],
  noAccount: [
    'No account here is linked with this sign-in. Please sign in with your password or sign up, then add it under your account.',
    'Siin ei ole selle sisselogimisviisiga seotud kontot. Palun logi sisse parooliga või loo konto ja lisa see siis oma konto lehel.',
  ],
  wrongCode: [
    'This code is not right, or was used already. Wait for the next code of the app, or look for a mistyped recovery code: each can be used once.',
    'See kood ei ole õige või on juba kasutatud. Oota rakenduse järgmist koodi või vaata, kas taastekoodis on viga: iga taastekood kehtib ühe korra.',
  ],
  ticketOver: ['This took too long. Please sign in again.', 'See võttis liiga kaua aega. Palun logi uuesti sisse.'],
  passkeyFailed: [
    'The passkey could not be checked. Please try again.',
    'Pääsuvõtit ei õnnestunud kontrollida. Palun proovi uuesti.',
  ],
  passkeyUnknown: [
    'This passkey is not known here any more. Please sign in with your password: if you have none, “Forgot password?” sends you an e-mail to choose one.',
    'Seda pääsuvõtit siin enam ei tunta. Palun logi sisse parooliga: kui sul seda ei ole, saad lingiga „Unustasid parooli?“ kirja, millega selle valida.',
  ],
  passkeyNotGiven: [
    'This device gave no passkey. If it has none any more, please sign in with your password: “Forgot password?” sends you an e-mail to choose one.',
    'See seade ei andnud pääsuvõtit. Kui seda siin enam ei ole, logi palun sisse parooliga: lingiga „Unustasid parooli?“ saad kirja, millega selle valida.',
  ],
})
