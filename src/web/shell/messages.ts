import { messages } from '#kernel/messages.ts'

/** Texts of the frame around every screen: navigation, notices, Report a Problem. */
export const shellTexts = messages({
  skip: ['Skip to content', 'Otse sisu juurde'],
  navigation: ['Main navigation', 'Peamenüü'],
  website: ['website', 'koduleht'],
  logOut: ['Log Out', 'Logi välja'],
  loggingOut: ['Logging out...', 'Login välja...'],
  admin: ['Admin', 'Haldus'],
  search: ['Search', 'Otsi'],
  groups: {
    plan: ['Plan', 'Plaan'],
    people: ['People', 'Inimesed'],
    money: ['Money', 'Raha'],
    records: ['Records', 'Andmed'],
  },
  menu: ['Menu', 'Menüü'],
  more: ['More', 'Veel'],
  language: ['Language', 'Keel'],
  theme: ['Appearance', 'Välimus'],
  themes: {
    light: ['Light', 'Hele'],
    dark: ['Dark', 'Tume'],
    system: ['System', 'Süsteem'],
  },
  verifyNotice: [
    'Please verify your email to access all features',
    'Kõigi võimaluste kasutamiseks kinnita palun oma e-posti aadress.',
  ],
  verifyLink: ['Get a new link', 'Küsi uus link'],
  termsNotice: [
    'Please accept the studio’s terms to book and buy.',
    'Registreerumiseks ja ostmiseks nõustu palun stuudio tingimustega.',
  ],
  termsLink: ['Read the terms', 'Loe tingimusi'],
  terms: ['Terms', 'Tingimused'],
  beta: ['Beta', 'Beeta'],
  betaShort: ['Beta. Found an error?', 'Beeta. Leidsid vea?'],
  betaHide: ['Hide for today', 'Peida tänaseks'],
  betaNotice: [
    'This app is in beta. Found an error? Please report it.',
    'Rakendus on katsetamisel. Leidsid vea? Anna palun teada.',
  ],
  offline: [
    "You're offline. This page updates when you're back.",
    'Internetiühendus puudub. Siin nähtu võib olla vananenud, kuid uueneb ise, kui ühendus taastub.',
  ],
  newVersion: ['A new version is ready.', 'Uus versioon on valmis.'],
  reload: ['Reload', 'Laadi uuesti'],
  later: ['Later', 'Hiljem'],
  needHelp: ['Questions?', 'Küsimusi?'],
  version: [(version: string) => `Version ${version}`, (version) => `Versioon ${version}`],
  problem: ['This screen could not be shown.', 'Seda lehte ei õnnestunud näidata.'],
  problemHint: [
    'Nothing you did is lost. Please try again; if it happens again, please report it.',
    'Sinu tehtust ei läinud midagi kaduma. Palun proovi uuesti; kui see kordub, anna meile teada.',
  ],
  home: ['Start page', 'Avaleht'],
})

export const reportTexts = messages({
  button: ['Report a Problem', 'Teata veast'],
  title: ['Report a Problem', 'Teata veast'],
  intro: [
    'Three short steps, and we can find and fix it.',
    'Kolm lühikest sammu aitavad meil vea üles leida ja parandada.',
  ],
  guide: [
    'Guide: take a screenshot, describe the problem, send both by email.',
    'Juhis: tee ekraanipilt, kirjelda viga ja saada mõlemad meile e-postiga.',
  ],
  steps: {
    screenshot: ['Take a screenshot', 'Tee ekraanipilt'],
    screenshotHint: [
      'It shows us what you saw. On a phone, press the power and a volume button together.',
      'Nii näeme sama, mida nägid sina. Telefonis vajuta korraga toitenuppu ja helitugevuse nuppu.',
    ],
    describe: ['Describe the problem in detail', 'Kirjelda viga võimalikult täpselt'],
    describeHint: [
      'What did you do, what happened, and what did you expect?',
      'Mida sa tegid, mis juhtus ja mida ootasid?',
    ],
    email: ['Email us', 'Kirjuta meile'],
    emailHint: [
      'Add the screenshot to the email. The page, the time and the version are filled in already.',
      'Lisa ekraanipilt kirjale. Leht, aeg ja versioon on juba kirjas.',
    ],
  },
  thanks: [
    'Thank you! Every report makes the app better for everyone.',
    'Aitäh! Iga teade teeb rakenduse kõigi jaoks paremaks.',
  ],
  loadFailed: [
    (email: string) => `This could not be opened. Please write to ${email}.`,
    (email) => `Seda ei õnnestunud avada. Palun kirjuta aadressil ${email}.`,
  ],
  subject: [(studio: string) => `Problem in ${studio}`, (studio) => `Viga rakenduses (${studio})`],
  body: [
    (facts: { route: string; time: string; version: string }) =>
      `What did you do?\n\n\nWhat happened, and what did you expect?\n\n\nPlease add the screenshot.\n\n---\nPage: ${facts.route}\nTime: ${facts.time}\nVersion: ${facts.version}\n`,
    (facts) =>
      `Mida sa tegid?\n\n\nMis juhtus ja mida ootasid?\n\n\nPalun lisa ekraanipilt.\n\n---\nLeht: ${facts.route}\nAeg: ${facts.time}\nVersioon: ${facts.version}\n`,
  ],
})
