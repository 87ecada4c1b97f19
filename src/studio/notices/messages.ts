import { messages } from '#kernel/messages.ts'

/** By which way somebody hears of what, on the page of their account. */
export const texts = messages({
  title: ['Notices', 'Teavitused'],
  hint: [
    'What the studio has to tell you comes by e-mail. Some of it can also come as a push notification, at once and on this device.',
    'Stuudio teated tulevad e-kirjaga. Osa neist võib tulla ka tõuketeatena, kohe ja siia seadmesse.',
  ],
  kinds: {
    cancelled: ['A class is cancelled', 'Trenn jääb ära'],
    moved: ['A class is moved', 'Trenni aeg muutub'],
  },
  ways: {
    email: ['E-mail', 'E-kiri'],
    emailAndPush: ['E-mail and push', 'E-kiri ja tõuketeade'],
    push: ['Push', 'Tõuketeade'],
    none: ['None', 'Mitte midagi'],
  },
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

/** Every refusal of the contract. */
export const refusals = messages({
  alwaysByEmail: ['This always comes by e-mail.', 'See tuleb alati e-kirjaga.'],
  unknownPushService: [
    'The push service of this browser is not known here. E-mails come as before.',
    'Selle brauseri tõuketeadete teenust siin ei tunta. E-kirjad tulevad nagu ikka.',
  ],
})
