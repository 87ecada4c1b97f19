import { messages, plural } from '#kernel/messages.ts'

/** Account page: the way in which each kind of notice is sent. */
export const texts = messages({
  title: ['Notices', 'Teavitused'],
  hint: [
    'What the studio has to tell you comes by e-mail. It can also come as a push notification, at once and on this device.',
    'Stuudio teated tulevad e-kirjaga. Need võivad tulla ka tõuketeatena, kohe ja siia seadmesse.',
  ],
  about: ['About', 'Mille kohta'],
  by: ['How we tell you', 'Kuidas teatame'],
  kinds: {
    cancelled: ['A class is cancelled', 'Trenn jääb ära'],
    moved: ['A class is moved', 'Trenni aeg muutub'],
    offers: ['A place is free for you', 'Sulle vabaneb koht'],
    bookings: ['A booking or a purchase', 'Registreering või ost'],
    reminders: ['A reminder of a class or a membership', 'Meeldetuletus trennist või pääsmest'],
    payments: ['Payments', 'Maksed'],
    messages: ['A message about your class, course or group', 'Sõnum sinu trenni, kursuse või grupi kohta'],
    news: ['News from the studio', 'Stuudio uudised'],
  },
  ways: {
    email: ['E-mail', 'E-kiri'],
    emailAndPush: ['E-mail and push', 'E-kiri ja tõuketeade'],
    push: ['Push', 'Tõuketeade'],
    none: ['None', 'Mitte midagi'],
  },
  noDevice: [
    'None of your devices shows push notifications. Until one does, this comes by e-mail.',
    'Ükski sinu seade tõuketeateid ei näita. Seni tuleb see e-kirjaga.',
  ],
  saved: ['Saved.', 'Salvestatud.'],
  saveFailed: ['Your choice could not be saved', 'Valikut ei õnnestunud salvestada'],
  loadFailed: ['Your notices could not be loaded.', 'Teavitusi ei õnnestunud laadida.'],
  device: {
    title: ['Push on this device', 'Tõuketeated selles seadmes'],
    on: ['This device shows push notifications.', 'See seade näitab tõuketeateid.'],
    off: [
      'This device shows none yet. Choose above what you want to hear of.',
      'See seade tõuketeateid veel ei näita. Vali ülalt, millest soovid teada saada.',
    ],
    turnOn: ['Turn on', 'Lülita sisse'],
    turnOff: ['Turn off', 'Lülita välja'],
    working: ['One moment...', 'Üks hetk...'],
    unsupported: ['This browser can show no push notifications.', 'See brauser ei oska tõuketeateid näidata.'],
    homeScreen: [
      'On an iPhone or iPad they work once the studio is on the home screen: press Share, then “Add to Home Screen”, and open it from there.',
      'iPhone’is ja iPadis töötavad need siis, kui stuudio on avakuval: vajuta „Jaga“, siis „Lisa avakuvale“, ja ava see sealt.',
    ],
    denied: [
      'The browser is told to show none from this page. You can allow it in the settings of the browser, beside the address.',
      'Brauseril on keelatud siit teateid näidata. Seda saad lubada brauseri seadetes, aadressi kõrval.',
    ],
    failed: [
      'Push notifications could not be turned on. Please try again later.',
      'Tõuketeateid ei õnnestunud sisse lülitada. Palun proovi hiljem uuesti.',
    ],
  },
})

/** The page of the unsubscribe link. */
export const unsubscribeTexts = messages({
  title: ['Stop these e-mails', 'Loobu neist kirjadest'],
  question: ['Do you want no more e-mails about this:', 'Kas loobud e-kirjadest, mis räägivad sellest:'],
  submit: ['Stop these e-mails', 'Loobu'],
  done: ['You will get no more e-mails of this kind.', 'Selliseid e-kirju sa enam ei saa.'],
  change: ['You can change it under Account, Notices.', 'Seda saad muuta konto lehel, teavituste all.'],
  account: ['To my account', 'Minu kontole'],
  failed: ['It could not be saved.', 'Seda ei õnnestunud salvestada.'],
})

/** Frame texts of every letter. */
export const letterTexts = messages({
  greeting: [
    (name: string) => (name === '' ? 'Hello!' : `Hello ${name}!`),
    (name) => (name === '' ? 'Tere!' : `Tere, ${name}!`),
  ],
  closing: [(studio: string) => `Your ${studio}`, (studio) => studio],
  forWhom: ['For', 'Kellele'],
  several: [
    (first: string, more: number) => `${first} (and ${more} more)`,
    (first, more) => `${first} (ja veel ${more} ${plural(more, 'teade', 'teadet')})`,
  ],
})

/** Every refusal of the contract. */
export const refusals = messages({
  linkDead: [
    'This link is not complete. Please use the one in the e-mail.',
    'See link ei ole terve. Palun ava see e-kirjast.',
  ],
  alwaysByEmail: ['This always comes by e-mail.', 'See tuleb alati e-kirjaga.'],
  unknownPushService: [
    'The push service of this browser is not known here. E-mails come as before.',
    'Selle brauseri tõuketeadete teenust siin ei tunta. E-kirjad tulevad nagu ikka.',
  ],
})
