import { isEmail } from '#kernel/email.ts'
import { normalEmail } from '#studio/accounts/rules/forms.ts'
import { roles } from '#studio/accounts/rules.ts'
import { keyIdOf, storedFirebase, type FirebaseKey } from '#studio/accounts/server/firebasePasswords.ts'
import type { accounts, people } from '#studio/accounts/tables.ts'
import { called, type Studio, type Tell } from './judge.ts'
import type { SignIn } from './auth.ts'
import { dateOf, instantOf, textIn, type Doc } from './values.ts'

export interface PersonRow {
  readonly id: string
  readonly person: typeof people.$inferInsert
  readonly account: typeof accounts.$inferInsert | null
  readonly passwordHash: string | null
}

/** Which user keeps each address: of addresses that differ only in case, the last to sign in. */
export function keepersOf(all: Iterable<readonly [id: string, SignIn]>): ReadonlyMap<string, string> {
  const keepers = new Map<string, { id: string; last: number }>()
  for (const [id, { email, lastSignedInAt, createdAt }] of all) {
    if (email === '') continue
    const last = lastSignedInAt ?? createdAt ?? 0
    const other = keepers.get(email)
    if (!other || other.last < last || (other.last === last && id < other.id)) keepers.set(email, { id, last })
  }
  return new Map([...keepers].map(([email, { id }]) => [email, id]))
}

/** Used if there is no auth file: the document's address, unverified, so that its owner must set a new password. */
export function signInOfDocument(doc: Doc, { timeZone }: Studio): SignIn {
  const email = normalEmail(textIn(doc['email']))
  return {
    email: isEmail(email) ? email : '',
    verified: false,
    passwordHash: '',
    salt: '',
    name: '',
    createdAt: instantOf(doc['createdAt'], timeZone),
    lastSignedInAt: instantOf(doc['lastLogin'], timeZone),
    active: true,
    role: 'user',
    roleUnknown: false,
    secondFactor: false,
    phone: '',
  }
}

interface Signing {
  readonly signIn: SignIn | null
  /** User id that keeps each address. */
  readonly keepers: ReadonlyMap<string, string>
  readonly key: FirebaseKey | null
}

/** A person, with the account if there is one. */
export function personOf(id: string, doc: Doc | null, signing: Signing, studio: Studio, tell: Tell): PersonRow | null {
  const { signIn } = signing
  const [displayName, familyName] = [
    textIn(doc?.['displayName'], 100) || signIn?.name || (signIn?.email.split('@')[0] ?? ''),
    textIn(doc?.['familyName'], 100),
  ]
  if (displayName === '' && familyName === '') {
    tell('noName')
    return null
  }
  if (doc === null) tell('noUserDocument')
  const made = signIn?.createdAt ?? instantOf(doc?.['createdAt'], studio.timeZone) ?? studio.now
  const createdAt = Math.min(made, studio.now)
  const category = textIn(doc?.['membershipCategory'], 200)
  const membershipCategory = studio.membershipCategories.get(called(category)) ?? null
  if (category !== '' && membershipCategory === null) tell('categoryUnknown', category)
  const active = doc?.['active'] !== false
  const person = {
    id,
    displayName: displayName || familyName,
    familyName: displayName ? familyName : '',
    dob: dateOf(doc?.['dob'], studio.timeZone),
    phone: textIn(doc?.['phone'], 40) || (signIn?.phone ?? ''),
    active,
    memberLevel: textIn(doc?.['memberLevel'], 100) || 'standard',
    membershipCategory,
    createdAt,
  }
  const account = accountOf(id, doc, signing, { active, createdAt }, tell)
  return { id, person, account, passwordHash: account && passwordOf(signing, tell) }
}

function accountOf(
  id: string,
  doc: Doc | null,
  { signIn, keepers }: Signing,
  { active, createdAt }: { active: boolean; createdAt: number },
  tell: Tell,
): PersonRow['account'] {
  if (!signIn || signIn.email === '') {
    tell(signIn ? 'badAddress' : 'noSignIn')
    return null
  }
  if (keepers.get(signIn.email) !== id) {
    tell('addressTaken', signIn.email)
    return null
  }
  const said = roles.find((one) => one === doc?.['role'])
  if (signIn.roleUnknown) tell('roleUnknown')
  else if (said !== undefined && said !== signIn.role) tell('roleDiffers', `${said} → ${signIn.role}`)
  return {
    id,
    personId: id,
    email: signIn.email,
    emailVerifiedAt: signIn.verified ? createdAt : null,
    role: signIn.role,
    active: active && signIn.active,
    language: doc?.['language'] === 'et' ? 'et' : 'en',
    createdAt,
    lastLogin: signIn.lastSignedInAt,
  }
}

/**
 * The password hash to keep. Hashes of other schemes than Firebase's have another length and could never be verified,
 * so they are left out.
 */
function passwordOf({ signIn, key }: Signing, tell: Tell): string | null {
  if (signIn?.secondFactor) tell('secondFactor')
  const known = key !== null && signIn !== null && signIn.passwordHash !== '' && signIn.salt !== ''
  const bytes = (base64: string) => Buffer.from(base64, 'base64').length
  if (known && bytes(signIn.passwordHash) === bytes(key.signerKey))
    return storedFirebase(keyIdOf(key), signIn.salt, signIn.passwordHash)
  tell('noPassword')
  return null
}
