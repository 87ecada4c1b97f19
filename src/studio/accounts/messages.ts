import { messages } from '#kernel/messages.ts'

/** Every code of the contract, and those of the sign-up form's fields. */
export const refusals = messages({
  invalidFields: ['Please fill in all required fields.', 'Palun täida kõik kohustuslikud väljad.'],
  fillRequired: ['Please fill in all required fields.', 'Palun täida kõik kohustuslikud väljad.'],
  missingRequired: ['Missing required fields.', 'Kohustuslikud väljad on täitmata.'],
  emailRequired: ['Email address is required', 'E-posti aadress on kohustuslik.'],
  passwordRequired: ['Password is required', 'Parool on kohustuslik.'],
  invalidEmail: ['Please enter a valid email address!', 'Palun sisesta korrektne e-posti aadress!'],
  passwordTooShort: ['Password should be at least 6 characters long!', 'Paroolis peab olema vähemalt 6 tähemärki!'],
  newPasswordTooShort: ['Password should be at least 8 characters long!', 'Paroolis peab olema vähemalt 8 tähemärki!'],
  passwordCommon: ['This password is too easy to guess.', 'Seda parooli on liiga lihtne ära arvata.'],
  passwordTooLong: ['Password cannot exceed 256 characters.', 'Paroolis võib olla kuni 256 tähemärki.'],
  wrongPassword: ['This is not your password. Please try again.', 'See ei ole sinu parool. Palun proovi uuesti.'],
  passwordBlank: ['Password cannot consist of spaces only.', 'Parool ei saa koosneda ainult tühikutest.'],
  passwordsDiffer: ['Passwords do not match.', 'Paroolid ei ole ühesugused.'],
  nameTooLong: ['Name cannot exceed 80 characters.', 'Nimes võib olla kuni 80 tähemärki.'],
  dateInvalid: ['Please enter a valid date.', 'Palun sisesta korrektne kuupäev.'],
  birthdayInFuture: ['Date of birth cannot be in the future.', 'Sünnikuupäev ei saa olla tulevikus.'],
  termsNotAccepted: ['Please accept the studio’s terms.', 'Palun nõustu stuudio tingimustega.'],
  termsChanged: [
    'The terms have just changed. Please read them again.',
    'Tingimused on just muutunud. Palun loe need uuesti läbi.',
  ],
  tooYoung: ['You must be at least 7 years old to register.', 'Konto loomiseks pead olema vähemalt 7-aastane.'],
  askGrownUp: [
    'Under 13, please ask a grown-up to sign up: they can add you as their child.',
    'Kui oled alla 13-aastane, palu mõnel täiskasvanul konto luua: tema saab su oma lapsena lisada.',
  ],
  emailTaken: ['An account with this email already exists!', 'Selle e-posti aadressiga konto on juba olemas!'],
  emailTakenHelps: ['Sign in, or ask for a new password.', 'Logi sisse või küsi uus parool.'],
  wrongCredentials: [
    'Failed to sign in. Please check your credentials.',
    'Sisse logida ei õnnestunud. Palun kontrolli e-posti aadressi ja parooli.',
  ],
  deactivated: [
    'This account has been closed. Please contact the studio.',
    'See konto on peatatud. Palun võta stuudioga ühendust.',
  ],
  enterBoth: ['Please enter both email and password', 'Palun sisesta nii e-posti aadress kui ka parool.'],
  staffAddress: [
    'The address of a teacher or admin can’t be corrected here. Change the role to User first.',
    'Treeneri ega administraatori aadressi siin parandada ei saa. Muuda enne roll kasutajaks.',
  ],
  userInactive: ['This user is deactivated. Reactivate them first.', 'See kasutaja on peatatud. Taasta ta enne.'],
  alreadyVerified: ['Email is already verified', 'E-posti aadress on juba kinnitatud.'],
  linkUsed: ['This link has already been used.', 'Seda linki on juba kasutatud.'],
  linkExpired: ['This link has expired.', 'See link on aegunud.'],
  linkUnknown: ['This link is not valid.', 'See link ei kehti.'],
  userNotFound: ['User not found.', 'Kasutajat ei leitud.'],
  userNotFoundHelps: ['Search for the person again.', 'Otsi inimest uuesti.'],
  categoryNotOffered: [
    'This category is not offered any more. Choose another one.',
    'Seda kategooriat enam ei pakuta. Vali teine.',
  ],
  ownAccount: [
    "You can't deactivate your own account: ask another admin.",
    'Oma kontot ei saa ise peatada: küsi teiselt administraatorilt.',
  ],
  memberLevelTooLong: [
    'The member level can have at most 40 characters.',
    'Liikmetasemes võib olla kuni 40 tähemärki.',
  ],
  noPassword: [
    'You sign in without a password. Choose one first, under “Signing in” of your account: it is asked for whenever a role is given.',
    'Sa logid sisse ilma paroolita. Vali enne oma konto alt „Sisselogimine“ endale parool: seda küsitakse iga kord, kui rolli muudad.',
  ],
  lastAdmin: [
    'The studio needs at least one admin: give someone else this role first.',
    'Stuudiol peab olema vähemalt üks administraator: anna see roll enne kellelegi teisele.',
  ],
})

