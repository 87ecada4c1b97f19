import { messages } from '#kernel/messages.ts'

/** Every code of the contract, and those of the sign-up form's fields. */
export const refusals = messages({
  en: {
    invalidFields: 'Please fill in all required fields.',
    fillRequired: 'Please fill in all required fields.',
    missingRequired: 'Missing required fields.',
    emailRequired: 'Email address is required',
    passwordRequired: 'Password is required',
    invalidEmail: 'Please enter a valid email address!',
    passwordTooShort: 'Password should be at least 6 characters long!',
    newPasswordTooShort: 'Password should be at least 8 characters long!',
    passwordCommon: 'This password is too easy to guess.',
    passwordTooLong: 'Password cannot exceed 256 characters.',
    wrongPassword: 'This is not your password. Please try again.',
    passwordBlank: 'Password cannot consist of spaces only.',
    passwordsDiffer: 'Passwords do not match.',
    nameTooLong: 'Name cannot exceed 80 characters.',
    dateInvalid: 'Please enter a valid date.',
    birthdayInFuture: 'Date of birth cannot be in the future.',
    tooYoung: 'You must be at least 7 years old to register.',
    emailTaken: 'An account with this email already exists!',
    wrongCredentials: 'Failed to sign in. Please check your credentials.',
    deactivated: 'This account has been closed. Please contact the studio.',
    enterBoth: 'Please enter both email and password',
    alreadyVerified: 'Email is already verified',
    linkUsed: 'This link has already been used.',
    linkExpired: 'This link has expired.',
    linkUnknown: 'This link is not valid.',
    userNotFound: 'User not found.',
    ownAccount: "You can't deactivate your own account.",
    memberLevelTooLong: 'The member level can have at most 40 characters.',
    lastAdmin: 'The studio needs at least one admin: give someone else this role first.',
  },
  et: {
    invalidFields: 'Palun täida kõik kohustuslikud väljad.',
    fillRequired: 'Palun täida kõik kohustuslikud väljad.',
    missingRequired: 'Kohustuslikud väljad on täitmata.',
    emailRequired: 'E-posti aadress on kohustuslik.',
    passwordRequired: 'Parool on kohustuslik.',
    invalidEmail: 'Palun sisesta korrektne e-posti aadress!',
    passwordTooShort: 'Paroolis peab olema vähemalt 6 tähemärki!',
    newPasswordTooShort: 'Paroolis peab olema vähemalt 8 tähemärki!',
    passwordCommon: 'Seda parooli on liiga lihtne ära arvata.',
    passwordTooLong: 'Paroolis võib olla kuni 256 tähemärki.',
    wrongPassword: 'See ei ole sinu parool. Palun proovi uuesti.',
    passwordBlank: 'Parool ei saa koosneda ainult tühikutest.',
    passwordsDiffer: 'Paroolid ei ole ühesugused.',
    nameTooLong: 'Nimes võib olla kuni 80 tähemärki.',
    dateInvalid: 'Palun sisesta korrektne kuupäev.',
    birthdayInFuture: 'Sünnikuupäev ei saa olla tulevikus.',
    tooYoung: 'Konto loomiseks pead olema vähemalt 7-aastane.',
    emailTaken: 'Selle e-posti aadressiga konto on juba olemas!',
    wrongCredentials: 'Sisse logida ei õnnestunud. Palun kontrolli e-posti aadressi ja parooli.',
    deactivated: 'See konto on peatatud. Palun võta stuudioga ühendust.',
    enterBoth: 'Palun sisesta nii e-posti aadress kui ka parool.',
    alreadyVerified: 'E-posti aadress on juba kinnitatud.',
    linkUsed: 'Seda linki on juba kasutatud.',
    linkExpired: 'See link on aegunud.',
    linkUnknown: 'See link ei kehti.',
    userNotFound: 'Kasutajat ei leitud.',
    ownAccount: 'Oma kontot ei saa ise peatada.',
    memberLevelTooLong: 'Liikmetasemes võib olla kuni 40 tähemärki.',
    lastAdmin: 'Stuudiol peab olema vähemalt üks administraator: anna see roll enne kellelegi teisele.',
  },
})

/** When every attempt of the sign-in form found the queue full. */
export const signInRefusals = messages({
  en: {
    busy: 'Too many people are signing in right now, so your password could not be checked. Please wait a minute and try again. Where you have signed in before, you come first.',
  },
  et: {
    busy: 'Praegu logib korraga sisse liiga palju inimesi ja sinu parooli ei jõutud kontrollida. Palun oota minut ja proovi siis uuesti. Seal, kus oled varem sisse loginud, pääsed ette.',
  },
})

