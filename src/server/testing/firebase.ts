// A Firebase studio in the formats of its export tools: firebase-tools for accounts, and node-firestore-import-export
// for documents.
import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export type Docs = Record<string, object>
export type Dump = Record<string, Docs>

/** Parameters and the one user of Firebase's own example: github.com/firebase/scrypt. */
export const EXAMPLE = {
  password: 'user1password',
  salt: '42xEC+ixf3L2lw==',
  hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  key: `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}
`,
} as const

export const stamp = (iso: string) => ({
  __datatype__: 'timestamp',
  value: { _seconds: Math.floor(Date.parse(iso) / 1000), _nanoseconds: (Date.parse(iso) % 1000) * 1e6 },
})

export const authUser = (localId: string, email: string, more: object = {}) => ({
  localId,
  email,
  emailVerified: true,
  passwordHash: EXAMPLE.hash,
  salt: EXAMPLE.salt,
  displayName: localId,
  lastSignedInAt: '1735732800000',
  createdAt: '1704110400000',
  disabled: false,
  providerUserInfo: [],
  ...more,
})

interface Studio {
  readonly users?: readonly object[]
  readonly collections?: Dump
  readonly key?: string | null
}

/** The files of a complete export. */
export const exportOf = ({ users, collections = {}, key = EXAMPLE.key }: Studio) => ({
  'firestore.json': JSON.stringify({ __collections__: collections }),
  ...(users && { 'auth.json': JSON.stringify({ users }) }),
  ...(key !== null && { 'hash.json': key }),
})

/** Writes the export files into a folder. */
export function writeFirebase(folder: string, studio: Studio): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(exportOf(studio))) writeFileSync(join(folder, name), text)
}

const CATEGORIES = ['Girl Group', 'Boy Group', 'K-POP 16+']

