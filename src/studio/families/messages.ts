import { messages } from '#kernel/messages.ts'
import { editRefusals, refusals as personRefusals } from '#studio/accounts/messages.ts'

/** The family on the page of one's account, and wherever it is said for whom something is. */
export const texts = messages({
  title: ['My family', 'Minu pere'],
  hint: [
    'Add your children here, then book and pay for them with your own account. A child needs no account.',
    'Lisa siia oma lapsed: siis saad neid oma kontoga trenni registreerida ja nende eest maksta. Lapsel ei pea kontot olema.',
  ],
  children: ['My children', 'Minu lapsed'],
  addChild: ['Add a child', 'Lisa laps'],
  name: ['Name', 'Eesnimi'],
  surname: ['Surname', 'Perekonnanimi'],
  dob: ['Date of birth', 'Sünnikuupäev'],
  dobHint: ['A child here is 2 to 17 years old.', 'Laps on siin 2–17-aastane.'],
  added: [(name: string) => `${name} has been added.`, (name) => `${name} on lisatud.`],
  bookNext: ['Book a class', 'Pane trenni'],
  age: [(years: number) => `${years} years old`, (years) => `${years}-aastane`],
  also: [(names: string) => `Other guardians: ${names}`, (names) => `Teised vanemad või hooldajad: ${names}`],
  signsIn: ['Has an own sign-in', 'Oma kontoga'],
  rights: {
    canBook: ['can book', 'saab registreerida'],
    pays: ['pays', 'maksab'],
    getsNotices: ['gets notices', 'saab teated'],
  },
  rightsHints: {
    canBook: [
      'Registers, buys and cancels, and can change the two rights below.',
      'Paneb trenni, ostab ja tühistab ning saab muuta ka kahte järgmist õigust.',
    ],
    pays: ['What is bought comes to your payments.', 'Ostetu tuleb sinu maksete hulka.'],
    getsNotices: ['E-mails about changes come to you.', 'Kirjad muudatuste kohta tulevad sulle.'],
  },
  /** The same, said to the guardian who holds them. */
  yourRights: {
    canBook: ['You can book', 'Sa saad registreerida'],
    pays: ['You pay', 'Sina maksad'],
    getsNotices: ['You get notices', 'Teated tulevad sulle'],
  },
  noRights: ['You only see', 'Sa ainult näed'],
  correct: ['Correct details', 'Paranda andmeid'],
  correctTitle: [(name: string) => `Details of ${name}`, (name) => `Andmed: ${name}`],
  corrected: ['The details have been saved.', 'Andmed on salvestatud.'],
  change: ['Change rights', 'Muuda õigusi'],
  changeTitle: [(name: string) => `What you do for ${name}`, (name) => `Sinu õigused: ${name}`],
  changed: ['Your rights have been saved.', 'Sinu õigused on salvestatud.'],
  end: ['Remove from my family', 'Eemalda perest'],
  endTitle: [(name: string) => `Remove ${name} from your family?`, (name) => `Kas eemaldad oma perest: ${name}?`],
  endQuestion: [
    'You no longer see, book or pay for this child. What you already owe stays yours.',
    'Sa ei näe enam selle lapse trenne, ei saa teda trenni panna ega tema eest maksta. Varasemad maksed jäävad sulle.',
  ],
  endLast: [
    'Nobody else acts for this child here: only the studio can then register or cancel.',
    'Kedagi teist sel lapsel siin ei ole: trenni panna ja tühistada saab siis ainult stuudio.',
  ],
  endUnbooked: [
    'No other guardian may register this child: only the studio can then register or cancel.',
    'Ühelgi teisel vanemal või hooldajal ei ole õigust seda last trenni panna: siis saab trenni panna ja tühistada ainult stuudio.',
  ],
  ended: ['The link has ended.', 'Perest eemaldatud.'],
  saving: ['Saving…', 'Salvestan…'],
  notMyself: ['I don’t dance myself', 'Ma ise ei tantsi'],
  notMyselfHint: [
    'Then you are not asked about yourself when you book. What you already have stays visible.',
    'Siis ei pakuta registreerumisel sind ennast. Mis sul juba on, jääb näha.',
  ],
  whoActs: [
    (names: string) => `${names} can also act for you here.`,
    (names) => `Sinu eest saab siin tegutseda ka ${names}.`,
  ],
  photos: ['Photos and videos', 'Fotod ja videod'],
  photosHint: [
    'The studio may show pictures of classes with you in them.',
    'Stuudio võib näidata trennis tehtud pilte, kus sina peal oled.',
  ],
  photosHintOf: [
    (name: string) => `The studio may show pictures of classes with ${name} in them.`,
    (name) => `Stuudio võib näidata trennis tehtud pilte, kus on ka ${name}.`,
  ],
  photosSaid: [
    (allowed: boolean, by: string, day: string) => `${allowed ? 'Yes' : 'No'}: ${by}, ${day}`,
    (allowed, by, day) => `${allowed ? 'Jah' : 'Ei'}: ${by}, ${day}`,
  ],
  photosOfOthers: [
    'This “no” counts until the one who said it changes it.',
    'See „ei“ kehtib, kuni selle ütleja seda muudab.',
  ],
  invite: ['Invite another guardian', 'Kutsu veel üks vanem või hooldaja'],
  inviteHint: [
    'They get an e-mail and accept the invitation there. They never see what you pay, nor you what they pay.',
    'Ta saab kirja ja võtab kutse vastu. Tema ei näe, mida sina maksad, ega sina, mida maksab tema.',
  ],
  email: ['E-mail', 'E-post'],
  forWhich: ['For which children?', 'Milliste laste jaoks?'],
  whatMay: ['What may they do?', 'Mida ta võib teha?'],
  rightsOfOther: {
    canBook: ['Registers, buys and cancels.', 'Paneb trenni, ostab ja tühistab.'],
    pays: ['Pays for what they book.', 'Maksab selle eest, mille ise valib.'],
    getsNotices: ['E-mails about changes come to them.', 'Kirjad muudatuste kohta tulevad talle.'],
  },
  sendInvitation: ['Send the invitation', 'Saada kutse'],
  sent: [(email: string) => `The invitation is on its way to ${email}.`, (email) => `Kutse on teel: ${email}.`],
  ownSignIn: [(name: string) => `Give ${name} an own sign-in`, (name) => `Loo lapsele oma konto: ${name}`],
  ownSignInHint: [
    'They get an e-mail and choose a password. Then both of you act: you go on as before.',
    'Ta saab kirja ja valib parooli. Edaspidi tegutsete mõlemad: sinu jaoks ei muutu midagi.',
  ],
  signInSent: [
    (email: string, until: string) => `The e-mail for their own sign-in went to ${email}. It is valid until ${until}.`,
    (email, until) => `Oma konto kutse saadeti aadressile ${email}. See kehtib kuni ${until}.`,
  ],
  theirEmail: [(name: string) => `${name}’s e-mail`, (name) => `E-post: ${name}`],
  linkChild: ['My child has an account already', 'Minu lapsel on juba konto'],
  linkChildHint: [
    'Your child gets an e-mail, and says yes there. Then you can act for your child.',
    'Laps saab kirja ja annab vajutusega nõusoleku. Siis saad tema eest tegutseda.',
  ],
  childsEmail: ['The child’s e-mail', 'Lapse e-post'],
  waiting: ['Waiting for an answer', 'Ootab vastust'],
  waitingFor: {
    guardian: [
      (names: string | null) => (names === null ? 'Invited as guardian' : `Invited as guardian: ${names}`),
      (names) => (names === null ? 'Kutse vanemaks või hooldajaks' : `Kutse vanemaks või hooldajaks: ${names}`),
    ],
    ownSignIn: [
      (names: string | null) => (names === null ? 'Own sign-in' : `Own sign-in: ${names}`),
      (names) => (names === null ? 'Oma konto' : `Oma konto: ${names}`),
    ],
    child: [(_names: string | null) => 'Asked whether you may act', (_names) => 'Küsitud, kas võid tegutseda'],
  },
  declined: ['Said no', 'Vastas ei'],
  takeAway: ['Take off the list', 'Eemalda loendist'],
  sendAgain: ['Send again', 'Saada uuesti'],
  until: [(day: string) => `valid until ${day}`, (day) => `kehtib kuni ${day}`],
  takeBack: ['Take back', 'Võta tagasi'],
  takeBackTitle: ['Take the invitation back?', 'Kas võtan kutse tagasi?'],
  takeBackQuestion: [
    (email: string) => `The link in the e-mail to ${email} then opens nothing.`,
    (email) => `Kirjas olev link siis enam ei tööta: ${email}.`,
  ],
  takenBack: ['The invitation has been taken back.', 'Kutse on tagasi võetud.'],
  loadFailed: ['Your family could not be loaded.', 'Sinu peret ei õnnestunud laadida.'],
})

