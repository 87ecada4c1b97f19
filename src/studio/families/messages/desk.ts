import { messages } from '#kernel/messages.ts'

/** A person's family, as an admin sees it. */
export const deskTexts = messages({
  title: ['Family', 'Pere'],
  guardians: ['Guardians', 'Vanemad ja hooldajad'],
  children: ['Children', 'Lapsed'],
  none: [
    'Nobody acts for this person, and this person acts for nobody.',
    'Keegi ei tegutse selle inimese eest ja tema ei tegutse kellegi eest.',
  ],
  end: ['End the link', 'Lõpeta seos'],
  endOf: [(name: string) => `End the link: ${name}`, (name) => `Lõpeta seos: ${name}`],
  endQuestion: [
    'The guardian no longer sees, books or pays for this child. What they already owe stays theirs.',
    'Vanem ei näe enam selle lapse trenne, ei saa teda trenni panna ega tema eest maksta. Varasemad maksed jäävad talle.',
  ],
  ended: ['The link has ended.', 'Seos on lõppenud.'],
  inviteGuardian: ['Invite a guardian', 'Kutsu vanem või hooldaja'],
  inviteToSignIn: ['Invite to sign in', 'Kutsu kontot looma'],
  inviteHint: ['They get an e-mail, and accept the invitation there.', 'Ta saab kirja ja võtab kutse vastu.'],
  phone: ['Phone', 'Telefon'],
  email: ['E-mail', 'E-post'],
  loadFailed: ['The family could not be loaded.', 'Peret ei õnnestunud laadida.'],
})