/** Writes the export of a large studio piece by piece: this many people, and about this many other records. */
export function writeLargeFirebase(folder: string, people: number, records: number): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'hash.json'), EXAMPLE.key)
  const uid = (n: number) => `uid${String(n % people).padStart(8, '0')}xyzabcdefghijkl`
  const users = Array.from({ length: people }, (_, n) =>
    authUser(uid(n), `Dancer${n}@Example.com`, n === 0 ? {} : { passwordHash: randomBytes(64).toString('base64') }),
  )
  writeFileSync(join(folder, 'auth.json'), JSON.stringify({ users }))
  const at = (n: number) => stamp(new Date(Date.parse('2025-01-01T10:00:00Z') + (n % 400_000) * 60_000).toISOString())
  const file = openSync(join(folder, 'firestore.json'), 'w')
  const collection = (
    name: string,
    count: number,
    doc: (n: number) => object,
    idOf = (n: number) => `${name}-${n}`,
  ) => {
    for (let n = 0; n < count; n++) {
      const head = n > 0 ? ',' : `${name === 'registrations' ? '' : ','}${JSON.stringify(name)}:{`
      writeSync(file, `${head}${JSON.stringify(idOf(n))}:${JSON.stringify(doc(n))}`)
    }
    if (count > 0) writeSync(file, '}')
  }
  // of 100 records: 40 places by pass, 20 drop-ins with payments, 4 passes with payments, 12 log lines
  const places = Math.floor(records * 0.6)
  const dropIns = Math.floor(records * 0.2)
  const passes = Math.floor(records * 0.04)
  const entries = Math.ceil(places / 20)
  const logs = Math.max(0, records - places - dropIns - passes * 2 - entries)
  const perPass = Math.ceil((places - dropIns) / passes)
  // each round through the entries takes other people, so that hardly anybody is in one entry twice
  const round = (n: number) => Math.floor(n / entries)
  const ownerOfPass = (pass: number) => {
    const first = dropIns + pass * perPass
    return uid(Math.floor((first % entries) / perPass) + 101 * round(first))
  }
  const owner = (n: number) => (n < dropIns ? uid((n % entries) + 7 * round(n)) : ownerOfPass(n - dropIns))
  writeSync(file, '{"__collections__":{')
  collection('registrations', places, (n) => {
    const dropIn = n < dropIns
    const pass = Math.floor((n - dropIns) / perPass)
    return {
      userId: dropIn ? owner(n) : ownerOfPass(pass),
      scheduleId: `schedule-${n % entries}`,
      classId: 'classes-1',
      status: 'registered',
      ...(dropIn ? { dropInPaymentId: `payments-${n}` } : { userMembershipId: `purchase-${pass}` }),
      attendance: n % 7 === 0 ? 'no-show' : 'attended',
      createdAt: at(n),
      updatedAt: at(n + 60),
    }
  })
  const taken = (entry: number) => Math.floor((places - entry - 1) / entries) + 1
  collection('schedule', entries, (n) => ({
    classId: 'classes-1',
    className: 'K-POP for everyone',
    classDescription: 'A class that was danced at Firebase.',
    categories: [CATEGORIES[n % 3]],
    startsAt: at(n * 60),
    endsAt: at(n * 60 + 60),
    registeredCount: taken(n),
    maxParticipants: 30,
    createdAt: at(0),
    updatedAt: at(0),
  }))
  collection('payments', dropIns + passes, (n) => ({
    itemId: n < dropIns ? `schedule-${n % entries}` : 'memberships-1',
    item: n < dropIns ? 'drop-in ticket' : 'membership',
    userId: owner(n),
    price: n < dropIns ? 15 : 49.9,
    ...(n % 10 === 0 ? {} : { actualAmount: n < dropIns ? 15 : 49.9 }),
    paymentMethod: ['cash', 'bankTransfer', 'stebby'][n % 3],
    status: n % 10 === 0 ? 'due' : 'confirmed',
    deadline: at(n + 7200),
    updatedBy: 'admin',
    createdAt: at(n),
    updatedAt: at(n + 60),
  }))
  for (const channel of ['authLogs', 'paymentsLogs'])
    collection(channel, Math.floor(logs / 2), (n) => ({
      userId: uid(n),
      level: 'info',
      message: 'Something happened at Firebase.',
      metadata: { user: uid(n) },
      createdAt: at(n),
    }))
  const used = (pass: number) => Math.max(0, Math.min(perPass, places - dropIns - pass * perPass))
  const passesOf = new Map<string, number[]>()
  for (let pass = 0; pass < passes; pass++)
    passesOf.set(ownerOfPass(pass), [...(passesOf.get(ownerOfPass(pass)) ?? []), pass])
  const purchase = (pass: number) => ({
    userId: ownerOfPass(pass),
    membershipId: 'memberships-1',
    membershipName: 'Ten classes',
    classesUsed: used(pass),
    classLimit: Math.max(used(pass), 10),
    validFrom: at(pass),
    validUntil: at(pass + 86_400),
    categories: [],
    excludedCategories: [],
    status: 'active',
    paymentId: `payments-${dropIns + pass}`,
    createdAt: at(pass),
    updatedAt: at(pass),
  })
  const purchases = (n: number) =>
    Object.fromEntries((passesOf.get(uid(n)) ?? []).map((pass) => [`purchase-${pass}`, purchase(pass)]))
  collection('userMemberships', people, (n) => ({ __collections__: { purchases: purchases(n) } }), uid)
  collection('memberships', 2, () => ({
    name: 'Ten classes',
    description: '',
    prices: { standardPrice: 49.9, memberPrice: 40 },
    classLimit: 10,
    validPeriod: 60,
    categories: [],
    excludedCategories: [],
    createdAt: at(0),
  }))
  collection('classes', 2, () => ({
    name: 'K-POP for everyone',
    description: 'A class.',
    defaultMaxParticipants: 20,
    categories: ['K-POP 16+'],
    createdAt: at(0),
    updatedAt: at(0),
  }))
  collection(
    'users',
    people,
    (n) => ({
      uid: uid(n),
      email: `Dancer${n}@Example.com`,
      displayName: `Dancer${n}`,
      familyName: 'Tantsija',
      dob: '2008-05-17',
      role: 'user',
      createdAt: at(n),
      active: true,
      memberLevel: 'standard',
      membershipCategory: n % 4 === 0 ? 'Member-girl' : null,
      __collections__: {
        sessions: { initial: { createdAt: at(n), deviceInfo: 'Mozilla/5.0', status: 'registration' } },
      },
    }),
    uid,
  )
  writeSync(file, '}}')
  closeSync(file)
}
