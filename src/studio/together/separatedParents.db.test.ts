import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCourse, aMembership, anEntry, cancelClass, dropIn, joining } from '#server/testing/fixtures.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { readPdf } from '#server/testing/pdf.ts'
import { TEST_NOON, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { may, type Permission } from '#studio/accounts/rules.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { feeds } from '#studio/feeds/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { papers } from '#studio/papers/contract.ts'
import { passes } from '#studio/passes/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let http: HttpStudio
let studio: TestStudio
let admin: Person
let childId: string

/** A parent, with the private data that the other parent must never see. */
interface Parent {
  readonly person: Person
  readonly email: string
  /** Words that identify the parent. */
  readonly names: readonly string[]
  readonly secrets: readonly string[]
  readonly paperIds: readonly string[]
  readonly purchaseId: string
}
let mother: Parent
let father: Parent

async function parentWith(person: Person, named: { name: string; family: string; tens: number; day: number }) {
  const { name, family, tens, day } = named
  const email = `${name.toLowerCase()}@kodu.example`
  const address = `${family} talu, Põlva`
  const [className, standardPrice] = [`${name} class`, tens * 100 + 11]
  const entry = await anEntry(studio, admin, { name: className, inDays: day, standardPrice })
  const gone = await anEntry(studio, admin, { name: `${name} off`, inDays: day + 1, standardPrice: standardPrice + 1 })
  for (const { scheduleId } of [entry, gone])
    await studio.must(person, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId: childId })
  const membershipId = await aMembership(studio, admin, {
    name: `${name} pass`,
    standardPrice: standardPrice + 2,
    memberPrice: 100,
  })
  const order = { membershipId, coverMember: false, paymentMethod: 'bankTransfer', personId: childId } as const
  const { purchaseId } = await studio.must(person, memberships.buy, order)
  const courseId = await aCourse(studio, admin, {
    name: `${name} course`,
    standardPrice: standardPrice + 3,
    memberPrice: 100,
  })
  await studio.must(person, courses.join, { ...joining(courseId), personId: childId })
  const mine = await studio.ask(person, payments.mine, {})
  const pass = mine.find(({ price }) => price === standardPrice + 2)!
  await studio.must(admin, payments.confirm, { paymentId: pass.id, actualAmount: pass.price })
  const buyer = { company: false, name: `${name} ${family}`, registryCode: '', address }
  const invoice = await studio.must(person, papers.invoice, { paymentIds: mine.map(({ id }) => id), buyer })
  const receipt = await studio.must(person, papers.receipt, { paymentId: pass.id })
  await cancelClass(studio, admin, gone.scheduleId)
  // so that no letter is about both parents
  await studio.writeLetters()
  const { reference } = await studio.ask(person, payments.myReference, {})
  const sums = mine.flatMap(({ price }) => [`${price / 100}€`, `${price / 100} €`, `:${price},`, `:${price}}`])
  return {
    person,
    email,
    names: [name, family],
    secrets: [
      ...mine.map(({ id }) => id),
      ...sums,
      reference!,
      reference!.replaceAll(/(.{4})(?=.)/g, '$1 '),
      email,
      address,
      '+372 5000 00' + tens,
      receipt.id,
      invoice.id,
      receipt.number,
      invoice.number,
    ],
    paperIds: [receipt.id, invoice.id],
    purchaseId,
  }
}

/** A person with a unique name, address and phone number. */
async function person(name: string, family: string, tens: number): Promise<Person> {
  const made = await studio.person('user', { displayName: name, email: `${name.toLowerCase()}@kodu.example` })
  await studio.database.transaction((tx) =>
    tx.execute(sql`update people set family_name = ${family}, phone = ${`+372 5000 00${tens}`}
      where id = ${made.userId}`),
  )
  return made
}

beforeAll(async () => {
  http = await HttpStudio.open({ env: WITH_FEATURES })
  studio = http.studio
  studio.now = TEST_NOON
  admin = await studio.person('admin')
  const [one, other] = [await person('Malviine', 'Esikoidu', 31), await person('Fabian', 'Tagaväli', 73)]
  const child = { displayName: 'Luule', familyName: 'Ühine', dob: '2016-05-05' }
  childId = (await studio.must(one, families.addChild, child)).personId
  await studio.database.transaction((tx) =>
    tx.execute(sql`insert into guardians (account_id, person_id, can_book, pays, gets_notices, created_at)
      values (${other.accountId}, ${childId}, true, true, true, now())`),
  )
  mother = await parentWith(one, { name: 'Malviine', family: 'Esikoidu', tens: 31, day: 2 })
  father = await parentWith(other, { name: 'Fabian', family: 'Tagaväli', tens: 73, day: 5 })
}, 60_000)
afterAll(() => http.close())

/** The other parent's private data that occurs in a text. */
const found = (text: string, of: Parent) => of.secrets.filter((secret) => text.includes(secret))
const each = () =>
  [
    [mother, father],
    [father, mother],
  ] as const

