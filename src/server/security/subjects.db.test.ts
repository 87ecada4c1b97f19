import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, aMembership, anEntry, aPurchase, dropIn, joining } from '#server/testing/fixtures.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { visitor, type Person, WITH_FEATURES } from '#server/testing/studio.ts'
import { isAboutPerson, type Permission } from '#studio/accounts/rules.ts'
import { families } from '#studio/families/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

/**
 * The third side of the permission table: procedures about one person, and what a guardian's link must allow for each.
 * A procedure missing here fails the test.
 */
const matrix: Record<string, 'any link' | 'can book'> = {
  // who has no right to book may change an answer given before
  'families.setPhotos': 'any link',
  'registrations.mine': 'any link',
  'registrations.nextIncluded': 'any link',
  'registrations.calendar': 'any link',
  'registrations.registerWithMembership': 'can book',
  'registrations.registerWithDropIn': 'can book',
  'registrations.registerSeveral': 'can book',
  'registrations.cancel': 'can book',
  'registrations.absentFrom': 'any link',
  'registrations.makeUps': 'any link',
  'registrations.registerWithMakeUp': 'can book',
  'registrations.cantCome': 'can book',
  'registrations.comeAfterAll': 'can book',
  'attendance.past': 'any link',
  'mailings.mine': 'any link',
  'memberships.mine': 'any link',
  'passes.book': 'any link',
  'passes.ask': 'can book',
  'passes.withdraw': 'can book',
  'passes.endOwn': 'can book',
  'memberships.buy': 'can book',
  'memberships.buySeveral': 'can book',
  'memberships.cancelPurchase': 'can book',
  'courses.mine': 'any link',
  'courses.calendar': 'any link',
  'courses.join': 'can book',
  'courses.joinSeveral': 'can book',
  'courses.leave': 'can book',
  'waiting.mine': 'any link',
  'waiting.join': 'can book',
  'waiting.takeForMe': 'can book',
  'waiting.leave': 'can book',
  'waiting.decline': 'can book',
  'privacy.downloadChild': 'any link',
}

let http: HttpStudio
let admin: Person
let guardian: Person
let child: Person
let inputs: Record<string, object>

beforeAll(async () => {
  http = await HttpStudio.open({ env: WITH_FEATURES })
})
afterAll(() => http.close())
beforeEach(async () => {
  await http.studio.empty()
  http.studio.now = Date.now()
  const { studio } = http
  admin = await studio.person('admin')
  guardian = await studio.person('user', { displayName: 'Guardian' })
  child = await studio.person('user', { displayName: 'Child' })
  const { scheduleId } = await anEntry(studio, admin)
  const courseId = await aCourse(studio, admin)
  const membershipId = await aMembership(studio, admin)
  const purchaseId = await aPurchase(studio, admin, child)
  inputs = {
    'families.setPhotos': { allowed: true },
    'registrations.mine': {},
    'registrations.nextIncluded': {},
    'registrations.calendar': { id: scheduleId },
    'registrations.registerWithMembership': { scheduleId, purchaseId },
    'registrations.registerWithDropIn': dropIn(scheduleId),
    'registrations.registerSeveral': dropIn(scheduleId),
    'registrations.cancel': { scheduleId },
    'registrations.absentFrom': {},
    'registrations.makeUps': {},
    'registrations.registerWithMakeUp': { scheduleId, makeUpId: 'none' },
    'registrations.cantCome': { scheduleId },
    'registrations.comeAfterAll': { scheduleId },
    'attendance.past': { page: 1 },
    'mailings.mine': {},
    'memberships.mine': {},
    'passes.book': { id: purchaseId, page: 1 },
    'passes.ask': { id: purchaseId, firstDay: '2030-01-01', lastDay: '2030-01-02', reason: 'x' },
    'passes.withdraw': { freezeId: 'none' },
    'passes.endOwn': { freezeId: 'none', scheduleIds: [] },
    'memberships.buy': { membershipId, coverMember: false, paymentMethod: 'stebby' },
    'memberships.buySeveral': { membershipId, coverMember: false, paymentMethod: 'stebby' },
    'memberships.cancelPurchase': { purchaseId },
    'courses.mine': {},
    'courses.calendar': { id: courseId },
    'courses.join': joining(courseId),
    'courses.joinSeveral': joining(courseId),
    'courses.leave': { courseId },
    'waiting.mine': {},
    'waiting.join': { kind: 'class', id: scheduleId, takeWith: null },
    'waiting.takeForMe': { kind: 'class', id: scheduleId, takeWith: null },
    'waiting.leave': { kind: 'class', id: scheduleId },
    'waiting.decline': { kind: 'class', id: scheduleId },
    'privacy.downloadChild': {},
  }
})

