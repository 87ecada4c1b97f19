import { messages } from '#kernel/messages.ts'

/** What the letters say that ask somebody. */
export const letters = messages({
  greeting: ['Hello!', 'Tere!'],
  guardian: {
    subject: [
      (studio: string) => `Invitation to be a guardian at ${studio}`,
      (studio) => `Kutse lapse vanemaks või hooldajaks (${studio})`,
    ],
    intro: [
      (by: string, names: string) =>
        `${by} invites you to be a guardian of ${names}, too. You then see the classes, and do what the invitation allows, with a sign-in of your own. Nobody sees what the other guardian pays.`,
      (by, names) =>
        `${by} kutsub ka sind ${names.includes(', ') ? 'laste' : 'lapse'} vanemaks või hooldajaks: ${names}. Sa näed siis trenne ja saad oma kontoga teha seda, mida kutse lubab. Kumbki vanem ei näe, mida teine maksab.`,
    ],
    button: ['Look at the invitation', 'Vaata kutset'],
  },
  ownSignIn: {
    subject: [(studio: string) => `Your own sign-in at ${studio}`, (studio) => `Sinu oma konto (${studio})`],
    intro: [
      (by: string, names: string) => `${by} gives you, ${names}, a sign-in of your own. You only choose a password.`,
      (by, names) => `${by} soovib, et sul oleks stuudios oma konto (${names}). Vali ainult parool.`,
    ],
    button: ['Choose my password', 'Vali parool'],
  },
  child: {
    subject: [
      (studio: string) => `May somebody act for you at ${studio}?`,
      (studio) => `Kas keegi võib sinu eest tegutseda? (${studio})`,
    ],
    intro: [
      (by: string, _names: string) =>
        `${by} would like to act for you as your guardian: to book, to pay and to get notices. You go on signing in as before.`,
      (by, _names) =>
        `${by} soovib sinu eest tegutseda: sind trenni registreerida, sinu eest maksta ja teateid saada. Sinu konto jääb samaks.`,
    ],
    button: ['Look at the question', 'Vaata, mida küsitakse'],
  },
  /** To those who act for a child already, when somebody else does, too. */
  guardianAdded: {
    subject: [
      (names: string, studio: string) => `${names}: another guardian (${studio})`,
      (names, studio) => `${names}: lisandus vanem või hooldaja (${studio})`,
    ],
    intro: [
      (who: string, names: string) => `${who} accepted an invitation, and is now a guardian of ${names}, too.`,
      (who, names) =>
        `${who} võttis kutse vastu ja tegutseb nüüd samuti ${names.includes(', ') ? 'laste' : 'lapse'} eest: ${names}.`,
    ],
    mistake: [
      'If this is not who you meant, please write to us: the studio can end it.',
      'Kui see ei ole inimene, keda sa silmas pidasid, kirjuta meile: stuudio saab selle lõpetada.',
    ],
    button: ['My family', 'Minu pere'],
  },
  soonGrownUp: {
    subject: [
      (name: string, day: string) => `${name} turns 18 on ${day}`,
      (name, day) => `${name} saab 18-aastaseks: ${day}`,
    ],
    ownSubject: [(day: string) => `You turn 18 on ${day}`, (day) => `Sa saad 18-aastaseks: ${day}`],
    title: ['turns 18 soon', 'saab varsti 18-aastaseks'],
    ownTitle: ['You turn 18 soon', 'Sa saad varsti 18-aastaseks'],
    guardian: [
      (name: string) => `From then on ${name} books and pays alone, and you are guardian here no more.`,
      (name) => `Sellest päevast registreerub ja maksab ${name} ise ning sina tema eest enam ei tegutse.`,
    ],
    own: [
      'From then on you book and pay alone, and nobody else acts for you here.',
      'Sellest päevast registreerud ja maksad sa ise ning keegi teine sinu eest siin enam ei tegutse.',
    ],
    withSignIn: [
      'The link ends on the birthday. What is owed by then stays with who owes it.',
      'Seos lõpeb sünnipäeval. Mis on selleks ajaks maksta, jääb maksja maksta.',
    ],
    noSignIn: [
      (name: string) =>
        `Then ${name} needs an own sign-in to book and pay alone: it can be given under My family. Until it is made you go on booking and paying for ${name}, at the latest until 30 days after the birthday.`,
      (name) =>
        `Siis vajab ${name} oma kontot, et ise registreeruda ja maksta: selle saab teha jaotises „Minu pere“. Seni registreerid ja maksad sina, kuid mitte kauem kui 30 päeva pärast sünnipäeva.`,
    ],
    button: ['My family', 'Minu pere'],
  },
  validity: [
    'The link works for 14 days, and nothing happens until you accept.',
    'Link kehtib 14 päeva ja midagi ei muutu enne, kui sa seal vajutad.',
  ],
  ignore: [
    'If you don’t know who asks, you can ignore this e-mail.',
    'Kui sa kutsujat ei tunne, jäta see kiri lihtsalt tähelepanuta.',
  ],
  closing: [(studio: string) => studio, (studio) => studio],
})