describe('separated parents of one child', () => {
  it('no query returns the other’s payments; only the name, where guardians are listed', async () => {
    for (const [who, other] of each()) {
      const purchaseIds = [mother.purchaseId, father.purchaseId]
      const inputs = [
        {},
        { personId: childId },
        { page: 1 },
        { page: 1, personId: childId },
        { userId: childId },
        { year: 2026 },
        { year: 2026, userId: childId },
        { search: other.names[0] },
        { search: 'Luule' },
        ...other.paperIds.map((id) => ({ id })),
        ...purchaseIds.map((id) => ({ id, page: 1, personId: childId })),
      ]
      const told: Record<string, string[]> = {}
      let asked = 0
      for (const { name, procedure } of studio.services.queries.values()) {
        // everybody sees what is for sale, with prices
        if (!may('user', procedure.may as Permission) || procedure.may === 'browse') continue
        for (const input of inputs) {
          const answer = await studio.ask(who.person, procedure as never, input as never).then(JSON.stringify, () => '')
          if (answer !== '') asked++
          const about = [...found(answer, other), ...other.names.filter((one) => answer.includes(`"${one}"`))]
          if (about.length > 0) told[name] = about
        }
      }
      expect(asked).toBeGreaterThan(40)
      expect(told).toEqual({ 'families.mine': other.names })
      // the same search finds the parent's own data
      expect(found(JSON.stringify(await studio.ask(who.person, payments.mine, {})), who).length).toBeGreaterThan(3)
    }
  })

  it('see all places, passes and courses of the child, without amounts of the other', async () => {
    for (const [who, other] of each()) {
      const hidden = { paymentStatus: null, paymentPrice: null, paymentDeadline: null }
      const own = await studio.ask(who.person, memberships.mine, { personId: childId })
      expect(own.find(({ id }) => id === other.purchaseId)).toMatchObject(hidden)
      expect(own.find(({ id }) => id === who.purchaseId)).toMatchObject({ paymentStatus: 'confirmed' })
      const book = await studio.ask(who.person, passes.book, { id: other.purchaseId, page: 1, personId: childId })
      expect(book?.pass).toMatchObject(hidden)
      const places = await studio.ask(who.person, registrations.mine, { personId: childId })
      expect(places.map(({ className, price }) => [className, price === null])).toEqual([
        ['Malviine class', who !== mother],
        ['Fabian class', who !== father],
      ])
      const joined = await studio.ask(who.person, courses.mine, { personId: childId })
      expect(joined.map(({ name, price, paymentStatus }) => [name, price === null, paymentStatus === null])).toEqual(
        expect.arrayContaining([
          ['Malviine course', who !== mother, who !== mother],
          ['Fabian course', who !== father, who !== father],
        ]),
      )
    }
  })

  it('have a calendar with all classes of the child, and nothing private of the other', async () => {
    for (const [who, other] of each()) {
      await studio.must(who.person, feeds.make, { kind: 'own', anew: false })
      const [{ path } = { path: '' }] = await studio.ask(who.person, feeds.mine, {})
      const text = await (await http.fetch(path)).text()
      for (const summary of ['Malviine class', 'Fabian class']) expect(text).toContain(`SUMMARY:${summary}`)
      expect([...found(text, other), ...other.names.slice(1).filter((name) => text.includes(name))]).toEqual([])
    }
  })

  it('get letters about the child’s places, and nothing of what the other pays', async () => {
    const nothing = 'Your drop-in payment is cancelled'
    for (const [who, other] of each()) {
      const letters = await studio.sql<{ subject: string; text: string; html: string; calendar: string }>`
        select subject, text, html, calendar from outbox where to_address = ${who.email}`
      const all = letters.map((letter) => Object.values(letter).join('\n')).join('\n')
      expect(all).toContain(`${other.names[0]} class`)
      expect([...found(all, other), ...other.names.slice(1).filter((name) => all.includes(name))]).toEqual([])
      // the same search finds their own data: how to pay, and what became of it
      expect(found(all, who).length).toBeGreaterThan(2)
      const off = (of: Parent) =>
        letters
          .filter(({ subject, text }) => `${subject}${text}`.includes(`${of.names[0]} off`))
          .map(({ text }) => text)
      expect(off(who).join('\n')).toContain(nothing)
      expect(off(other).length).toBeGreaterThan(0)
      expect(off(other).join('\n')).not.toContain(nothing)
    }
  })

  it("cannot open the other's papers, and a year’s statement has only their own payments", async () => {
    const get = (path: string, by: Person) => http.fetch(path, { headers: http.cookieOf(by) })
    for (const [who, other] of each()) {
      for (const id of other.paperIds)
        expect((await get(`/papers/${id}.pdf`, who.person)).headers.get('location')).toBe('/')
      for (const userId of [childId, other.person.userId])
        expect((await get(`/papers/statement/2026.pdf?user=${userId}`, who.person)).headers.get('location')).toBe('/')
      const own = [...who.paperIds.map((id) => `/papers/${id}.pdf`), '/papers/statement/2026.pdf']
      for (const path of own) {
        const { text } = await readPdf(new Uint8Array(await (await get(path, who.person)).arrayBuffer()))
        expect(text).toContain(who.names[1])
        const told = [...other.names.slice(1), ...other.secrets.filter((secret) => !secret.startsWith(':'))]
        expect(told.filter((secret) => text.includes(secret))).toEqual([])
      }
    }
  }, 60_000)

  it('the download of the child’s data has all its places, and no data of the other but the name', async () => {
    for (const [who, other] of each()) {
      const held = await studio.must(who.person, privacy.downloadChild, { personId: childId })
      const classes = held.classes.map(({ name }) => name)
      expect(classes).toEqual(expect.arrayContaining(['Malviine class', 'Fabian class']))
      expect(held.family.guardians.map(({ name }) => name)).toContain(other.names.join(' '))
      const text = JSON.stringify(held)
      expect(found(text, other)).toEqual([])
      // the same search finds their own payments
      expect(found(text, who).length).toBeGreaterThan(3)
    }
  })

  it('the download contains no data of the other', async () => {
    for (const [who, other] of each()) {
      const held = JSON.stringify(await studio.must(who.person, privacy.download, {}))
      expect([...found(held, other), ...other.names.slice(1).filter((name) => held.includes(name))]).toEqual([])
    }
  })
})