const write = (statement: ReturnType<typeof sql>) => http.studio.database.transaction((tx) => tx.execute(statement))

const link = (rights: { canBook: boolean; pays?: boolean }) =>
  write(sql`insert into guardians (account_id, person_id, can_book, pays, gets_notices, created_at)
    values (${guardian.accountId}, ${child.userId}, ${rights.canBook}, ${rights.pays ?? false}, false, now())`)

const unlink = () => http.must(guardian, families.endLink, { personId: child.userId })

/** Procedures that accept a call for the child; the others refuse it as not allowed. */
async function takenFor(caller: Person): Promise<string[]> {
  const socket = await http.socket(caller)
  const taken: string[] = []
  for (const [name, input] of Object.entries(inputs)) {
    // with several people, the caller's own person beside the child: access to one of them is not enough
    const people = [caller.userId, child.userId].filter((id, index, all) => id !== '' && all.indexOf(id) === index)
    const several = { people: people.map((personId) => ({ personId, purchaseId: null })) }
    const isForSeveral = http.services.commands.get(name)?.procedure.subjects !== undefined
    const asked = { ...input, ...(isForSeveral ? several : { personId: child.userId }) }
    const query = http.services.queries.get(name)
    let code: unknown
    if (query?.procedure.live === false) {
      const answer = http.studio.ask(caller, query.procedure as never, asked as never)
      code = await answer.then(
        () => 'done',
        (error: unknown) => (error as { code: unknown }).code,
      )
    } else if (query) {
      const frame = await socket.watch(name, asked)
      code = frame?.['refused'] ?? (frame && 'answer' in frame ? 'done' : frame)
    } else {
      const response = await http.post(caller, name, asked)
      const body = (await response.json()) as { ok: boolean; code?: string }
      code = body.code ?? 'done'
      expect(response.status, name).toBe(expected(String(code)))
    }
    if (!['notAllowed', 'signInNeeded', 'verificationNeeded'].includes(String(code))) taken.push(name)
  }
  socket.close()
  return taken
}

const expected = (code: string) => ({ signInNeeded: 401, verificationNeeded: 403, notAllowed: 403 })[code] ?? 200

describe('a procedure about one person', () => {
  it('is in the matrix, and names that person in its input', () => {
    const all = [...http.services.commands.values(), ...http.services.queries.values()]
    const about = all.filter(({ procedure }) => isAboutPerson(procedure.may as Permission))
    // checkDiscount only asks for a price, which is nobody's data
    const named = about.map(({ name }) => name).filter((name) => name !== 'courses.checkDiscount')
    expect(named.toSorted()).toEqual(Object.keys(matrix).toSorted())
    for (const { name, procedure } of about) {
      if (name === 'courses.checkDiscount') continue
      const field = ('subjects' in procedure && procedure.subjects) || procedure.subject
      expect(field, name).toMatch(/^(personId|people)$/)
    }
  })

  it('accepts the person themselves', async () => {
    expect(await takenFor(child)).toEqual(Object.keys(matrix))
  })

  it('accepts a guardian who can book', async () => {
    await link({ canBook: true })
    expect(await takenFor(guardian)).toEqual(Object.keys(matrix))
  })

  it('accepts a guardian who cannot book only for reading', async () => {
    await link({ canBook: false, pays: true })
    const seen = Object.keys(matrix).filter((name) => matrix[name] === 'any link')
    expect(await takenFor(guardian)).toEqual(seen)
  })

  it('refuses everybody else: strangers, visitors, and staff, who have procedures of their own', async () => {
    const others = [
      guardian,
      await http.studio.person('unverified'),
      await http.studio.person('teacher'),
      admin,
      visitor,
    ]
    for (const other of others) expect(await takenFor(other)).toEqual([])
    // nor does it reveal whether such a person exists
    const stranger = await http.post(guardian, registrations.cancel.name, { scheduleId: 'none', personId: 'nobody' })
    expect(await stranger.json()).toEqual({ ok: false, code: 'notAllowed' })
  })

  it('refuses the guardian of another child', async () => {
    await link({ canBook: true })
    const other = await http.studio.person('user')
    child = other
    expect(await takenFor(guardian)).toEqual([])
  })
})

