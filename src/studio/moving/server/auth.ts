// Sign-ins at Firebase: the output of `firebase auth:export` as JSON or CSV, and the key of the password hashes.
import { JSONParser } from '@streamparser/json'
import { CsvError, parse } from 'csv-parse'
import { isEmail } from '#kernel/email.ts'
import type { Instant } from '#kernel/time.ts'
import { normalEmail } from '#studio/accounts/rules/forms.ts'
import { roles, type Role } from '#studio/accounts/rules.ts'
import type { FirebaseKey } from '#studio/accounts/server/firebasePasswords.ts'
import { utf8Of } from './bytes.ts'
import { ImportRefused } from './refused.ts'
import type { Source } from './source.ts'
import { docIn, instantOf, textIn, type Doc } from './values.ts'

export interface SignIn {
  readonly email: string
  readonly verified: boolean
  readonly passwordHash: string
  readonly salt: string
  readonly name: string
  readonly createdAt: Instant | null
  readonly lastSignedInAt: Instant | null
  readonly active: boolean
  readonly role: Role
  /** The role in the claims is not one that a studio has. */
  readonly roleUnknown: boolean
  readonly secondFactor: boolean
  readonly phone: string
}

/** By user id; if an id is repeated, the first one counts and the id is reported. */
export interface SignIns {
  readonly byId: Map<string, SignIn>
  readonly repeated: string[]
}

/** Returns null without such a file. */
export async function readSignIns(source: Source): Promise<SignIns | null> {
  const found: SignIns = { byId: new Map(), repeated: [] }
  const add = (id: string, one: SignIn) => {
    if (found.byId.has(id)) found.repeated.push(id)
    else found.byId.set(id, one)
  }
  if (source.has('auth.json')) await readJson(source, add)
  else if (source.has('auth.csv')) await readCsv(source, add)
  else return null
  return found
}

type Add = (id: string, one: SignIn) => void

async function readJson(source: Source, add: Add): Promise<void> {
  const parser = new JSONParser({ paths: ['$.users.*'], keepStack: false })
  const state: { ended: boolean; failure: unknown } = { ended: false, failure: undefined }
  parser.onValue = ({ value }) => {
    const user = docIn(value)
    add(textIn(user['localId']), signInOf(user))
  }
  parser.onEnd = () => {
    state.ended = true
  }
  parser.onError = (error) => {
    state.failure ??= error
  }
  for await (const slice of utf8Of(source.bytes('auth.json'), 'auth.json')) {
    parser.write(slice)
    if (state.failure !== undefined) throw new ImportRefused('notJson', 'auth.json')
  }
  if (!state.ended) throw new ImportRefused('cut', 'auth.json')
}

/** No headings, 28 columns; source: accountExporter.ts of firebase-tools. */
async function readCsv(source: Source, add: Add): Promise<void> {
  const table = parse({ relax_column_count: true, skip_empty_lines: true })
  const rows = async () => {
    for await (const row of table as AsyncIterable<string[]>) {
      if (row.length < 26) throw new ImportRefused('notAuthCsv', 'auth.csv')
      const user = {
        localId: row[0],
        email: row[1],
        emailVerified: row[2] === 'true',
        passwordHash: row[3],
        salt: row[4],
        displayName: row[5],
        createdAt: row[23],
        lastSignedInAt: row[24],
        phoneNumber: row[25],
        disabled: row[26] === 'true',
        customAttributes: row[27],
      }
      add(textIn(user.localId), signInOf(user))
    }
  }
  const written = async () => {
    const decoder = new TextDecoder()
    for await (const slice of utf8Of(source.bytes('auth.csv'), 'auth.csv'))
      table.write(decoder.decode(slice, { stream: true }))
    table.end()
  }
  try {
    await Promise.all([rows(), written()])
  } catch (error) {
    // the parser's own message would quote the file
    throw error instanceof CsvError ? new ImportRefused('notAuthCsv', 'auth.csv') : error
  }
}

function signInOf(user: Doc): SignIn {
  const email = normalEmail(textIn(user['email']))
  const role = roleIn(user['customAttributes'])
  return {
    email: isEmail(email) ? email : '',
    verified: user['emailVerified'] === true,
    passwordHash: textIn(user['passwordHash']),
    salt: textIn(user['salt']),
    name: textIn(user['displayName'], 100),
    // Firebase exports these in milliseconds, so that the zone is never used
    createdAt: instantOf(user['createdAt'], 'UTC'),
    lastSignedInAt: instantOf(user['lastSignedInAt'], 'UTC'),
    active: user['disabled'] !== true,
    role: role ?? 'user',
    roleUnknown: role === null,
    secondFactor: Array.isArray(user['mfaInfo']) && user['mfaInfo'].length > 0,
    phone: textIn(user['phoneNumber'], 40),
  }
}

/** The role in the claims, which are JSON inside a text; null if it is not a role of a studio. */
function roleIn(attributes: unknown): Role | null {
  const text = textIn(attributes)
  if (text === '') return 'user'
  try {
    const role = docIn(JSON.parse(text))['role'] ?? 'user'
    return roles.find((one) => one === role) ?? null
  } catch {
    return null
  }
}

/**
 * hash.json: the 'Password hash parameters' of the Firebase console, as shown there or as JSON. Null without the file.
 */
export async function readKey(source: Source): Promise<FirebaseKey | null> {
  if (!source.has('hash.json')) return null
  const slices: Uint8Array[] = []
  for await (const slice of source.bytes('hash.json')) slices.push(slice)
  const text = Buffer.concat(slices).toString()
  const value = (name: string) => new RegExp(`${name}"?\\s*[:=]\\s*"?([A-Za-z0-9+/=_-]+)`, 'i').exec(text)?.[1]
  const signerKey = value('base64_signer_key') ?? value('signerKey')
  const saltSeparator = value('base64_salt_separator') ?? value('saltSeparator')
  const rounds = Number(value('rounds'))
  const memCost = Number(value('mem_cost') ?? value('memCost'))
  const isWhole = rounds >= 1 && rounds <= 32 && memCost >= 1 && memCost <= 20
  if (signerKey === undefined || saltSeparator === undefined || !isWhole)
    throw new ImportRefused('hashIncomplete', 'hash.json')
  return { signerKey, saltSeparator, rounds, memCost }
}
