import { expect, it } from 'vitest'
import { formats } from '#web/format.ts'
import type { Held, HeldOfChild } from '../contract.ts'
import { isNameOf } from '../rules.ts'
import { readableOf, readableOfChild } from './readable.ts'

const at = '2026-03-10T10:00:00.000Z'
const later = '2026-03-10T10:40:00.000Z'
const held: Held = {
  madeAt: at,
  account: {
    id: 'u1',
    firstName: '<script>alert(1)</script>',
    familyName: 'Tamm "&" Kask',
    email: 'anna@example.ee',
    dateOfBirth: '2001-02-03',
    phone: '+372 5123 4567',
    role: 'user',
    memberLevel: 'standard',
    membershipCategory: 'Girl Group Member',
    language: 'et',
    createdAt: at,
    emailVerifiedAt: null,
    lastLogin: at,
    deletionAskedAt: null,
    acceptedTermsAt: null,
    passwordChangedAt: at,
  },
  classes: [
    {
      name: 'Jazz',
      startsAt: at,
      endsAt: at,
      cancelled: false,
      registeredAt: null,
      paidBy: 'included',
      membership: null,
      attendance: 'attended',
    },
    {
      name: 'Cover',
      startsAt: at,
      endsAt: at,
      cancelled: true,
      registeredAt: null,
      paidBy: null,
      membership: null,
      attendance: null,
    },
    {
      name: 'Heels',
      startsAt: at,
      endsAt: at,
      cancelled: false,
      registeredAt: at,
      paidBy: 'makeUp',
      membership: null,
      attendance: null,
    },
  ],
  cantCome: [],
  makeUps: [],
  cancelledLate: [],
  waitingLists: [],
  standIns: [],
  messages: [],
  pay: { rates: [], taught: [], lines: [] },
  courses: [],
  memberships: [],
  payments: [
    {
      id: 'p1',
      item: 'course',
      description: 'K-pop',
      priceInCents: 6000,
      amountInCents: 2000,
      letGoInCents: 0,
      method: 'cash',
      status: 'partlyPaid',
      deadline: at,
      coverMember: false,
      discountCode: null,
      discount: 0,
      siblingPercent: null,
      createdAt: at,
      receipts: [{ day: '2026-03-10', amountInCents: 2000, method: 'cash' }],
      history: [{ at, by: 'you', status: 'due', reason: 'created' }],
    },
  ],
  family: {
    children: [{ name: 'Liis Tamm', canBook: true, pays: true, getsNotices: false, since: at }],
    guardians: [],
    invitations: [{ email: 'other@example.ee', sentAt: at, acceptedAt: null, declinedAt: null }],
    photos: [{ name: 'Liis Tamm', allowed: false, since: at }],
  },
  categories: [{ name: 'Cover', since: '2026-03-10', until: null }],
  pauses: [{ from: '2026-03-10', until: '2026-03-12', reason: 'A trip' }],
  references: [{ reference: '1000003', since: at }],
  transfers: [{ day: '2026-03-10', amountInCents: 2000, name: 'Mari Tamm', iban: null, text: '' }],
  credit: [{ day: '2026-03-10', amountInCents: 500 }],
  mergedRecords: [{ mergedAt: at, name: 'Anna Tamm', email: '', dateOfBirth: null, phone: '' }],
  stebbyTickets: [{ code: 'T-100', service: 'Dance class', holder: null, amountInCents: 1000, since: at }],
  papers: [{ number: 'R-2026-0001', day: '2026-03-10', amountInCents: 4000, content: '{}' }],
  invoicesTo: { name: 'OÜ Tööandja', registryCode: '12345678', address: '' },
  twoStepsSince: null,
  signsInElsewhere: [],
  passkeys: [],
  notices: { ways: [{ kind: 'moved', way: 'emailAndPush' }], pushedTo: [] },
  calendars: [{ kind: 'own', madeAt: at }],
  sessions: [],
  links: [{ purpose: 'constructor', address: null, sentAt: at, expiresAt: at, usedAt: null }],
  letters: [],
  log: [
    {
      at,
      channel: 'auth',
      level: 'info',
      message: 'User registered.',
      messageEt: 'Kasutaja lõi konto.',
      count: 1,
      lastAt: null,
      by: 'studio',
    },
    {
      at,
      channel: 'courses',
      level: 'warning',
      message: 'Refused.',
      messageEt: null,
      count: 37,
      lastAt: later,
      by: 'you',
    },
  ],
  commands: [{ at, name: 'courses.join' }],
}
const read = (language: 'en' | 'et') =>
  readableOf(held, { language, studioName: 'Tantsustuudio', formats: formats(language, 'Europe/Tallinn') })