describe('a guardian', () => {
  it('sees the child’s places change live until the link ends, and nothing after', async () => {
    await link({ canBook: false })
    const socket = await http.socket(guardian)
    const asked = { personId: child.userId }
    expect(await socket.watch(registrations.mine.name, asked, 'places')).toMatchObject({ answer: [] })
    const { scheduleId } = inputs['registrations.cancel'] as { scheduleId: string }
    await http.must(child, registrations.registerWithDropIn, dropIn(scheduleId))
    const more = await socket.frame(
      (frame) => frame['key'] === 'places' && !('difference' in frame) && JSON.stringify(frame).includes(scheduleId),
    )
    expect(more).toBeDefined()
    await unlink()
    expect(await socket.frame((frame) => frame['refused'] !== undefined)).toEqual({
      key: 'places',
      refused: 'notAllowed',
    })
    const told = socket.frames.filter((frame) => frame['key'] === 'places').length
    await http.must(child, registrations.cancel, { scheduleId })
    // the result of another query arrives after any update that would still have been sent
    await http.must(guardian, registrations.registerWithDropIn, dropIn(scheduleId))
    expect(await socket.watch(registrations.mine.name, {}, 'own')).toMatchObject({ answer: [{ scheduleId }] })
    expect(socket.frames.filter((frame) => frame['key'] === 'places')).toHaveLength(told)
    expect(await socket.watch(registrations.mine.name, asked, 'again')).toEqual({ key: 'again', refused: 'notAllowed' })
    socket.close()
  })

  it('books a place for the child, and pays for it if the link says so', async () => {
    await link({ canBook: true, pays: true })
    const { scheduleId } = inputs['registrations.cancel'] as { scheduleId: string }
    await http.must(guardian, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId: child.userId })
    const { studio } = http
    expect(await studio.ask(child, registrations.mine, {})).toMatchObject([{ scheduleId }])
    expect(await studio.ask(guardian, registrations.mine, {})).toEqual([])
    expect(await studio.ask(guardian, payments.mine, {})).toMatchObject([{ item: 'drop-in ticket' }])
    expect((await studio.ask(child, payments.mine, {})).map(({ item }) => item)).toEqual(['membership'])
    // the guardian's own person is separate, and gets a place of its own
    await http.must(guardian, registrations.registerWithDropIn, dropIn(scheduleId))
    expect(await studio.ask(guardian, registrations.mine, {})).toMatchObject([{ scheduleId }])
    await http.must(guardian, registrations.cancel, { scheduleId, personId: child.userId })
    expect(await studio.ask(child, registrations.mine, {})).toEqual([])
    await expectInvariants(studio)
  })

  it('is limited by the child’s open payments like the child; staff are not', async () => {
    await link({ canBook: true })
    const { studio } = http
    const { membershipId } = inputs['memberships.buy'] as { membershipId: string }
    const order = { membershipId, coverMember: false, paymentMethod: 'cash', personId: child.userId }
    for (let open = 1; open < 10; open++) await http.must(guardian, { name: 'memberships.buy' }, order)
    const more = await http.post(guardian, 'memberships.buy', order)
    expect(await more.json()).toMatchObject({ code: 'tooManyOpenPayments', params: { open: 10 } })
    const { personId, ...sale } = order
    await http.must(admin, { name: 'memberships.sellTo' }, { ...sale, userId: personId })
    // the child's open payments limit nobody else
    await http.must(guardian, { name: 'memberships.buy' }, { ...sale })
    await expectInvariants(studio)
  })
})
