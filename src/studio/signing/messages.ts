import { messages } from '#kernel/messages.ts'

/** Texts about ways to sign in, on the account page and the pages of letters' links. */
export const texts = messages({
  title: ['Signing in', 'Sisselogimine'],
  loadFailed: ['This could not be loaded.', 'Seda ei õnnestunud laadida.'],

  address: {
    title: ['E-mail address', 'E-posti aadress'],
    now: [(email: string) => `You sign in with ${email}.`, (email) => `Logid sisse aadressiga ${email}.`],
    field: ['New e-mail address', 'Uus e-posti aadress'],
    hint: [
      'We send an e-mail there. The new address is used once you have opened its link and pressed the button.',
      'Saadame sinna kirja. Uus aadress hakkab kehtima, kui oled kirjas oleva lingi avanud ja seal nuppu vajutanud.',
    ],
    ownPassword: ['Your password', 'Sinu parool'],
    ownPasswordHint: [
      'The one with which you sign in, so that nobody else moves your account on your screen.',
      'Sama, millega sisse logid: nii ei saa keegi teine sinu ekraanil kontole uut aadressi anda.',
    ],
    submit: ['Send e-mail', 'Saada kiri'],
    sending: ['Sending...', 'Saadan...'],
    pending: [
      (email: string) =>
        `We sent an e-mail to ${email}. Open the link in it and press 'Use this address'. Please check the spam folder, too.`,
      (email) =>
        `Saatsime kirja aadressile ${email}. Ava selles olev link ja vajuta „Kasuta seda aadressi“. Vaata ka rämpsposti kausta.`,
    ],
  },
  password: {
    title: ['Password', 'Parool'],
    changed: [(day: string) => `Last changed on ${day}.`, (day) => `Viimati muudetud ${day}.`],
    none: [
      'Your account has no password. With a link in an e-mail you can choose one.',
      'Sinu kontol ei ole parooli. Kirjas oleva lingiga saad selle valida.',
    ],
    choose: ['Choose a password', 'Vali parool'],
    current: ['Current password', 'Praegune parool'],
    next: ['New password', 'Uus parool'],
    again: ['New password again', 'Uus parool uuesti'],
    hint: [
      (least: number) => `At least ${least} characters. You are signed out everywhere else.`,
      (least) => `Vähemalt ${least} tähemärki. Mujal logitakse sind välja.`,
    ],
    submit: ['Change password', 'Muuda parool'],
    saving: ['Saving...', 'Salvestan...'],
    saved: [
      'Your password has been changed. You are signed out everywhere else.',
      'Parool on muudetud. Mujal oled välja logitud.',
    ],
  },
  passkeys: {
    title: ['Passkeys', 'Pääsuvõtmed'],
    hint: [
      'With a passkey you sign in by your fingerprint, face or the code of your device, without a password.',
      'Pääsuvõtmega logid sisse sõrmejälje, näo või seadme koodiga, ilma paroolita.',
    ],
    add: ['Add a passkey', 'Lisa pääsuvõti'],
    added: ['The passkey has been added.', 'Pääsuvõti on lisatud.'],
    already: [
      'This device has a passkey for your account already.',
      'Sellel seadmel on sinu konto pääsuvõti juba olemas.',
    ],
    unsupported: ['This browser has no passkeys.', 'See brauser ei tunne pääsuvõtmeid.'],
    failed: [
      'The passkey could not be made. Please try again, or use another device.',
      'Pääsuvõtit ei õnnestunud teha. Palun proovi uuesti või kasuta teist seadet.',
    ],
    made: [(day: string) => `Made on ${day}`, (day) => `Tehtud ${day}`],
    lastUsed: [(day: string) => `Last used on ${day}`, (day) => `Viimati kasutatud ${day}`],
    neverUsed: ['Not used yet', 'Veel kasutamata'],
    remove: ['Remove', 'Eemalda'],
    removeTitle: [(name: string) => `Remove the passkey ${name}?`, (name) => `Kas eemaldan pääsuvõtme ${name}?`],
    removeQuestion: [
      (hasPassword: boolean) =>
        `It signs you in no more. ${hasPassword ? 'You can still sign in with your password; with “Forgot password?” you choose a new one at any time.' : 'Your account has no password: with “Forgot password?” on the sign-in page you choose one.'}`,
      (hasPassword) =>
        `Sellega enam sisse logida ei saa. ${hasPassword ? 'Saad endiselt logida sisse parooliga; lingiga „Unustasid parooli?“ saad igal ajal valida uue.' : 'Sinu kontol ei ole parooli: selle saad valida sisselogimise lehel lingiga „Unustasid parooli?“.'}`,
    ],
    removed: ['The passkey has been removed.', 'Pääsuvõti on eemaldatud.'],
  },
  twoSteps: {
    title: ['Two steps', 'Kaks sammu'],
    hint: [
      'After your password an authenticator app on your phone confirms that it is you. A passkey counts as both steps.',
      'Pärast parooli kinnitab sinu telefonis olev autentimisrakendus, et see oled sina. Pääsuvõti asendab mõlemat sammu.',
    ],
    begin: ['Set up two steps', 'Seadista kaks sammu'],
    scan: [
      'Scan this with your authenticator app, then enter the code that it shows. You are then signed out everywhere else.',
      'Skanni see autentimisrakendusega ja sisesta kood, mida see näitab. Seejärel logitakse sind mujal välja.',
    ],
    qr: ['QR code for your authenticator app', 'QR-kood autentimisrakendusele'],
    orType: ['Or type this key:', 'Või sisesta see võti:'],
    code: ['Code', 'Kood'],
    confirm: ['Turn on', 'Lülita sisse'],
    codesTitle: ['Your recovery codes', 'Sinu taastekoodid'],
    codesHint: [
      'Please keep them in a safe place, not on your phone. Each opens the door once when the app is not at hand. They are shown only now.',
      'Palun hoia neid kindlas kohas, mitte telefonis. Kui rakendust ei ole käepärast, saab igaühega üks kord sisse. Neid näidatakse ainult praegu.',
    ],
    copy: ['Copy', 'Kopeeri'],
    copied: ['Codes copied.', 'Koodid on kopeeritud.'],
    saveFile: ['Save as a file', 'Salvesta failina'],
    fileName: ['recovery-codes', 'taastekoodid'],
    saved: ['I have saved them', 'Salvestasin need'],
    on: [
      (codes: number) => `Two steps are on. Recovery codes left: ${codes}.`,
      (codes) => `Kaks sammu on sees. Taastekoode alles: ${codes}.`,
    ],
    end: ['Turn off', 'Lülita välja'],
    ended: ['Two steps are off.', 'Kaks sammu on väljas.'],
  },
  provider: {
    hint: [(name: string) => `You can sign in with ${name}, too.`, (name) => `Saad sisse logida ka teenusega ${name}.`],
    linked: [(name: string) => `${name} signs you in.`, (name) => `Sisse saab logida teenusega ${name}.`],
    unlink: ['Remove', 'Eemalda'],
    unlinked: [
      (hasPassword: boolean) =>
        `It signs you in no more. ${hasPassword ? 'Your password still does.' : 'Your account has no password: with “Forgot password?” on the sign-in page you choose one.'}`,
      (hasPassword) =>
        hasPassword
          ? 'Nii enam sisse logida ei saa, parooliga saad endiselt.'
          : 'Nii enam sisse logida ei saa. Sinu kontol ei ole parooli: selle saad valida sisselogimise lehel lingiga „Unustasid parooli?“.',
    ],
  },
  sessions: {
    title: ['Where I am signed in', 'Kus olen sisse logitud'],
    here: ['This device', 'See seade'],
    unknown: ['Unknown device', 'Tundmatu seade'],
    since: [(stamp: string) => `Signed in ${stamp}`, (stamp) => `Sisse logitud ${stamp}`],
    lastSeen: [(stamp: string) => `Last seen ${stamp}`, (stamp) => `Viimati nähtud ${stamp}`],
    end: ['Sign out', 'Logi välja'],
    endOthers: ['Sign out everywhere else', 'Logi teistes seadmetes välja'],
    nowhereElse: ['You are signed in nowhere else.', 'Mujal sa sisse logitud ei ole.'],
    ended: ['Signed out.', 'Välja logitud.'],
    othersEnded: ['You are signed out everywhere else.', 'Mujal oled välja logitud.'],
  },
  use: {
    title: ['Use this address', 'Kasuta seda aadressi'],
    question: [
      (email: string) => `From now on ${email} signs in to your account, and e-mails go there.`,
      (email) => `Edaspidi logid oma kontole sisse aadressiga ${email} ja kirjad tulevad sinna.`,
    ],
    submit: ['Use this address', 'Kasuta seda aadressi'],
    done: [(email: string) => `Your address is now ${email}.`, (email) => `Sinu aadress on nüüd ${email}.`],
    signIn: [
      'To use it, please sign in with your present address first.',
      'Selleks logi palun enne oma praeguse aadressiga sisse.',
    ],
    toSignIn: ['Sign in', 'Logi sisse'],
    toAccount: ['Go to my account', 'Ava minu konto'],
    newLink: ['You can ask for a new e-mail on the page of your account.', 'Uue kirja saad küsida oma konto lehelt.'],
  },
  keep: {
    title: ['Keep my old address', 'Jäta alles vana aadress'],
    question: [
      (email: string) =>
        `Your account gets ${email} back. Everybody is signed out, the password stops working, and you choose a new one.`,
      (email) =>
        `Sinu konto saab tagasi aadressi ${email}. Kõik logitakse välja, parool enam ei kehti ja sa valid uue.`,
    ],
    submit: ['Keep my old address', 'Jäta alles vana aadress'],
    help: [
      'Is something wrong with your account? Please write to the studio:',
      'Kas su kontoga on midagi valesti? Palun kirjuta stuudiole:',
    ],
  },
  working: ['One moment...', 'Üks hetk...'],
})

