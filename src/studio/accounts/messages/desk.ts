import { messages, plural } from '#kernel/messages.ts'
import { editRefusals } from '../messages.ts'

/** The users list and the user page. */
export const deskTexts = messages({
  users: ['Users', 'Kasutajad'],
  usersFound: [
    (count: number) => `${count} ${plural(count, 'user', 'users')} found`,
    (count) => `Leitud ${count} ${plural(count, 'kasutaja', 'kasutajat')}`,
  ],
  moreUsersFound: [(count: number) => `More than ${count} users found`, (count) => `Leitud üle ${count} kasutaja`],
  searchLabel: ['Search by name or e-mail', 'Otsi nime või e-posti järgi'],
  exportName: ['users', 'kasutajad'],
  loadUsersFailed: ['Failed to fetch users.', 'Kasutajaid ei õnnestunud laadida.'],
  noUsers: ['No users found', 'Kasutajaid ei leitud'],
  noUsersHint: [
    'People without an account can be added once Families is on.',
    'Ilma kontota inimesi saab lisada, kui „Pered“ on sisse lülitatud.',
  ],
  toFeatures: ['Features', 'Võimalused'],
  id: ['ID', 'ID'],
  role: ['Role', 'Roll'],
  roles: {
    user: ['User', 'Kasutaja'],
    teacher: ['Teacher', 'Treener'],
    admin: ['Admin', 'Administraator'],
  },
  byRole: {
    ascending: ['admins first', 'administraatorid enne'],
    descending: ['users first', 'kasutajad enne'],
  },
  created: ['Created at', 'Loodud'],
  deactivated: ['Deactivated', 'Peatatud'],
  noAccount: ['No account', 'Konto puudub'],
  notVerified: ['E-mail not verified', 'E-post kinnitamata'],
  askedForDeletion: ['Asked for deletion', 'Soovib kustutamist'],
  deletionRequests: ['Users who asked for their deletion', 'Kasutajad, kes soovivad oma konto kustutamist'],
  deletionsWaiting: [
    (count: number) => `${count} ${plural(count, 'person asks', 'people ask')} for deletion`,
    (count) => `${count} ${plural(count, 'inimene soovib', 'inimest soovivad')} konto kustutamist`,
  ],
  askedOn: [(day: string) => `asked on ${day}`, (day) => `soov esitatud ${day}`],
  deletedAt: ['Deleted at', 'Kustutatud'],
  deletedHint: [
    'This user has been deleted. The payments and the attendance of the past are kept without a name.',
    'See kasutaja on kustutatud. Varasemad maksed ja kohalolekud on alles ilma nimeta.',
  ],

  phone: ['Phone', 'Telefon'],
  guardiansOf: [(addresses: string) => `Guardians: ${addresses}`, (addresses) => `Vanemad: ${addresses}`],
  correct: ['Correct details', 'Paranda andmeid'],
  corrected: ['The details have been saved.', 'Andmed on salvestatud.'],
  correctAddress: ['Correct e-mail', 'Paranda e-posti aadressi'],
  correctAddressHint: [
    'Links that were sent to the wrong address stop working. Then send the letter again.',
    'Valele aadressile saadetud lingid enam ei kehti. Saada seejärel kiri uuesti.',
  ],
  addressCorrected: [
    'The e-mail address has been corrected. Now send the letter again.',
    'E-posti aadress on parandatud. Nüüd saada kiri uuesti.',
  ],
  inviteAgain: ['Send the invitation again', 'Saada kutse uuesti'],
  invitationSent: [
    (email: string) => `The invitation has been sent to ${email}.`,
    (email) => `Kutse on saadetud aadressile ${email}.`,
  ],
  verifyAgain: ['Send the verification e-mail again', 'Saada kinnituskiri uuesti'],
  verificationSent: [
    (email: string) => `The verification e-mail has been sent to ${email}.`,
    (email) => `Kinnituskiri on saadetud aadressile ${email}.`,
  ],
  addPerson: ['Add a person', 'Lisa inimene'],
  addPersonHint: [
    'Name and surname are enough. They can be invited to sign in later, from their page.',
    'Piisab nimest. Konto saab talle teha hiljem, tema lehelt.',
  ],
  personAdded: [(name: string) => `${name} has been added.`, (name) => `${name} on lisatud.`],
  openPerson: ['Open the page', 'Ava leht'],
  isHereAlready: ['is in the studio already.', 'on stuudios juba olemas.'],
  onlyIfAnother: ['Add only somebody else of the same name.', 'Lisa ainult siis, kui see on keegi teine.'],
  adding: ['Adding…', 'Lisan…'],
  loadUserFailed: ['Failed to load user data', 'Kasutaja andmeid ei õnnestunud laadida'],
  userNotFound: ['User not found.', 'Kasutajat ei leitud.'],
  register: ['Register', 'Registreeri'],
  write: ['Write an e-mail', 'Kirjuta e-kiri'],
  toUsers: ['Back to users', 'Tagasi kasutajate juurde'],
  info: ['User info', 'Kasutaja andmed'],
  dob: ['Date of birth', 'Sünnikuupäev'],
  lastLogin: ['Last login', 'Viimati sisse loginud'],
  never: ['Never', 'Mitte kunagi'],
  status: ['Status', 'Olek'],
  active: ['Active', 'Aktiivne'],
  yes: ['Yes', 'Jah'],
  no: ['No', 'Ei'],

  settings: ['Settings', 'Seaded'],
  memberLevel: ['Member level', 'Liikmetase'],
  changeLevel: ['Change member level', 'Muuda liikmetaset'],
  levelChanged: ['Member level updated.', 'Liikmetase on muudetud.'],
  levelFailed: ['Failed to update member level', 'Liikmetaset ei õnnestunud muuta'],
  membershipCategory: ['Membership category', 'Liikmekategooria'],
  changeCategory: ['Change membership category', 'Muuda liikmekategooriat'],
  categoryHint: [
    'Adds this person to every matching class straight away.',
    'Kasutaja arvatakse kohe kõigi sobivate trennide osalejate hulka.',
  ],
  categoryChanged: ['Membership category updated.', 'Liikmekategooria on muudetud.'],
  categoryFailed: ['Failed to update membership category', 'Liikmekategooriat ei õnnestunud muuta'],
  changeRole: ['Change role', 'Muuda rolli'],
  changingRole: ['Changing...', 'Muudan...'],
  ownPassword: ['Your password', 'Sinu parool'],
  ownPasswordHint: [
    'The one with which you sign in, so that nobody else changes roles on your screen.',
    'Sama, millega sisse logid: nii ei saa keegi teine sinu ekraanil rolle muuta.',
  ],
  roleChanged: ['Role updated.', 'Roll on muudetud.'],
  roleFailed: ['Failed to update role', 'Rolli ei õnnestunud muuta'],
  roleQuestion: [
    (name: string, role: string) => `Are you sure you want to change the role of ${name} to ${role}?`,
    (name, role) => `Kas annad kasutajale ${name} kindlasti uue rolli: ${role}?`,
  ],
  deactivate: ['Deactivate user', 'Peata kasutaja'],
  reactivate: ['Reactivate user', 'Taasta kasutaja'],
  deactivateQuestion: [
    (name: string) =>
      `Are you sure you want to deactivate ${name}? They are signed out everywhere at once and can't sign in. Their history stays.`,
    (name) =>
      `Kas peatad kindlasti kasutaja ${name}? Ta logitakse kohe kõikjalt välja ega saa enam sisse logida. Ajalugu jääb alles.`,
  ],
  isDeactivated: ['User deactivated.', 'Kasutaja on peatatud.'],
  isReactivated: ['User reactivated.', 'Kasutaja on taastatud.'],
  deactivateFailed: ['Failed to deactivate user', 'Kasutajat ei õnnestunud peatada'],
  reactivateFailed: ['Failed to reactivate user', 'Kasutajat ei õnnestunud taastada'],
})

export const correctRefusals = messages(
  { phoneInvalid: ['This is not a phone number.', 'See ei ole telefoninumber.'] },
  editRefusals,
)