/** Every code of the contract, and those of the fields. */
export const refusals = messages(
  {
    invalidFields: ['Please check the marked fields.', 'Palun vaata märgitud väljad üle.'],
    fillRequired: ['Please fill in this field.', 'Palun täida see väli.'],
    emailTaken: [
      'There is an account with this address already. Ask whoever invited you to choose “My child has an account already” instead.',
      'Selle aadressiga konto on juba olemas. Palu kutsujal valida selle asemel „Minu lapsel on juba konto“.',
    ],
    childAge: [
      'Please check the date of birth: a child here is 2 to 17 years old.',
      'Palun kontrolli sünnikuupäeva: laps on siin 2–17-aastane.',
    ],
    tooManyChildren: [
      ({ most }: { most: number }) => `One guardian can have at most ${most} children here. Please ask the studio.`,
      ({ most }) => `Ühel inimesel saab siin olla kuni ${most} last. Palun võta stuudioga ühendust.`,
    ],
    childAdded: [
      ({ name }: { name: string }) => `${name} is among your children already.`,
      ({ name }) => `${name} on sinu laste hulgas juba olemas.`,
    ],
    userNotFound: ['User not found.', 'Kasutajat ei leitud.'],
    userNotFoundHelps: ['Search for the person again.', 'Otsi inimest uuesti.'],
    ownAddress: ['This is your own address.', 'See on sinu enda aadress.'],
    invalidEmail: ['Please enter a valid email.', 'Palun sisesta korrektne e-posti aadress.'],
    tooManyInvitations: [
      ({ most }: { most: number }) => `${most} invitations are waiting already. Please take one back first.`,
      ({ most }) => `Juba ${most} kutset ootab vastust. Palun võta mõni enne tagasi.`,
    ],
    hasSignIn: ['There is an own sign-in already.', 'Oma konto on juba olemas.'],
    tooYoungToSignIn: [
      'An own sign-in can be made from the 13th birthday on.',
      'Oma konto saab teha alates 13. sünnipäevast.',
    ],
    invitationAccepted: ['The invitation has been accepted already.', 'Kutse on juba vastu võetud.'],
    invitationAnswered: ['This invitation is not open any more.', 'See kutse ei oota enam vastust.'],
    invitationAnsweredHelps: ['Invite them again.', 'Saada uus kutse.'],
    invitationEnded: [
      'Whoever invited you can’t decide this any more. Please ask them, or the studio.',
      'Kutsuja ei saa seda enam otsustada. Palun küsi temalt või stuudiost.',
    ],
    ownInvitation: [
      'You sent this invitation yourself: it is for somebody else to accept.',
      'Selle kutse saatsid sa ise: vastu võtab selle keegi teine.',
    ],
    guardianNotGrownUp: [
      'A guardian here is at least 18 years old. Ask the studio if that is wrong.',
      'Vanem või hooldaja on siin vähemalt 18-aastane. Vajadusel küsi stuudiost.',
    ],
    notAChild: [
      'A guardian acts for somebody under 18. Sign in as the child who is asked.',
      'Teine saab tegutseda ainult alla 18-aastase eest. Logi sisse selle lapsena, kellelt küsitakse.',
    ],
    chooseChild: ['Please choose at least one child.', 'Palun vali vähemalt üks laps.'],
    photosFromOthers: [
      'Only a guardian who can book decides this for the child. Ask them, or the studio.',
      'Selle otsustab lapse eest vanem, kes saab last trenni panna. Palun küsi temalt või stuudiost.',
    ],
    linkNotFound: [
      'You are not this child’s guardian any more. If you should be, ask the studio.',
      'Sa ei ole enam selle lapse vanem või hooldaja. Vajadusel küsi stuudiost.',
    ],
    rightsFromOthers: [
      'Only a guardian who can book, or the studio, can give you this right.',
      'Selle õiguse saab sulle anda vanem, kes saab last trenni panna, või stuudio.',
    ],
    nobodyElseBooks: [
      'Nobody else can book for this child. Invite another guardian who can, then give it up.',
      'Keegi teine ei saa seda last trenni panna. Kutsu enne veel üks vanem või hooldaja, kes saab registreerida.',
    ],
  },
  personRefusals,
  editRefusals,
)
