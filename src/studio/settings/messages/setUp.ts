import { messages } from '#kernel/messages.ts'

export const steps = ['studio', 'payments', 'categories', 'class', 'membership', 'share'] as const
export type Step = (typeof steps)[number]

/** Texts of the setup guide for the first admin, and of the link to it. */
export const setUpTexts = messages({
  title: ['Set up your studio', 'Sea stuudio töökorda'],
  subtitle: [
    'Six short steps. Skip what can wait: we remind you until it is done.',
    'Kuus lühikest sammu. Mis võib oodata, jäta vahele: tuletame seda meelde, kuni see on tehtud.',
  ],
  cardTitle: ['Your studio is nearly open', 'Sinu stuudio on peaaegu avatud'],
  cardHint: [
    'Name, bank account, classes: a few minutes, and people can book.',
    'Nimi, pangakonto, trennid: mõne minutiga saab registreerumise avada.',
  ],
  begin: ['Set up', 'Alusta'],
  begunHint: ['Some steps are left.', 'Mõni samm on veel jäänud.'],
  goOn: ['Continue', 'Jätka'],
  dismiss: ["Don't show this again", 'Ära seda enam näita'],
  dismissed: ['You find all of it in the menu.', 'Kõik see on ka menüüs.'],
  steps: {
    studio: ['Name and logo', 'Nimi ja logo'],
    payments: ['Bank account', 'Pangakonto'],
    categories: ['Categories', 'Kategooriad'],
    class: ['A class and its weeks', 'Trenn ja selle nädalad'],
    membership: ['A membership', 'Pääse'],
    share: ['Share it', 'Jaga'],
  },
  hints: {
    studio: ['This is how people see you, here and in e-mails.', 'Nii näevad sind inimesed siin ja kirjades.'],
    payments: [
      'Where people transfer to. Until it is set, Bank Transfer is not offered.',
      'Siia tehakse ülekandeid. Kuni seda ei ole, pangaülekannet ei pakuta.',
    ],
    categories: [
      'The kinds of classes you have, and the groups that come to them. Rename them, or leave them as they are.',
      'Mis liiki trenne sul on ja millised grupid neis käivad. Nimeta ümber või jäta nii.',
    ],
    class: ['What is taught. Days and times come next.', 'Mida õpetatakse. Päevad ja kellaajad tulevad järgmisena.'],
    membership: [
      'A pass for several classes. Drop-in works without one.',
      'Pääse mitmeks trenniks. Üksikpilet kehtib ka ilma.',
    ],
    share: [
      'People book here. Print it for the door, or send the link.',
      'Siin registreerutakse. Prindi uksele või saada link.',
    ],
  },
  scheduleNow: ['Schedule it now', 'Pane kohe tunniplaani'],
  scheduleHint: [
    'On which days and at what time, for a term. Every class is listed before it is added.',
    'Mis päevadel ja mis kell, terveks hooajaks. Enne lisamist näed siin iga trenni.',
  ],
  isDone: ['(done)', '(tehtud)'],
  skip: ['Skip for now', 'Jäta praegu vahele'],
  areRight: ['They are right', 'Need sobivad'],
  finish: ['Finish', 'Lõpeta'],
  link: ['Link to your classes', 'Link sinu trennidele'],
  onlyHere: [
    'This address works on this computer alone. Before you share it, whoever runs the server writes the address that people type into its .env file, such as BASE_URL=https://studio.example, and starts it again.',
    'See aadress töötab ainult selles arvutis. Enne jagamist kirjutab serveri haldaja selle .env-faili aadressi, mille inimesed sisestavad, näiteks BASE_URL=https://stuudio.example, ja käivitab serveri uuesti.',
  ],
  copy: ['Copy', 'Kopeeri'],
  copied: ['Copied.', 'Kopeeritud.'],
  copyFailed: ['It could not be copied. Please select it.', 'Kopeerida ei õnnestunud. Palun vali see ise.'],
  qr: ['QR code of your classes', 'Sinu trennide QR-kood'],
  saveQr: ['QR code (SVG)', 'QR-kood (SVG)'],
  savePoster: ['Poster (PDF)', 'Plakat (PDF)'],
  posterFile: ['poster', 'plakat'],
})

export const posterTexts = messages({
  title: ['Book your class', 'Registreeru trenni'],
  hint: ['Point your phone’s camera at the code.', 'Suuna telefoni kaamera koodile.'],
})