it('shows personal data in the words of the reader’s language', () => {
  expect(read('en')).toContain('<td>Girl Group Member</td>')
  expect(read('en')).toContain('<td>10\u00A0Mar 2026 12:00 Created (you)</td>')
  expect(read('en')).toContain('<td>10\u00A0Mar 2026 20€ (Cash in Person)</td>')
  expect(read('en')).toContain('<td>You act for</td><td>Liis Tamm</td><td>can book, pays</td>')
  expect(read('en')).toContain('<td>My classes</td><td>10\u00A0Mar 2026 12:00</td>')
  expect(read('en')).toContain('<td>Registered for a course</td>')
  expect(read('en')).toContain(
    '<td>Jazz</td><td>10\u00A0Mar 2026 12:00</td><td>–</td><td>included</td><td>Attended</td>',
  )
  expect(read('en')).toContain(
    '<td>Cover (cancelled)</td><td>10\u00A0Mar 2026 12:00</td><td>–</td><td>–</td><td>–</td>',
  )
  expect(read('en')).toContain('<td>10\u00A0Mar 2026 12:00</td><td>Make-up class</td><td>–</td>')
  expect(read('et')).toContain('<title>Mida Tantsustuudio sinu kohta hoiab</title>')
  expect(read('et')).toContain('<td>K-pop (Kursus)</td>')
  expect(read('et')).toContain('<td>3.\u00A0veebr 2001</td>')
  expect(read('et')).toContain('<td>10.\u00A0märts 2026, 12.00 Loodud (sina)</td>')
  expect(read('et')).toContain('<td>Registreerusid kursusele</td>')
  expect(read('et')).toContain('<td><span lang="et">Kasutaja lõi konto.</span></td>')
  expect(read('et')).toContain('<td><span lang="en">Refused.</span> × 37</td>')
})

it('shows the data of a child in the words of the guardian’s language, without any part of an account', () => {
  const child: HeldOfChild = {
    ...held,
    child: {
      id: 'c1',
      firstName: 'Liis',
      familyName: 'Tamm',
      dateOfBirth: '2016-05-05',
      memberLevel: 'standard',
      membershipCategory: null,
      createdAt: at,
    },
    family: {
      guardians: [{ name: 'Anna Tamm', since: at }],
      photos: [
        { allowed: true, since: at, by: 'you' },
        { allowed: false, since: at, by: 'guardian' },
      ],
    },
  }
  const page = (language: 'en' | 'et') =>
    readableOfChild(child, { language, studioName: 'Tantsustuudio', formats: formats(language, 'Europe/Tallinn') })
  expect(page('en')).toContain('<title>What Tantsustuudio keeps about Liis</title>')
  expect(page('en')).toContain('<td>Guardian</td><td>Anna Tamm</td>')
  expect(page('en')).toContain('<td>Photos and videos</td><td>No (another guardian)</td>')
  expect(page('en')).toContain('<td>Jazz</td>')
  expect(page('et')).toContain('<title>Mida Tantsustuudio lapse kohta hoiab: Liis</title>')
  expect(page('et')).toContain('<td>Fotod ja videod</td><td>Jah (sina)</td>')
  for (const part of ['Account', 'Active sessions', 'Logs about you', 'Receipts and invoices'])
    expect(page('en')).not.toContain(`<h2>${part}</h2>`)
})

it('names a pass that is over or used up as its own page does', () => {
  const pass = { name: 'Ten classes', classLimit: 10, validFrom: at, boughtAt: at, freezes: [], book: [] }
  const memberships: Held['memberships'] = [
    { ...pass, name: 'Old', classesUsed: 3, validUntil: at, status: 'active' },
    { ...pass, name: 'Full', classesUsed: 10, validUntil: later, status: 'active' },
    { ...pass, name: 'Good', classesUsed: 3, validUntil: later, status: 'active' },
    { ...pass, name: 'Off', classesUsed: 3, validUntil: later, status: 'cancelled' },
  ]
  const options = { language: 'en', studioName: 'Tantsustuudio', formats: formats('en', 'Europe/Tallinn') } as const
  const text = readableOf({ ...held, memberships }, options)
  const statuses = ['Old', 'Full', 'Good', 'Off'].map(
    (name) => new RegExp(`<td>${name}</td>(?:<td>[^<]*</td>){2}<td>([^<]*)</td>`).exec(text)?.[1],
  )
  expect(statuses).toEqual(['Expired', 'Used up', 'Active', 'Cancelled'])
})

it('shows how often something was refused, and when first and last', () => {
  expect(read('en')).toContain('<td>10\u00A0Mar 2026 12:00 – 10\u00A0Mar 2026 12:40</td>')
  expect(read('en')).toContain('<td><span lang="en">Refused.</span> × 37</td>')
})

it('escapes markup in names and texts', () => {
  expect(read('en')).not.toContain('<script>')
  expect(read('en')).toContain('<td>&lt;script&gt;alert(1)&lt;/script&gt;</td>')
  expect(read('en')).toContain('<td>Tamm &quot;&amp;&quot; Kask</td>')
  // an unknown purpose is shown as stored, even if every object has a property of that name
  expect(read('en')).toContain('<td>constructor</td>')
})

it('accepts a typed name in any case and spacing, and no other name', () => {
  expect(isNameOf(' õnne  Kask ', 'Õnne Kask')).toBe(true)
  for (const typed of ['', 'Õnne', 'Onne Kask', 'Õnne Kaskin']) expect(isNameOf(typed, 'Õnne Kask')).toBe(false)
})