/** All codes of the contract and its fields, in addition to those of accounts. */
export const refusals = messages({
  invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
  fillRequired: ['Please fill in this field.', 'Palun täida see väli.'],
  emailRequired: ['Please fill in this field.', 'Palun täida see väli.'],
  passwordRequired: ['Please fill in this field.', 'Palun täida see väli.'],
  emailTaken: [
    'Another account uses this address already. Please choose a different one, or write to the studio.',
    'Seda aadressi kasutab juba teine konto. Palun vali muu aadress või kirjuta stuudiole.',
  ],
  sameAddress: ['This is your address already.', 'See ongi sinu aadress.'],
  noPassword: [
    'Please choose a password first, below: staff confirm a new e-mail address with it.',
    'Palun vali enne allpool endale parool: töötajad kinnitavad sellega uue e-posti aadressi.',
  ],
  passkeyFirst: [
    'Please sign out, and sign in with your passkey first. If it is lost, please write to the studio.',
    'Palun logi välja ja logi esmalt sisse pääsuvõtmega. Kui see on kadunud, kirjuta palun stuudiole.',
  ],
  twoStepsOn: ['Two steps are on already.', 'Kaks sammu on juba sees.'],
  tooManyPasskeys: [
    'There are 20 passkeys already. Please remove one first.',
    'Pääsuvõtmeid on juba 20. Palun eemalda enne mõni.',
  ],
  otherAccount: [
    'This link belongs to another account. Please sign in with that one, and open it again.',
    'See link kuulub teisele kontole. Palun logi sisse sellega ja ava link uuesti.',
  ],
})
