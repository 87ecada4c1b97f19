import { messages } from '#kernel/messages.ts'

/** Calendars that follow the studio's, on the page of one's account. */
export const texts = messages({
  title: ['My calendar', 'Minu kalender'],
  hint: [
    'Your calendar can follow this secret address: classes you come to appear there by themselves, moved and cancelled ones too. Calendars update every few hours, so what is urgent also comes by e-mail.',
    'Sinu kalender saab seda salajast aadressi jälgida: trennid, kuhu tuled, ilmuvad sinna ise, ka edasi lükatud ja ära jäävad trennid. Kalendrid uuenevad mõne tunni tagant, kiire teade tuleb ka e-kirjaga.',
  ],
  secret: [
    'Whoever has the address sees these classes. Make a new one if somebody else got it.',
    'Kellel see aadress on, näeb neid trenne. Kui see on võõraste kätte sattunud, tee uus.',
  ],
  kinds: {
    own: ['My classes', 'Minu trennid'],
    teaching: ['Classes I teach', 'Trennid, mida annan'],
    studio: ['All classes of the studio', 'Kõik stuudio trennid'],
  },
  address: ['Address', 'Aadress'],
  copy: ['Copy', 'Kopeeri'],
  copied: ['The address has been copied.', 'Aadress on kopeeritud.'],
  copyFailed: [
    'It could not be copied. Please select the address and copy it yourself.',
    'Kopeerida ei õnnestunud. Palun märgi aadress ja kopeeri see ise.',
  ],
  open: ['Open in calendar', 'Ava kalendris'],
  anew: ['Make a new address', 'Tee uus aadress'],
  anewTitle: ['Make a new address?', 'Kas teen uue aadressi?'],
  anewQuestion: [
    'The present address stops working at once. Calendars that follow it show nothing new until they get the new one.',
    'Praegune aadress lakkab kohe kehtimast. Kalendrid, mis seda jälgivad, ei uuene enne, kui neile uue annad.',
  ],
  made: ['This is your new address.', 'See on sinu uus aadress.'],
  makeFailed: ['The address could not be made.', 'Aadressi ei õnnestunud teha.'],
  loadFailed: ['The address could not be loaded.', 'Aadressi ei õnnestunud laadida.'],
})

/** Every code of the contract. */
export const refusals = messages({
  staffOnly: ['Only staff have this calendar.', 'See kalender on ainult töötajatel.'],
})

/** The name of the feed in calendar apps. */
export const feedNames = messages({
  own: [(studio: string) => studio, (studio) => studio],
  teaching: [(studio: string) => `${studio}: classes I teach`, (studio) => `${studio}: trennid, mida annan`],
  studio: [(studio: string) => `${studio}: all classes`, (studio) => `${studio}: kõik trennid`],
})
