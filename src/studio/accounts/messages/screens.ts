import { messages } from '#kernel/messages.ts'

/** The screens of signing up, signing in and resetting a password. */
export const texts = messages({
  fields: {
    email: ['EMAIL', 'E-POST'],
    password: ['PASSWORD', 'PAROOL'],
    newPassword: ['NEW PASSWORD', 'UUS PAROOL'],
    confirmPassword: ['CONFIRM PASSWORD', 'KORDA PAROOLI'],
    name: ['NAME', 'EESNIMI'],
    surname: ['SURNAME', 'PEREKONNANIMI'],
    dob: ['DATE OF BIRTH', 'SÜNNIKUUPÄEV'],
  },
  signIn: {
    title: ['Sign in', 'Logi sisse'],
    subtitle: ['Your classes, courses and memberships in one place.', 'Sinu trennid, kursused ja pääsmed ühes kohas.'],
    submit: ['SIGN IN', 'LOGI SISSE'],
    submitting: ['Signing in...', 'Login sisse...'],
    newHere: ['New here?', 'Oled siin esimest korda?'],
    toForgotPassword: ['Forgot password?', 'Unustasid parooli?'],
    toResend: ['Resend verification email', 'Saada kinnituskiri uuesti'],
    toClasses: ['Browse classes', 'Vaata kõigepealt trenne'],
    /** Used when the server gives no message. */
    failed: [
      'Failed to sign in. Please check your credentials.',
      'Sisse logida ei õnnestunud. Palun kontrolli e-posti aadressi ja parooli.',
    ],
    passwordSet: ['Your password is set. Please sign in with it.', 'Parool on valitud. Logi palun sellega sisse.'],
    passwordChanged: [
      'Your password has been changed. Please sign in with the new one.',
      'Parool on muudetud. Logi palun uue parooliga sisse.',
    ],
  },
  resend: {
    title: ['Resend verification email', 'Saada kinnituskiri uuesti'],
    subtitle: [
      'Enter the email and password you signed up with, and we will send you a new link.',
      'Sisesta e-posti aadress ja parool, millega konto lõid, ja saadame sulle uue lingi.',
    ],
    submit: ['Send Verification Email', 'Saada kinnituskiri'],
    sending: ['Sending...', 'Saadan...'],
    backToLogin: ['Back to login', 'Tagasi sisselogimise juurde'],
    sent: ['Verification email sent! Please check your inbox.', 'Kinnituskiri on saadetud! Palun vaata oma postkasti.'],
    failed: ['Failed to resend verification email', 'Kinnituskirja ei õnnestunud saata'],
  },
  banner: {
    title: ['Your email is not verified.', 'Sinu e-posti aadress on kinnitamata.'],
    hint: [
      (email: string) =>
        `We sent a verification link to ${email}. Please check your inbox and your spam folder, then open the link.`,
      (email) =>
        `Saatsime kinnituslingi aadressile ${email}. Palun vaata postkasti ja rämpsposti kausta ning ava link.`,
    ],
    resend: ['Resend Verification Email', 'Saada kinnituskiri uuesti'],
    error: [(message: string) => `Error: ${message}`, (message) => `Viga: ${message}`],
    notYou: ['Use another account', 'Kasuta teist kontot'],
  },
  signUp: {
    title: ['Sign up', 'Loo konto'],
    subtitle: ['One account for classes, courses and memberships.', 'Üks konto trennide, kursuste ja pääsmete jaoks.'],
    allRequired: ['All fields are required.', 'Kõik väljad on kohustuslikud.'],
    forChild: [
      'For a child? Make the account for yourself: you add the child afterwards.',
      'Lapse jaoks? Loo konto endale: lapse lisad pärast.',
    ],
    passwordHint: [(least: number) => `At least ${least} characters.`, (least) => `Vähemalt ${least} tähemärki.`],
    accept: ['I accept the studio’s terms', 'Nõustun stuudio tingimustega'],
    readTerms: ['Read the terms', 'Loe tingimusi'],
    submit: ['SIGN UP', 'LOO KONTO'],
    submitting: ['Signing up...', 'Loon kontot...'],
    already: ['Already have an account?', 'Sul on juba konto?'],
    toSignIn: ['Sign in', 'Logi sisse'],
    done: [
      'Sign up successful! Please check your email for verification. NB! Also check the spam folder!',
      'Konto on loodud! Palun kinnita oma e-posti aadress kirjas oleva lingi kaudu. NB! Vaata ka rämpsposti kausta!',
    ],
    failed: ['Sign up failed. Please try again.', 'Kontot ei õnnestunud luua. Palun proovi uuesti.'],
    unexpected: [
      'Registration failed. Please try again or contact support if the problem persists.',
      'Kontot ei õnnestunud luua. Palun proovi uuesti või kirjuta meile, kui see kordub.',
    ],
    refused: [(reason: string) => `Registration failed: ${reason}`, (reason) => `Kontot ei õnnestunud luua. ${reason}`],
  },
  forgot: {
    title: ['Forgot password', 'Unustasid parooli?'],
    subtitle: [
      'Enter your email and we will send you a link to choose a new password.',
      'Sisesta oma e-posti aadress ja saadame sulle lingi, millega saad valida uue parooli.',
    ],
    submit: ['SEND RESET LINK', 'SAADA LINK'],
    sending: ['Sending...', 'Saadan...'],
    sent: [
      'A password reset link has been sent to your email.',
      'Parooli muutmise link on saadetud sinu e-posti aadressile.',
    ],
    sentHint: [
      'It works for one hour. If it does not arrive in a few minutes, please check your spam folder.',
      'Link kehtib ühe tunni. Kui kiri mõne minutiga kohale ei jõua, vaata palun rämpsposti kausta.',
    ],
    failed: ['Failed to send reset link. Please try again.', 'Linki ei õnnestunud saata. Palun proovi uuesti.'],
    backToLogin: ['Back to login', 'Tagasi sisselogimise juurde'],
  },
  reset: {
    title: ['Choose a new password', 'Vali uus parool'],
    subtitle: ['You will be signed out on all other devices.', 'Kõigis teistes seadmetes logitakse sind välja.'],
    submit: ['SAVE NEW PASSWORD', 'SALVESTA UUS PAROOL'],
    saving: ['Saving...', 'Salvestan...'],
    failed: ['Your password could not be changed.', 'Parooli ei õnnestunud muuta.'],
    first: {
      title: ['Choose a password', 'Vali parool'],
      subtitle: [
        (studio: string) => `Welcome to ${studio}! You sign in with this password from now on.`,
        (studio) => `${studio} tervitab sind! Selle parooliga logid edaspidi sisse.`,
      ],
      submit: ['SAVE PASSWORD', 'SALVESTA PAROOL'],
      failed: ['Your password could not be saved.', 'Parooli ei õnnestunud salvestada.'],
    },
    deadTitle: ['Get a new link', 'Küsi uus link'],
    newLink: [
      'Enter your email and we will send you a new link.',
      'Sisesta oma e-posti aadress ja saadame sulle uue lingi.',
    ],
  },
  verify: {
    title: ['Email verification', 'E-posti aadressi kinnitamine'],
    working: ['Verifying your email...', 'Kinnitan sinu e-posti aadressi...'],
    done: ['Your email is verified.', 'Sinu e-posti aadress on kinnitatud.'],
    doneHint: [
      (email: string) => `${email} is confirmed. Welcome to the dance floor!`,
      (email) => `Aadress ${email} on kinnitatud. Tere tulemast tantsima!`,
    ],
    toSignIn: ['Sign in', 'Logi sisse'],
    notYou: ['Wasn’t it you?', 'Sina ei loonud seda kontot?'],
    newPassword: ['Choose a new password', 'Vali uus parool'],
    toDashboard: ['Go to Dashboard', 'Ava töölaud'],
    goOn: ['Continue where you left off', 'Jätka sealt, kus pooleli jäid'],
    failed: ['Your email could not be verified.', 'E-posti aadressi ei õnnestunud kinnitada.'],
    newLink: ['Get a new link', 'Küsi uus link'],
    already: [
      'Your own email is verified, so there is nothing left to do.',
      'Sinu e-posti aadress on kinnitatud, midagi rohkem pole vaja teha.',
    ],
    newLinkTo: [(email: string) => `We send it to ${email}.`, (email) => `Saadame selle aadressile ${email}.`],
  },
  /** One headline and one explanation for each reason why a link does not work. */
  link: {
    linkUsed: {
      title: ['This link has already been used.', 'Seda linki on juba kasutatud.'],
      hint: ['A link works only once.', 'Link töötab ainult üks kord.'],
    },
    linkExpired: {
      title: ['This link has expired.', 'See link on aegunud.'],
      hint: [
        'For your safety a link works for a limited time only.',
        'Sinu turvalisuse huvides kehtib link piiratud aja.',
      ],
    },
    linkUnknown: {
      title: ['This link is not valid.', 'See link ei kehti.'],
      hint: [
        'Perhaps a part of the address got lost. Please open the link in the email once more, or get a new one.',
        'Võib-olla läks osa aadressist kaduma. Palun ava kirjas olev link uuesti või küsi uus.',
      ],
    },
  },
  usedForVerification: [
    'If you opened it yourself, your email is already verified and you can sign in.',
    'Kui avasid selle ise, on sinu e-posti aadress juba kinnitatud ja saad sisse logida.',
  ],
})
