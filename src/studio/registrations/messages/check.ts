import { messages, plural } from '#kernel/messages.ts'

interface Facts {
  readonly taken: number
  readonly held: number
  readonly places: number
  readonly open: number
  readonly overdue: number
  readonly most: number
}

/** Texts of "Check for a person": each rule, kept or broken, and what helps. */
export const checkTexts = messages({
  title: ['Check for a person', 'Kontrolli inimest'],
  hint: ['What the person meets when they register by themselves.', 'Mida inimene näeb, kui ta ise registreerub.'],
  can: ['Can register', 'Saab registreeruda'],
  cannot: ['Can’t register', 'Ei saa registreeruda'],
  rest: [
    (rules: number) => `Checked: ${rules} ${plural(rules, 'point', 'points')} in order`,
    (rules) => `Kontrollitud: korras ${rules} ${plural(rules, 'asi', 'asja')}`,
  ],
  strengths: {
    kept: ['kept:', 'korras:'],
    unfit: ['note:', 'teadmiseks:'],
    stops: ['in the way:', 'takistab:'],
  },
  rules: {
    signInNeeded: {
      kept: [
        () => 'The person or a guardian has an account to register with.',
        () => 'Inimesel, tema vanemal või hooldajal on konto, millega registreeruda.',
      ],
      broken: [
        () => 'Nobody has an active account to book for this person.',
        () => 'Kellelgi ei ole kehtivat kontot, millega seda inimest registreerida.',
      ],
    },
    verificationNeeded: {
      kept: [() => 'The e-mail address is verified.', () => 'E-posti aadress on kinnitatud.'],
      broken: [() => 'The e-mail address is not verified.', () => 'E-posti aadress on kinnitamata.'],
    },
    termsNotAccepted: {
      kept: [() => 'The studio’s terms are accepted.', () => 'Stuudio tingimustega on nõustutud.'],
      broken: [() => 'The newest terms are not accepted.', () => 'Uusimate tingimustega ei ole nõustutud.'],
    },
    entryCancelled: {
      kept: [() => 'The class takes place.', () => 'Trenn toimub.'],
      broken: [() => 'The studio has cancelled the class.', () => 'Stuudio on trenni ära jätnud.'],
    },
    entryStarted: {
      kept: [() => 'It has not begun.', () => 'Trenn ei ole veel alanud.'],
      broken: [() => 'It has begun.', () => 'Trenn on juba alanud.'],
    },
    alreadyRegistered: {
      kept: [() => 'Not registered for this class yet.', () => 'Ei ole sellesse trenni veel registreerunud.'],
      broken: [() => 'Has a place already.', () => 'Koht on juba olemas.'],
    },
    includedAlready: {
      kept: [() => 'Not included by the membership category.', () => 'Ei kuulu inimese gruppi.'],
      broken: [
        () => 'Included by the membership category: comes without registering.',
        () => 'Kuulub inimese gruppi: võib tulla registreerumata.',
      ],
    },
    saidAbsent: {
      kept: [() => 'No absence stands in the way.', () => 'Puudumise teade ei takista.'],
      broken: [
        () => 'Included by the membership category, but said that they can’t come.',
        () => 'Kuulub inimese gruppi, aga andis teada, et ei saa tulla.',
      ],
    },
    classFull: {
      kept: [
        ({ taken, places }: Facts) => `A place is free: ${taken} of ${places} are taken.`,
        ({ taken, places }) => `Koht on vaba: ${taken}/${places} on võetud.`,
      ],
      broken: [
        ({ taken, places, held }: Facts) =>
          `Full: ${taken - held} of ${places} places are taken${held > 0 ? `, ${held} held for whoever waits` : ''}.`,
        ({ taken, places, held }) =>
          `Täis: ${taken - held}/${places} kohta on võetud${held > 0 ? `, ${held} hoitud ootajale` : ''}.`,
      ],
    },
    overduePayments: {
      kept: [() => 'Nothing overdue stands in the way.', () => 'Ükski hilinenud makse ei takista.'],
      broken: [
        ({ overdue }: Facts) => `${overdue} ${plural(overdue, 'payment is', 'payments are')} overdue.`,
        ({ overdue }) => `Tähtaja ületanud makseid: ${overdue}.`,
      ],
    },
    tooManyOpenPayments: {
      kept: [
        ({ open, most }: Facts) => `${open} of at most ${most} open payments.`,
        ({ open, most }) => `Tasumata makseid ${open}, lubatud kuni ${most}.`,
      ],
      broken: [
        ({ open, most }: Facts) => `${open} open payments, and ${most} are the most.`,
        ({ open, most }) => `Tasumata makseid ${open}, lubatud on kuni ${most}.`,
      ],
    },
  },
  ways: {
    signInNeeded: ['Invite or activate the person', 'Kutsu inimene või ava tema konto'],
    verificationNeeded: [
      'They open the link in the e-mail from the studio, or get a new one by “Forgot password?” where one signs in.',
      'Inimene avab stuudio kirjas oleva lingi või küsib sisselogimise lehelt uue („Unustasid parooli?“).',
    ],
    termsNotAccepted: ['They sign in, and accept them.', 'Inimene logib sisse ja nõustub nendega.'],
    entryCancelled: ['Choose another class.', 'Vali teine trenn.'],
    entryStarted: ['Staff can still let people in at the door.', 'Uksel saab töötaja inimese veel sisse lasta.'],
    alreadyRegistered: ['Nothing to do.', 'Midagi ei ole vaja teha.'],
    includedAlready: ['Nothing to do.', 'Midagi ei ole vaja teha.'],
    saidAbsent: ['Press “Comes after all” there', 'Vajuta seal „Tuleb siiski“'],
    classFull: ['Raise the maximum of the class', 'Suurenda trenni kohtade arvu'],
    overduePayments: ['Look at what is owed', 'Vaata, mis on tasumata'],
    tooManyOpenPayments: ['Look at what is owed', 'Vaata, mis on tasumata'],
  },
  byStaff: ['You can register the person all the same.', 'Sina saad inimese ikkagi registreerida.'],
  fits: [(pass: string) => `${pass} can be used.`, (pass) => `„${pass}“ sobib.`],
  unfit: [(pass: string, why: string) => `${pass}: ${why}`, (pass, why) => `„${pass}“: ${why}`],
  noneFits: ['No pass fits: it costs the drop-in fee.', 'Ükski pääse ei sobi: tasuda tuleb üksikpilet.'],
  sell: ['Sell a membership', 'Müü pääse'],
  noPass: ['No active pass: it costs the drop-in fee.', 'Kehtivat pääset ei ole: tasuda tuleb üksikpilet.'],
})
