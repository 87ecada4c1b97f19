import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartRefused } from '#server/db/errors.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { paid } from '#server/testing/paid.ts'
import { TestStudio, WITH_FEATURES, visitor, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { cannotJoin } from '#studio/courses/rules.ts'
import { door } from '#studio/door/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { cannotCancel } from '#studio/memberships/rules.ts'
import { pay } from '#studio/pay/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { isOverdue, type PaymentStatus } from '#studio/payments/rules.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { isFull, participants } from '#studio/schedule/rules.ts'
import { accountsTable, furnish } from './openDemo.ts'
import { emailOf, sample, SAMPLE_PASSWORD } from './sample.ts'

const MEMBER = 'member@example.ee'
let studio: TestStudio
const said: string[] = []
const open = () => furnish(studio.database, studio.services.settings, studio.now, (line) => said.push(line))
const mark = (state: string) => JSON.stringify({ state, at: studio.now })
const setMark = (value: string) =>
  studio.database.transaction((tx) => tx.execute(`insert into meta values ('sampleStudio', '${value}')`))

beforeAll(async () => {
  studio = await TestStudio.open(WITH_FEATURES)
  await studio.services.stop()
})
afterAll(() => studio.close())

describe('the sample studio is not made', () => {
  it('over the data of a real studio', async () => {
    await studio.empty()
    await studio.person()
    await expect(open()).rejects.toThrow(StartRefused)
    expect(await studio.sql`select id from people`).toHaveLength(1)
  })

  it('over an unfinished sample that somebody has used since', async () => {
    await studio.empty()
    await setMark(mark('unfinished'))
    const person = await studio.person()
    studio.now += 60_000
    await studio.must(person, accounts.setLanguage, { language: 'et' })
    await expect(open()).rejects.toThrow(/somebody has worked with it/)
    studio.now -= 60_000
    expect(await studio.sql`select id from people`).toHaveLength(1)
  })
})

describe('the sample studio, made after an interrupted attempt', () => {
  const persons = new Map<string, Person>()
  const as = async (email: string): Promise<Person> => {
    const known = persons.get(email)
    if (known) return known
    const { body, session } = await studio.call(visitor, accounts.signIn, {
      email,
      password: SAMPLE_PASSWORD,
    })
    expect(body.ok).toBe(true)
    const person = { ...visitor, sessionToken: session!.token }
    persons.set(email, person)
    return person
  }
  const member = () => as(MEMBER)
  const upcoming = async () => (await studio.ask(await member(), registrations.upcoming, { weeks: 60 })).entries
  const today = () => new Date(studio.now).toISOString().slice(0, 10)

  beforeAll(async () => {
    await studio.empty()
    await setMark(mark('unfinished'))
    await studio.person('user', { email: 'left.over@example.ee' })
    await open()
  }, 300_000)

  // runs before anybody signs in
  it('has no e-mails and no rate limit counters left over', async () => {
    expect(await studio.sql`select id from outbox`).toEqual([])
    expect(await studio.sql`select key from "rateLimits"`).toEqual([])
  })

  it('breaks no invariant', () => expectInvariants(studio))

  it('has all its people, and nothing of the interrupted attempt', async () => {
    const found = await studio.sql<{ email: string }>`select email from accounts`
    expect(new Set(found.map(({ email }) => email))).toEqual(new Set(sample.people.map(emailOf)))
    const roles =
      await studio.sql`select role, count(*)::int as count from accounts where role <> 'user' group by 1 order by 1`
    expect(roles).toEqual([
      { role: 'admin', count: 2 },
      { role: 'teacher', count: 3 },
    ])
  })

  it.each([
    { email: 'admin@example.ee', kind: 'admin' },
    { email: 'teacher@example.ee', kind: 'teacher' },
    { email: MEMBER, kind: 'user' },
    { email: 'group@example.ee', kind: 'user' },
    { email: 'unverified@example.ee', kind: 'unverified' },
  ])('lets $email sign in with the printed password', async ({ email, kind }) => {
    const me = await studio.ask(await as(email), accounts.me, {})
    expect(me.kind).toBe(kind)
    expect(accountsTable()).toContain(email)
  })

  it('has events in the order in which they happened, and none in the future', async () => {
    const wrong = await studio.sql`
      select id from (select id, created_at, lag(created_at) over (order by id) as before from logs) l
      where before > created_at or created_at > ${new Date(studio.now).toISOString()}`
    expect(wrong).toEqual([])
  })

  it('has payments in every state, an overdue one, and one that was paid in part', async () => {
    const found = await studio.sql<{ status: PaymentStatus; price: number; paid: number | null; deadline: number }>`
      select status, price, ${paid} as paid, deadline from payments p`
    expect(new Set(found.map(({ status }) => status))).toEqual(
      new Set(['due', 'markedByUser', 'markedByTeacher', 'confirmed', 'cancelled']),
    )
    expect(found.some((payment) => isOverdue(payment, studio.now))).toBe(true)
    expect(found.some((payment) => payment.status === 'due' && !isOverdue(payment, studio.now))).toBe(true)
    expect(found.some(({ status, price, paid }) => status === 'confirmed' && paid !== price)).toBe(true)
  })

  it('has courses that are full, past the deadline, open, ended, and archived', async () => {
    const listed = await studio.ask(await member(), courses.available, {})
    expect(new Set(listed.map((course) => cannotJoin(course, today())))).toEqual(
      new Set(['courseFull', 'courseDeadlinePassed', null]),
    )
    const past = await studio.sql`select status from courses where end_date < ${today()} order by 1`
    expect(past).toEqual([{ status: 'active' }, { status: 'archived' }])
  })

  it.each([
    { code: 'DISCOUNT5', coverMember: true, amount: 500 },
    { code: 'DISCOUNT10', coverMember: false, amount: 1000 },
  ])(
    'accepts $code for one course, and requires the checkbox only as specified',
    async ({ code, coverMember, amount }) => {
      const listed = await studio.ask(await member(), courses.available, {})
      const check = async (courseId: string, box: boolean) =>
        (await studio.call(await member(), courses.checkDiscount, { code, courseId, coverMember: box })).body
      const [courseId] = (
        await Promise.all(listed.map(async ({ id }) => ((await check(id, coverMember)).ok ? [id] : [])))
      ).flat()
      expect(await check(courseId!, coverMember)).toEqual({ ok: true, value: { code, amount } })
      expect((await check(courseId!, !coverMember)).ok).toBe(false)
    },
  )

  it('has classes of every category for six weeks before and after, one full, one nearly full, one cancelled', async () => {
    const entries = await upcoming()
    expect(new Set(entries.flatMap(({ categories }) => categories))).toEqual(
      new Set(['Girl Group', 'Boy Group', 'K-POP 16+']),
    )
    expect(entries.some(isFull)).toBe(true)
    expect(entries.filter(({ cancelledAt }) => cancelledAt !== null)).toHaveLength(1)
    expect(entries.some((entry) => entry.maxParticipants - participants(entry) === 1)).toBe(true)
    expect(entries.every(({ includedCount }) => includedCount > 0)).toBe(true)
    const [span] = await studio.sql<{ first: number; last: number }>`
      select min(starts_at) as first, max(starts_at) as last from schedule`
    const week = 7 * 24 * 3_600_000
    expect((studio.now - span!.first) / week).toBeGreaterThan(5.5)
    expect((span!.last - studio.now) / week).toBeGreaterThan(5.5)
  })

  it('has attendance of both kinds for past classes', async () => {
    const marks = await studio.sql`select distinct value from attendance order by 1`
    expect(marks).toEqual([{ value: 'attended' }, { value: 'no-show' }])
    const early = await studio.sql`
      select a.user_id from attendance a join schedule s on s.id = a.schedule_id
      where s.ends_at > ${new Date(studio.now).toISOString()}`
    expect(early).toEqual([])
    // people who come by their category are marked from the first week
    const included = await studio.sql<{ first: number }>`
      select min(s.starts_at) as first from attendance a join schedule s on s.id = a.schedule_id
      where not exists (select 1 from registrations r where r.schedule_id = s.id and r.user_id = a.user_id)`
    expect(included).not.toEqual([{ first: null }])
    expect((studio.now - included[0]!.first) / (7 * 24 * 3_600_000)).toBeGreaterThan(5)
  })

  it('has photo consent of most people, but not of all', async () => {
    const said = await studio.sql<{ people: number; allowed: number }>`
      select count(*)::int as people, count(c.person_id)::int as allowed
      from people p left join "photoConsents" c on c.person_id = p.id and c.allowed`
    const { people, allowed } = said[0]!
    expect(allowed / people).toBeGreaterThan(0.6)
    expect(allowed).toBeLessThan(people)
  })

  it('shows the member passes in use, used up, expired and unused', async () => {
    const passes = await studio.ask(await member(), memberships.mine, {})
    expect(passes.some(({ classesUsed, classLimit }) => classesUsed === classLimit)).toBe(true)
    expect(passes.some(({ classesUsed, classLimit }) => classesUsed > 0 && classesUsed < classLimit)).toBe(true)
    const cancellable = passes.filter(
      (pass) => cannotCancel(pass, pass.paymentStatus && { status: pass.paymentStatus }, studio.now) === null,
    )
    expect(cancellable).toHaveLength(1)
    const expired = await studio.sql`
      select p.id from purchases p join accounts a on a.person_id = p.user_id
      where a.email = ${MEMBER} and p.valid_until < ${new Date(studio.now).toISOString()}`
    expect(expired).toHaveLength(1)
  })

  it('shows the member places by pass and by drop-in, courses, and payments to mark as paid', async () => {
    const places = await studio.ask(await member(), registrations.mine, {})
    expect(new Set(places.map(({ method }) => method))).toEqual(new Set(['membership', 'dropIn']))
    expect(await studio.ask(await member(), courses.mine, {})).toHaveLength(2)
    const due = await studio.ask(await member(), payments.mine, {})
    const methods = (status: string) => new Set(due.filter((p) => p.status === status).map((p) => p.paymentMethod))
    expect(methods('due')).toEqual(new Set(['bankTransfer', 'cash']))
    expect(due.some((payment) => isOverdue(payment, studio.now))).toBe(true)
    expect(methods('markedByUser')).toEqual(new Set(['bankTransfer']))
  })

  it('has cash in a box, cash waiting to be counted, and counted cash, once with a difference', async () => {
    const { boxes, waiting, past } = await studio.ask(await as('admin@example.ee'), door.boxes, {})
    expect(boxes.map(({ boxName }) => boxName)).toEqual(['Karolin Saarepuu'])
    expect(waiting).toHaveLength(1)
    const differences = past.map(({ cents, counted }) => (counted ?? 0) - cents)
    expect(differences.toSorted((a, b) => a - b)).toEqual([-500, ...Array<number>(past.length - 1).fill(0)])
    expect(past.length).toBeGreaterThan(2)
  })

  it("has pay rates, a stand-in waiting for an admin's approval, and a Stebby code to look up", async () => {
    const admin = await as('admin@example.ee')
    const teachers = await studio.ask(admin, pay.rates, {})
    expect(teachers.filter(({ rates }) => rates.length > 0)).toHaveLength(3)
    expect(await studio.sql`select state from "standIns"`).toEqual([{ state: 'offered' }])
    expect(await studio.sql`select state from "stebbyTickets"`).toEqual([{ state: 'noted' }])
  })

  it('is kept at the next start; after weeks its age is printed', async () => {
    const people = () => studio.sql`select id from people order by id`
    const before = await people()
    said.length = 0
    await open()
    expect(said).toEqual([])
    studio.now += 22 * 24 * 3_600_000
    await open()
    expect(said).toEqual([expect.stringMatching(/^The sample studio was made 22 days ago.* delete the folder /)])
    expect(await people()).toEqual(before)
  })

  it('causes no errors while it is made', () => expect(studio.reported).toEqual([]))
})