/** Shown when every attempt of the sign-in form found the queue full. */
export const signInRefusals = messages({
  busy: [
    'Too many people are signing in right now, so your password could not be checked. Please wait a minute and try again. Where you have signed in before, you come first.',
    'Praegu logib korraga sisse liiga palju inimesi ja sinu parooli ei jõutud kontrollida. Palun oota minut ja proovi siis uuesti. Seal, kus oled varem sisse loginud, pääsed ette.',
  ],
})

/** Shown in the banner when the session has ended meanwhile. */
export const resendRefusals = messages({
  signInNeeded: ['No user is currently signed in', 'Keegi ei ole praegu sisse logitud. Palun logi sisse.'],
})

/** The e-mails that the server sends; a studio's name is never declined, since a program can't know how. */
export const letters = messages({
  verify: {
    subject: [
      (studio: string) => `Verify your email for ${studio}`,
      (studio) => `Kinnita oma e-posti aadress (${studio})`,
    ],
    greeting: [(name: string) => `Hello ${name}!`, (name) => `Tere, ${name}!`],
    intro: [
      (studio: string) =>
        `Welcome to ${studio}. Please verify your email address, and you can register for classes and courses.`,
      (studio) =>
        `${studio} tervitab sind! Palun kinnita oma e-posti aadress ja siis saad trennidesse ja kursustele registreeruda.`,
    ],
    button: ['Verify my email', 'Kinnita e-posti aadress'],
    validity: [
      'The link works once, for 48 hours. You can ask for a new one on the sign-in page.',
      'Link töötab ühe korra ja kehtib 48 tundi. Uue lingi saad küsida sisselogimise lehelt.',
    ],
    ignore: [
      'If you did not sign up, you can ignore this e-mail.',
      'Kui sa ise kontot ei loonud, jäta see kiri lihtsalt tähelepanuta.',
    ],
    closing: ['See you on the dance floor!', 'Kohtumiseni tantsupõrandal!'],
  },
  reset: {
    subject: [(studio: string) => `Choose a new password for ${studio}`, (studio) => `Vali uus parool (${studio})`],
    greeting: [(name: string) => `Hello ${name}!`, (name) => `Tere, ${name}!`],
    intro: [
      (studio: string) => `Someone, hopefully you, asked for a new password for your account at ${studio}.`,
      (studio) => `Keegi, loodetavasti sina, soovis sinu kontole uut parooli (${studio}).`,
    ],
    button: ['Choose a new password', 'Vali uus parool'],
    validity: [
      'The link works once, for 1 hour. Choosing a new password signs you out on all other devices.',
      'Link töötab ühe korra ja kehtib ühe tunni. Uue parooli valimisel logitakse sind teistes seadmetes välja.',
    ],
    ignore: [
      'If it was not you, you can ignore this e-mail: your password stays as it is.',
      'Kui see ei olnud sina, jäta kiri lihtsalt tähelepanuta: sinu parool jääb samaks.',
    ],
    closing: ['See you in class!', 'Kohtumiseni trennis!'],
  },
  invite: {
    subject: [(studio: string) => `Your sign-in at ${studio}`, (studio) => `Sinu konto (${studio})`],
    greeting: [(name: string) => `Hello ${name}!`, (name) => `Tere, ${name}!`],
    intro: [
      (studio: string) =>
        `${studio} has made an account for you: there you see classes, register, and find your passes and payments. You only choose a password.`,
      (studio) =>
        `${studio} tegi sulle konto: seal näed trenne, saad registreeruda ning leiad oma pääsmed ja maksed. Sa pead ainult valima parooli.`,
    ],
    children: [(names: string) => `Linked to your account: ${names}.`, (names) => `Sinu kontoga on seotud: ${names}.`],
    button: ['Choose my password', 'Vali parool'],
    validity: [
      'The link works once, for 14 days. Later you can ask for a new one on the sign-in page, by “Forgot password”.',
      'Link töötab ühe korra ja kehtib 14 päeva. Hiljem saad uue küsida sisselogimise lehelt („Unustasid parooli?“).',
    ],
    ignore: [
      'If you don’t know the studio, you can ignore this e-mail.',
      'Kui sa seda stuudiot ei tunne, jäta see kiri lihtsalt tähelepanuta.',
    ],
    closing: ['See you in class!', 'Kohtumiseni trennis!'],
  },
})

/** Refusals of `decideEdit`: fields that two admins changed at once, and who saved last. */
export const editRefusals = messages({
  editedMeanwhile: [
    ({ name }: { name: string }) =>
      `The marked fields have been changed in the meantime; the last to save was ${name || 'somebody else'}. What you typed is still here.`,
    ({ name }: { name: string }) =>
      `Märgitud välju on vahepeal muudetud, viimati salvestas ${name || 'keegi teine'}. Sinu kirjutatu on alles.`,
  ],
  fieldEdited: ['Somebody else has changed this in the meantime.', 'Seda on vahepeal muudetud.'],
})
