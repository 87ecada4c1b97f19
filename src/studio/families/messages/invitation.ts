import { messages, plural } from '#kernel/messages.ts'

/** The page behind the link of an invitation. */
export const invitationTexts = messages({
  title: {
    guardian: ['Invitation to be a guardian', 'Kutse lapse vanemaks või hooldajaks'],
    ownSignIn: ['Your own sign-in', 'Sinu oma konto'],
    child: ['May somebody act for you?', 'Kas keegi võib sinu eest tegutseda?'],
    unknown: ['Invitation', 'Kutse'],
  },
  theStudio: ['The studio', 'Stuudio'],
  looking: ['Looking at the invitation…', 'Vaatan kutset…'],
  takenBack: [
    'It was taken back, or a part of the address got lost.',
    'Kutse on tagasi võetud või läks osa aadressist kaduma.',
  ],
  askNew: ['Please ask for a new invitation.', 'Palun küsi uus kutse.'],
  guardian: [
    (by: string, names: string) =>
      `${by} invites you to be a guardian of ${names}, too. Nobody sees what the other guardian pays.`,
    (by, names) =>
      `${by} kutsub ka sind ${names.includes(', ') ? 'laste' : 'lapse'} vanemaks või hooldajaks: ${names}. Kumbki vanem ei näe, mida teine maksab.`,
  ],
  youCan: ['What you will be able to do', 'Mida sa siis saad teha'],
  youPay: ['You pay for what you book yourself', 'Maksad selle eest, mille ise valid'],
  child: [
    (by: string) =>
      `${by} would like to book and pay for you, and to get the e-mails about your classes. You go on signing in as before.`,
    (by) =>
      `${by} soovib sind trenni panna, sinu eest maksta ja sinu trennide kohta teateid saada. Sinu konto jääb samaks.`,
  ],
  ownSignIn: [
    (by: string, names: string) => `${by} gives you, ${names}, a sign-in of your own. Choose a password.`,
    (by, names) => `${by} soovib, et sul oleks stuudios oma konto (${names}). Vali parool.`,
  ],
  ownSignInEmail: [(email: string) => `You sign in with ${email}.`, (email) => `Sisse logid aadressiga ${email}.`],
  accept: ['Accept the invitation', 'Võta kutse vastu'],
  agree: ['Yes, they may act for me', 'Jah, ta võib minu eest tegutseda'],
  no: ['No, thanks', 'Ei, aitäh'],
  noTitle: ['Say no to the invitation?', 'Kas vastad kutsele ei?'],
  noQuestion: [
    (by: string) => `${by} will see that you said no. Should you change your mind, they can ask you again.`,
    (by) => `${by} näeb, et vastasid ei. Kui mõtled ümber, saab sulle uue kutse saata.`,
  ],
  later: ['Decide later', 'Otsustan hiljem'],
  declined: [
    (by: string) => `You said no, and nothing has changed. ${by} sees it.`,
    (by) => `Vastasid ei ja midagi ei muutunud. ${by} näeb seda.`,
  ],
  makeSignIn: ['Make my sign-in', 'Loo minu konto'],
  saving: ['Saving…', 'Salvestan…'],
  signInFirst: [
    (email: string) => `Sign in first, or sign up as ${email}: then the invitation is also on your dashboard.`,
    (email) => `Logi enne sisse või loo konto aadressiga ${email}: siis leiad kutse ka töölaualt.`,
  ],
  signInAsChild: ['Sign in first, with your own account.', 'Logi enne sisse oma kontoga.'],
  sentElsewhere: [
    (email: string, own: string) => `This invitation was sent to ${email}. You are signed in as ${own}.`,
    (email, own) => `See kutse saadeti aadressile ${email}. Sa oled sisse logitud aadressiga ${own}.`,
  ],
  toSignIn: ['Sign in', 'Logi sisse'],
  accepted: [
    (children: number) => `Done. You find the ${plural(children, 'child', 'children')} under My family.`,
    (children) => `Tehtud. Leiad ${plural(children, 'lapse', 'lapsed')} jaotisest „Minu pere“.`,
  ],
  agreed: ['Done. You can end it with the studio at any time.', 'Tehtud. Stuudio saab selle igal ajal lõpetada.'],
  gone: ['This invitation is not open any more.', 'See kutse ei oota enam vastust.'],
  noneAt: [
    (email: string) =>
      `No invitation to ${email} waits for an answer. If yours went to another address, open the link in its e-mail again.`,
    (email) =>
      `Aadressile ${email} saadetud kutset ootel ei ole. Kui kutse tuli teisele aadressile, ava selle kirja link uuesti.`,
  ],
  toDashboard: ['Go to Dashboard', 'Ava töölaud'],
  receivedGuardian: [
    (by: string, names: string) => `${by} invites you to be a guardian of ${names}, too.`,
    (by, names) =>
      `${by} kutsub ka sind ${names.includes(', ') ? 'laste' : 'lapse'} vanemaks või hooldajaks: ${names}.`,
  ],
  receivedChild: [
    (by: string) => `${by} would like to book and pay for you.`,
    (by) => `${by} soovib sind trenni panna ja sinu eest maksta.`,
  ],
  look: ['Look at the invitation', 'Vaata kutset'],
  toFamily: ['To My family', 'Minu pere juurde'],
  welcome: ['You are signed in. Have fun!', 'Oled sisse logitud. Head tantsimist!'],
})