/** SPEC section 5: the banner's own word for someone whose session has ended meanwhile. */
export const resendRefusals = messages({
  en: { signInNeeded: 'No user is currently signed in' },
  et: { signInNeeded: 'Keegi ei ole praegu sisse logitud. Palun logi sisse.' },
})

/** The e-mails that the server sends; a studio's name stays as it is, since no program can decline it. */
export const letters = messages({
  en: {
    verify: {
      subject: (studio: string) => `Verify your email for ${studio}`,
      greeting: (name: string) => `Hello ${name}!`,
      intro: (studio: string) =>
        `Welcome to ${studio}. Please verify your email address, and you can register for classes and courses.`,
      button: 'Verify my email',
      validity: 'The link works once, for 48 hours. You can ask for a new one on the sign-in page.',
      ignore: 'If you did not sign up, you can ignore this letter.',
      closing: 'See you on the dance floor!',
    },
    reset: {
      subject: (studio: string) => `Choose a new password for ${studio}`,
      greeting: (name: string) => `Hello ${name}!`,
      intro: (studio: string) => `Someone, hopefully you, asked for a new password for your account at ${studio}.`,
      button: 'Choose a new password',
      validity: 'The link works once, for 1 hour. Choosing a new password signs you out on all other devices.',
      ignore: 'If it was not you, you can ignore this letter: your password stays as it is.',
      closing: 'See you in class!',
    },
  },
  et: {
    verify: {
      subject: (studio) => `Kinnita oma e-posti aadress (${studio})`,
      greeting: (name) => `Tere, ${name}!`,
      intro: (studio) =>
        `${studio} tervitab sind! Palun kinnita oma e-posti aadress ja siis saad trennidesse ja kursustele registreeruda.`,
      button: 'Kinnita e-posti aadress',
      validity: 'Link töötab ühe korra ja kehtib 48 tundi. Uue lingi saad küsida sisselogimise lehelt.',
      ignore: 'Kui sa ise kontot ei loonud, jäta see kiri lihtsalt tähelepanuta.',
      closing: 'Kohtumiseni tantsupõrandal!',
    },
    reset: {
      subject: (studio) => `Vali uus parool (${studio})`,
      greeting: (name) => `Tere, ${name}!`,
      intro: (studio) => `Keegi, loodetavasti sina, soovis sinu kontole uut parooli (${studio}).`,
      button: 'Vali uus parool',
      validity:
        'Link töötab ühe korra ja kehtib ühe tunni. Uue parooli valimisel logitakse sind teistes seadmetes välja.',
      ignore: 'Kui see ei olnud sina, jäta kiri lihtsalt tähelepanuta: sinu parool jääb samaks.',
      closing: 'Kohtumiseni trennis!',
    },
  },
})

/** How a membership category is shown (SPEC section 3); null reads as `words.notSet`. */
export const membershipCategoryNames = messages({
  en: {
    Cover: 'Cover',
    'Member-girl': 'Girl Group Member',
    'Member-boy': 'Boy Group Member',
    'Member-girl-boy': 'Girl & Boy Group Member',
    'Member-16': 'K-POP 16+ Member',
    'Member-16-boy': 'K-POP 16+ Boy Member',
  },
  et: {
    Cover: 'Cover',
    'Member-girl': 'Tüdrukute grupi liige',
    'Member-boy': 'Poiste grupi liige',
    'Member-girl-boy': 'Tüdrukute ja poiste grupi liige',
    'Member-16': 'K-POP 16+ liige',
    'Member-16-boy': 'K-POP 16+ poiste liige',
  },
})

/** How `decideEdit` refuses: what two admins changed at once, and who saved it last. */
export const editRefusals = messages({
  en: {
    editedMeanwhile: ({ name }: { name: string }) =>
      `The marked fields have been changed in the meantime; the last to save was ${name || 'somebody else'}. What you typed is still here.`,
    fieldEdited: 'Somebody else has changed this in the meantime.',
  },
  et: {
    editedMeanwhile: ({ name }: { name: string }) =>
      `Märgitud välju on vahepeal muudetud, viimati salvestas ${name || 'keegi teine'}. Sinu kirjutatu on alles.`,
    fieldEdited: 'Seda on vahepeal muudetud.',
  },
})
