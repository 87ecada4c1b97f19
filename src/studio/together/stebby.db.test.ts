import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#kernel/time.ts'
import { cameByBank } from '#server/testing/cameByBank.ts'
import { anEntry, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { runErrands, type Around } from '#server/testing/runErrands.ts'
import { StebbyServer, VALID_UNTIL, type Trouble } from '#server/testing/stebbyServer.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { door } from '#studio/door/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { stebby } from '#studio/stebby/contract.ts'

let studio: TestStudio
let outside: StebbyServer
let admin: Person
let teacher: Person
let scheduleId: string
/** Timeout of requests to Stebby in these tests (ms). */
const PATIENCE = 300

beforeAll(async () => {
  outside = await StebbyServer.open()
})
afterAll(() => outside.close())
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  teacher = await studio.person('teacher', { displayName: 'Triin' })
  scheduleId = (await anEntry(studio, admin, { inDays: 0, maxParticipants: 9 })).scheduleId
}, WITH_FEATURES)
beforeEach(() => {
  outside.forget()
  withKey(outside.key)
})

const withKey = (key: string | null, url = outside.url) =>
  Object.assign(studio.services.settings, { stebby: key === null ? null : { url, key, patience: PATIENCE } })

/** Sends all pending requests to Stebby. */
const courier = (around?: Around) => runErrands(studio, around)

async function comes(displayName = 'Mari') {
  const member = await studio.person('user', { displayName })
  await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  const [due] = await studio.ask(member, payments.mine, {})
  return { ...member, paymentId: due?.id ?? '' }
}
const ticketOf = async (paymentId: string) => (await studio.ask(teacher, stebby.ofPayment, { paymentId })).ticket
const stateOf = async (paymentId: string) => {
  const ticket = await ticketOf(paymentId)
  return ticket && (ticket.problem ? `${ticket.state}: ${ticket.problem}` : ticket.state)
}
const paymentIs = async (paymentId: string) => {
  const [found] = await studio.sql<{ words: string }>`
    select status || ' ' || payment_method || ' ' || (
      select coalesce(sum(cents), 0) from receipts r where r.payment_id = p.id and r.undone_at is null) as words
    from payments p where id = ${paymentId}`
  return found?.words
}
const look = (paymentId: string, code = 'T-100', by = teacher) => studio.call(by, stebby.look, { paymentId, code })
async function found(paymentId: string, code = 'T-100', by = teacher): Promise<string> {
  studio.now += 1
  const { id } = await studio.must(by, stebby.look, { paymentId, code })
  await courier()
  return id
}
const press = (paymentId: string, ticketId: string, by = teacher) =>
  studio.call(by, stebby.use, { paymentId, ticketId })
/** Presses 'Use ticket' while Stebby has these failures. */
async function pressedWith(paymentId: string, ...troubles: Trouble[]): Promise<string> {
  const id = await found(paymentId)
  outside.troubles('use', ...troubles)
  expect(await codeOf(press(paymentId, id))).toBe('done')
  await courier()
  return id
}
const sells = (price = 15, code = 'T-100') => outside.sells({ code, name: 'Dance class', price })
const uses = () => outside.asked.filter((one) => one.startsWith('use'))
const note = (paymentId: string, code = 'T-100', cents = 1500, by = teacher) =>
  studio.call(by, stebby.note, { paymentId, code, cents })
const decide = (ticketId: string, used: boolean, cents = 1500) =>
  codeOf(studio.call(admin, stebby.decide, { ticketId, used, cents }))

describe('a ticket', () => {
  it('is shown with service, name, validity and value, and using it confirms the payment with one receipt', async () => {
    sells()
    const mari = await comes()
    const id = await found(mari.paymentId, 'T- 100')
    expect(await ticketOf(mari.paymentId)).toMatchObject({
      state: 'found',
      service: 'Dance class',
      holder: 'Mari Maasikas',
      validUntil: Date.parse(VALID_UNTIL),
      worth: 1500,
    })
    expect(uses()).toEqual([])
    expect(await codeOf(press(mari.paymentId, id))).toBe('done')
    // the intent is stored before any request
    expect([await stateOf(mari.paymentId), uses()]).toEqual(['using', []])
    await courier()
    expect([await stateOf(mari.paymentId), uses()]).toEqual(['used', ['use T-100']])
    expect(await paymentIs(mari.paymentId)).toBe('confirmed stebby 1500')
    // the ticket holder's name is not kept
    expect((await ticketOf(mari.paymentId))?.holder).toBeNull()
    await expectInvariants(studio)
  })

  it('pays a part if its value is lower, and another one pays the rest', async () => {
    sells(10)
    sells(20, 'T-200')
    const mari = await comes()
    await pressedWith(mari.paymentId)
    expect(await paymentIs(mari.paymentId)).toBe('partlyPaid cash 1000')
    const id = await found(mari.paymentId, 'T-200')
    await press(mari.paymentId, id)
    await courier()
    // a ticket of a higher value pays only what is open
    expect(await paymentIs(mari.paymentId)).toBe('confirmed stebby 1500')
    expect(await studio.sql`select cents from receipts order by id`).toEqual([{ cents: 1000 }, { cents: 500 }])
    await expectInvariants(studio)
  })

  it('that pays a part leaves the rest to be paid by its own method', async () => {
    sells(10)
    const mari = await comes()
    await pressedWith(mari.paymentId)
    expect(await paymentIs(mari.paymentId)).toBe('partlyPaid cash 1000')
    await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 500 })
    expect(await studio.sql`select cents, way from receipts order by id`).toEqual([
      { cents: 1000, way: 'stebby' },
      { cents: 500, way: 'cash' },
    ])
    await expectInvariants(studio)
  })

  it('that is unknown, expired or worth nothing cannot be used, and the reason is shown', async () => {
    const mari = await comes()
    await found(mari.paymentId)
    expect(await stateOf(mari.paymentId)).toBe('failed: absent')
    outside.sells({ code: 'T-OLD', name: 'Dance class', price: 15, validUntil: '2026-03-09T21:59:59Z' })
    const id = await found(mari.paymentId, 'T-OLD')
    expect(await stateOf(mari.paymentId)).toBe('failed: expired')
    sells(0)
    await found(mari.paymentId)
    expect(await stateOf(mari.paymentId)).toBe('failed: worthNothing')
    expect(await codeOf(press(mari.paymentId, id))).toBe('ticketChanged')
    expect(await codeOf(look(mari.paymentId, '<script>'))).toBe('codeInvalid')
    expect(uses()).toEqual([])
  })

  it('is not requested if the payment is settled', async () => {
    sells()
    const mari = await comes()
    const id = await found(mari.paymentId)
    await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 1500 })
    expect(await codeOf(press(mari.paymentId, id))).toBe('alreadyPaid')
    expect(await codeOf(look(mari.paymentId))).toBe('alreadyPaid')
    expect(uses()).toEqual([])
  })
})

describe('reading a ticket', () => {
  it.each<Trouble>(['hangsBefore', 'cutBefore', 'failsBefore', 'hangsAfter', 'failsAfter', 'page', 'redirect'])(
    'fails without effect if Stebby %s, and can be repeated',
    async (trouble) => {
      sells()
      const mari = await comes()
      outside.troubles('read', trouble)
      await found(mari.paymentId)
      expect(await stateOf(mari.paymentId)).toBe('failed: noAnswer')
      await found(mari.paymentId)
      expect(await stateOf(mari.paymentId)).toBe('found')
    },
  )

  it('accepts a slow response within the timeout', async () => {
    sells()
    const mari = await comes()
    outside.troubles('read', { slow: PATIENCE / 3 })
    await found(mari.paymentId)
    expect(await stateOf(mari.paymentId)).toBe('found')
  })

  it('reports a key that Stebby refuses', async () => {
    withKey('another-key')
    const mari = await comes()
    await found(mari.paymentId)
    expect(await stateOf(mari.paymentId)).toBe('failed: keyRefused')
  })
})

describe('an unknown result of using a ticket', () => {
  const after = ['hangsAfter', 'cutAfter', 'failsAfter'] as const
  const before = ['hangsBefore', 'cutBefore', 'failsBefore', 'page', 'redirect'] as const

  it.each(after)(
    '(%s): the request is never repeated, and a person finds out that the ticket was used',
    async (trouble) => {
      sells()
      const mari = await comes()
      const id = await pressedWith(mari.paymentId, trouble)
      expect(await stateOf(mari.paymentId)).toBe('unsure: noAnswer')
      expect(await paymentIs(mari.paymentId)).toMatch(/^due .* 0$/)
      await expectInvariants(studio)
      studio.now += MINUTE
      await courier()
      // it is no longer listed: used by this studio or elsewhere
      expect(await stateOf(mari.paymentId)).toBe('unsure: gone')
      expect(await codeOf(press(mari.paymentId, id))).toBe('ticketChanged')
      studio.now += DAY
      await courier()
      expect((await studio.ask(admin, stebby.desk, {})).unsure).toMatchObject([
        { id, name: 'Mari Maasikas', rest: 1500 },
      ])
      expect(await decide(id, true)).toBe('done')
      expect([await stateOf(mari.paymentId), await paymentIs(mari.paymentId)]).toEqual([
        'used',
        'confirmed stebby 1500',
      ])
      expect([uses().length, outside.used.get('T-100')]).toEqual([1, 1])
      await expectInvariants(studio)
    },
  )

  it.each(before)('(%s): the ticket is still listed a minute later, and can be used again', async (trouble) => {
    sells()
    const mari = await comes()
    const id = await pressedWith(mari.paymentId, trouble)
    expect(await stateOf(mari.paymentId)).toBe('unsure: noAnswer')
    expect(await codeOf(press(mari.paymentId, id))).toBe('ticketChanged')
    studio.now += MINUTE
    await courier()
    expect(await stateOf(mari.paymentId)).toBe('found: notUsed')
    expect(uses()).toHaveLength(1)
    expect(await codeOf(press(mari.paymentId, id))).toBe('done')
    await courier()
    expect(await paymentIs(mari.paymentId)).toBe('confirmed stebby 1500')
    expect(outside.used.get('T-100')).toBe(1)
    await expectInvariants(studio)
  })

  it('is not resolved by a listing within the first minute, since the request may still arrive', async () => {
    sells()
    const mari = await comes()
    const id = await pressedWith(mari.paymentId, 'hangsBefore')
    await studio.must(admin, stebby.lookAgain, { ticketId: id })
    await courier()
    expect(await stateOf(mari.paymentId)).toBe('unsure: noAnswer')
    studio.now += MINUTE
    await courier()
    expect(await stateOf(mari.paymentId)).toBe('found: notUsed')
  })

  it('is checked less and less often while Stebby does not respond', async () => {
    sells()
    const mari = await comes()
    await pressedWith(mari.paymentId, 'failsAfter')
    outside.troubles('read', 'failsBefore', 'failsBefore')
    const reads = () => outside.asked.filter((one) => one.startsWith('read')).length
    studio.now += MINUTE
    await courier()
    expect([reads(), await stateOf(mari.paymentId)]).toEqual([2, 'unsure: noAnswer'])
    await courier()
    expect(reads()).toBe(2)
    studio.now += MINUTE / 2
    await courier()
    studio.now += MINUTE
    await courier()
    expect([reads(), await stateOf(mari.paymentId)]).toEqual([4, 'unsure: gone'])
  })

  it('followed by a refused second use is left to a person, since the first one may have succeeded', async () => {
    sells()
    const mari = await comes()
    const id = await pressedWith(mari.paymentId, 'hangsBefore')
    studio.now += MINUTE
    await courier()
    outside.usedElsewhere('T-100')
    await press(mari.paymentId, id)
    await courier()
    expect(await stateOf(mari.paymentId)).toBe('unsure: noAnswer')
    expect(await decide(id, false)).toBe('done')
    expect([await stateOf(mari.paymentId), await paymentIs(mari.paymentId)]).toEqual([
      null,
      expect.stringMatching(/^due/),
    ])
    await expectInvariants(studio)
  })

  it('blocks another ticket for the same payment', async () => {
    sells()
    sells(15, 'T-200')
    const mari = await comes()
    await pressedWith(mari.paymentId, 'failsAfter')
    const second = await found(mari.paymentId, 'T-200')
    expect(await codeOf(press(mari.paymentId, second))).toBe('otherTicket')
    expect(uses()).toEqual(['use T-100'])
  })
})

describe('a definite failure of using a ticket', () => {
  it('pays nothing if the ticket was used elsewhere', async () => {
    sells()
    const mari = await comes()
    const id = await found(mari.paymentId)
    outside.usedElsewhere('T-100')
    await press(mari.paymentId, id)
    await courier()
    expect(await stateOf(mari.paymentId)).toBe('failed: refused')
    expect(await paymentIs(mari.paymentId)).toMatch(/^due .* 0$/)
    await expectInvariants(studio)
  })

  it('sends nothing if Stebby cannot be reached, and can be retried', async () => {
    sells()
    const mari = await comes()
    const id = await found(mari.paymentId)
    // nothing listens there; the port of a closed server may be another test's by now
    withKey(outside.key, 'http://127.0.0.1:2')
    await press(mari.paymentId, id)
    await courier()
    expect(await stateOf(mari.paymentId)).toBe('found: notSent')
    withKey(outside.key)
    await press(mari.paymentId, id)
    await courier()
    expect(await stateOf(mari.paymentId)).toBe('used')
  })
})

describe('a process that dies', () => {
  /** Simulates a process that dies at that step of a request. */
  const dying =
    (where: 'beforeCall' | 'afterCall'): Around =>
    async (call) => {
      if (where === 'afterCall') await call()
      throw new Error('planted: killed')
    }

  it.each(['beforeCall', 'afterCall'] as const)(
    'leaves an intent that becomes unsure and is not repeated (%s)',
    async (where) => {
      sells()
      const mari = await comes()
      const id = await found(mari.paymentId)
      await press(mari.paymentId, id)
      await expect(courier(dying(where))).rejects.toThrow('killed')
      const asked = where === 'afterCall' ? 1 : 0
      expect([await stateOf(mari.paymentId), uses().length]).toEqual(['using', asked])
      await expectInvariants(studio)
      // the next process leaves it alone until the first must have died
      await courier()
      expect(uses()).toHaveLength(asked)
      studio.now += MINUTE
      await courier()
      expect(await stateOf(mari.paymentId)).toBe(where === 'afterCall' ? 'unsure: gone' : 'found: notUsed')
      expect(uses()).toHaveLength(asked)
      if (where === 'afterCall') await decide(id, true)
      else {
        await press(mari.paymentId, id)
        await courier()
      }
      expect([await paymentIs(mari.paymentId), outside.used.get('T-100')]).toEqual(['confirmed stebby 1500', 1])
      await expectInvariants(studio)
    },
  )

  it('is followed by the next one, which uses the ticket unless the press is too long ago', async () => {
    sells()
    const [mari, anna] = [await comes(), await comes('Anna')]
    const id = await found(mari.paymentId)
    await press(mari.paymentId, id)
    studio.now += 3 * MINUTE
    await courier()
    expect([await stateOf(mari.paymentId), uses()]).toEqual(['found: notSent', []])
    await press(mari.paymentId, id)
    studio.now += MINUTE
    await courier()
    expect([await stateOf(mari.paymentId), uses()]).toEqual(['used', ['use T-100']])
    expect(await paymentIs(anna.paymentId)).toMatch(/^due/)
  })

  it('is followed by another one, which reads the ticket a minute later', async () => {
    sells()
    const mari = await comes()
    await look(mari.paymentId)
    await expect(courier(dying('beforeCall'))).rejects.toThrow('killed')
    expect(await stateOf(mari.paymentId)).toBe('reading')
    studio.now += MINUTE
    await courier()
    expect(await stateOf(mari.paymentId)).toBe('found')
  })

  it('is only believed dead: its late response counts, even if the ticket was believed unused', async () => {
    sells()
    const mari = await comes()
    const id = await found(mari.paymentId)
    let answer: (() => void) | undefined
    const late: Around = async (call) => {
      await new Promise<void>((resolve) => (answer = resolve))
      return await call()
    }
    await press(mari.paymentId, id)
    const working = courier(late)
    await expect.poll(() => answer).toBeDefined()
    studio.now += MINUTE
    await courier()
    expect(await stateOf(mari.paymentId)).toBe('found: notUsed')
    answer?.()
    await working
    expect([await stateOf(mari.paymentId), await paymentIs(mari.paymentId)]).toEqual(['used', 'confirmed stebby 1500'])
    await expectInvariants(studio)
  })
})

describe('concurrent use', () => {
  it('succeeds for one of two payments with the same code, and the ticket is used once', async () => {
    sells()
    const [mari, anna] = [await comes(), await comes('Anna')]
    const other = await studio.person('teacher')
    const looked = await Promise.all([look(mari.paymentId), look(anna.paymentId, 'T-100', other)])
    await courier()
    const ids = looked.flatMap(({ body }) => (body.ok ? [body.value.id] : []))
    const id = ids[0] ?? ''
    expect(new Set(ids).size).toBe(1)
    const pressed = await Promise.all([codeOf(press(mari.paymentId, id)), codeOf(press(anna.paymentId, id, other))])
    expect(pressed.map(String).toSorted()).toEqual(['done', 'ticketChanged'])
    await Promise.all([courier(), courier(), courier()])
    expect([uses(), outside.used.get('T-100')]).toEqual([['use T-100'], 1])
    const both = [await paymentIs(mari.paymentId), await paymentIs(anna.paymentId)].map(String).toSorted()
    expect(both).toEqual(['confirmed stebby 1500', expect.stringMatching(/^due .* 0$/)])
    await expectInvariants(studio)
  })

  it('sends one request for two presses for one payment', async () => {
    sells()
    const mari = await comes()
    const id = await found(mari.paymentId)
    const pressed = await Promise.all([codeOf(press(mari.paymentId, id)), codeOf(press(mari.paymentId, id, admin))])
    expect(pressed.map(String).toSorted()).toEqual(['done', 'ticketChanged'])
    await Promise.all([courier(), courier()])
    expect(uses()).toEqual(['use T-100'])
    expect(await paymentIs(mari.paymentId)).toBe('confirmed stebby 1500')
    await expectInvariants(studio)
  })

  it('stores a noted code for only one of two payments', async () => {
    const [mari, anna] = [await comes(), await comes('Anna')]
    const both = await Promise.all([codeOf(note(mari.paymentId)), codeOf(note(anna.paymentId))])
    expect(both.map(String).toSorted()).toEqual(['codeTaken', 'done'])
    await expectInvariants(studio)
  })

  it('keeps a used ticket for another payment if the payment was paid otherwise meanwhile', async () => {
    sells()
    const [mari, anna] = [await comes(), await comes('Anna')]
    const id = await found(mari.paymentId)
    await press(mari.paymentId, id)
    await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 1500 })
    await courier()
    expect(await stateOf(mari.paymentId)).toBe('spare')
    expect((await studio.ask(admin, stebby.desk, {})).unsure).toMatchObject([{ id, state: 'spare' }])
    await expectInvariants(studio)
    // entered for another person it pays, without being used again
    await found(anna.paymentId)
    expect(await codeOf(press(anna.paymentId, id))).toBe('done')
    expect(await paymentIs(anna.paymentId)).toBe('confirmed stebby 1500')
    expect(uses()).toHaveLength(1)
    await expectInvariants(studio)
  })
})

describe('without an API key', () => {
  beforeEach(() => withKey(null))

  it('a code is noted, the payment is marked as paid, and an admin confirms its value', async () => {
    const mari = await comes()
    expect((await studio.ask(teacher, stebby.connected, {})).connected).toBe(false)
    expect(await codeOf(look(mari.paymentId))).toBe('notConnected')
    expect(await codeOf(note(mari.paymentId, 'T-100', 1400))).toBe('anotherSum')
    expect(await codeOf(note(mari.paymentId))).toBe('done')
    expect([await stateOf(mari.paymentId), await paymentIs(mari.paymentId)]).toEqual([
      'noted',
      'markedByTeacher stebby 0',
    ])
    const [waiting] = (await studio.ask(admin, stebby.desk, {})).waiting
    expect(waiting).toMatchObject({ code: 'T-100', name: 'Mari Maasikas', byName: 'Triin Maasikas' })
    expect(await decide(waiting?.id ?? '', true, 0)).toEqual({ cents: 'worthMissing' })
    expect(await decide(waiting?.id ?? '', true, 1000)).toBe('done')
    expect(await paymentIs(mari.paymentId)).toBe('partlyPaid stebby 1000')
    expect(await decide(waiting?.id ?? '', true)).toBe('ticketChanged')
    // the exported file lists used tickets too
    const file = await studio.ask(admin, stebby.ticketsForExport, { part: 1 })
    expect(file).toMatchObject({ total: 1, rows: [{ code: 'T-100', state: 'used', worth: 1000 }] })
    await expectInvariants(studio)
  })

  it('a noted code counts on the day of the tap, however late it arrives or is decided', async () => {
    const [mari, anna] = [await comes(), await comes('Anna')]
    const tappedAt = studio.now
    const noteLate = (paymentId: string, code: string) =>
      studio.must(teacher, stebby.note, { paymentId, code, cents: 1500, tappedAt })
    studio.now += DAY
    await noteLate(mari.paymentId, 'T-100')
    await noteLate(anna.paymentId, 'T-200')
    studio.now += DAY
    await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 1500 })
    expect(await decide((await ticketOf(anna.paymentId))?.id ?? '', true)).toBe('done')
    const day = '2026-03-10'
    expect(await studio.sql`select day::text as day, way from receipts`).toEqual([
      { day, way: 'stebby' },
      { day, way: 'stebby' },
    ])
    await expectInvariants(studio)
  })

  it('an invalid code makes the payment due again', async () => {
    const mari = await comes()
    await note(mari.paymentId)
    const id = (await ticketOf(mari.paymentId))?.id ?? ''
    expect(await decide(id, false)).toBe('done')
    // by its former payment method
    expect(await paymentIs(mari.paymentId)).toBe('due cash 0')
    await expectInvariants(studio)
  })

  it('a code is done when its payment is confirmed, and dropped when it is cancelled', async () => {
    const [mari, anna] = [await comes(), await comes('Anna')]
    await note(mari.paymentId)
    await note(anna.paymentId, 'T-200')
    await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 1500 })
    await studio.must(admin, payments.cancel, { paymentId: anna.paymentId })
    expect([await stateOf(mari.paymentId), await stateOf(anna.paymentId)]).toEqual(['used', null])
    expect((await studio.ask(admin, stebby.desk, {})).waiting).toEqual([])
    await expectInvariants(studio)
  })

  it('a code waits again when that confirmation is undone, and may then be found invalid', async () => {
    const mari = await comes()
    await note(mari.paymentId)
    const before = await ticketOf(mari.paymentId)
    const seen = [{ paymentId: mari.paymentId, seenStatus: 'markedByTeacher' as const, seenReceived: 0 }]
    await studio.must(admin, payments.confirmMany, { seen })
    expect(await stateOf(mari.paymentId)).toBe('used')
    await studio.must(admin, payments.undoConfirmed, { paymentIds: [mari.paymentId] })
    expect(await ticketOf(mari.paymentId)).toEqual(before)
    expect(await decide(before?.id ?? '', false)).toBe('done')
    // by its former payment method
    expect(await paymentIs(mari.paymentId)).toBe('due cash 0')
    await expectInvariants(studio)
  })

  it('a code is done when an admin confirms a part of the payment, and adds nothing more', async () => {
    const mari = await comes()
    await note(mari.paymentId)
    const id = (await ticketOf(mari.paymentId))?.id ?? ''
    await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 1000, rest: 'staysDue' })
    expect(await ticketOf(mari.paymentId)).toMatchObject({ state: 'used', worth: 1000, noted: false })
    expect((await studio.ask(admin, stebby.desk, {})).waiting).toEqual([])
    expect(await decide(id, true, 1000)).toBe('ticketChanged')
    // cash that another teacher takes later stays in the box
    await studio.must(teacher, door.take, { paymentId: mari.paymentId, cents: 500, way: 'cash' })
    expect(await decide(id, false)).toBe('ticketChanged')
    expect(await paymentIs(mari.paymentId)).toBe('markedByTeacher cash 1000')
    await expectInvariants(studio)
  })

  it('a code waits again when such a part is undone', async () => {
    const mari = await comes()
    await note(mari.paymentId)
    const before = await ticketOf(mari.paymentId)
    await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 1000, rest: 'staysDue' })
    await studio.must(admin, payments.undoConfirmed, { paymentIds: [mari.paymentId] })
    expect(await ticketOf(mari.paymentId)).toEqual(before)
    expect(await decide(before?.id ?? '', false)).toBe('done')
    expect(await paymentIs(mari.paymentId)).toBe('due cash 0')
    await expectInvariants(studio)
  })

  it('an invalid code of a partly paid payment does not affect cash in a box', async () => {
    const mari = await comes()
    await note(mari.paymentId)
    const id = (await ticketOf(mari.paymentId))?.id ?? ''
    await cameByBank(studio, admin, mari.paymentId, 1000)
    expect((await studio.ask(admin, stebby.desk, {})).waiting).toMatchObject([{ id, rest: 500 }])
    await studio.must(teacher, door.take, { paymentId: mari.paymentId, cents: 500, way: 'cash' })
    expect(await decide(id, true)).toBe('alreadyPaid')
    expect(await decide(id, false)).toBe('done')
    expect(await paymentIs(mari.paymentId)).toBe('markedByTeacher cash 1000')
    expect((await studio.ask(teacher, door.boxes, {})).boxes).toMatchObject([{ takings: [{ cents: 500 }] }])
    await expectInvariants(studio)
  })

  it('an invalid code does not withdraw a later mark that a teacher made without a code', async () => {
    const mari = await comes()
    await note(mari.paymentId)
    const id = (await ticketOf(mari.paymentId))?.id ?? ''
    await cameByBank(studio, admin, mari.paymentId, 1000)
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId: mari.paymentId, actualAmount: 500 })
    expect(await decide(id, false)).toBe('done')
    expect(await paymentIs(mari.paymentId)).toBe('markedByTeacher stebby 1000')
    await expectInvariants(studio)
  })

  it("a code beside another used ticket does not count the other's value", async () => {
    sells(10)
    withKey(outside.key)
    const [mari, anna] = [await comes(), await comes('Anna')]
    const other = await pressedWith(mari.paymentId, 'failsAfter')
    expect(await codeOf(note(mari.paymentId, 'T-200'))).toBe('done')
    expect(await decide(other, true, 1000)).toBe('done')
    expect(await paymentIs(mari.paymentId)).toBe('partlyPaid stebby 1000')
    const [waiting] = (await studio.ask(admin, stebby.desk, {})).waiting
    expect(waiting).toMatchObject({ code: 'T-200', rest: 500 })
    expect(await decide(waiting?.id ?? '', true, 500)).toBe('done')
    expect(await paymentIs(mari.paymentId)).toBe('confirmed stebby 1500')
    sells(15, 'T-300')
    const whole = await found(anna.paymentId, 'T-300')
    await note(anna.paymentId, 'T-400')
    await press(anna.paymentId, whole)
    await courier()
    expect(await paymentIs(anna.paymentId)).toBe('confirmed stebby 1500')
    const ofAnna =
      await studio.sql`select code, state from "stebbyTickets" where payment_id = ${anna.paymentId} order by code`
    expect(ofAnna).toEqual([
      { code: 'T-300', state: 'used' },
      { code: 'T-400', state: 'dropped' },
    ])
    await expectInvariants(studio)
  })

  it('a code noted earlier can be read and used once there is a key', async () => {
    sells()
    const mari = await comes()
    await note(mari.paymentId)
    withKey(outside.key)
    const id = (await ticketOf(mari.paymentId))?.id ?? ''
    outside.troubles('read', 'failsBefore')
    await studio.must(admin, stebby.lookAgain, { ticketId: id })
    await courier()
    expect(await stateOf(mari.paymentId)).toBe('failed: noAnswer')
    expect((await studio.ask(admin, stebby.desk, {})).waiting).toHaveLength(1)
    await studio.must(admin, stebby.lookAgain, { ticketId: id })
    await courier()
    // after an undone confirmation, the ticket is read again
    const read = await ticketOf(mari.paymentId)
    const seen = [{ paymentId: mari.paymentId, seenStatus: 'markedByTeacher' as const, seenReceived: 0 }]
    await studio.must(admin, payments.confirmMany, { seen })
    await studio.must(admin, payments.undoConfirmed, { paymentIds: [mari.paymentId] })
    await courier()
    expect(read?.state).toBe('found')
    expect(read?.holder).toBeTruthy()
    expect(await ticketOf(mari.paymentId)).toEqual(read)
    expect(await codeOf(press(mari.paymentId, id, admin))).toBe('done')
    await courier()
    expect(await paymentIs(mari.paymentId)).toBe('confirmed stebby 1500')
    await expectInvariants(studio)
  })
})

it('tickets that were only read are deleted after a day; used and noted ones are kept', async () => {
  sells()
  const [mari, anna, kati] = [await comes(), await comes('Anna'), await comes('Kati')]
  await studio.startJobs()
  await pressedWith(mari.paymentId)
  await found(anna.paymentId, 'T-NONE')
  await note(kati.paymentId, 'T-300')
  studio.now += DAY + 2 * 60 * MINUTE
  await studio.runJobs()
  expect(await studio.sql`select code, state from "stebbyTickets" order by code`).toEqual([
    { code: 'T-100', state: 'used' },
    { code: 'T-300', state: 'noted' },
  ])
})

it('the feature cannot be switched off while a ticket is pending; its commands disappear when it is off', async () => {
  const mari = await comes()
  const off = () => saveSettings(studio, admin, 'features', { stebbyDesk: false })
  await note(mari.paymentId)
  expect(await codeOf(off())).toEqual({ stebbyDesk: 'ticketsPending' })
  await decide((await ticketOf(mari.paymentId))?.id ?? '', true)
  expect(await codeOf(off())).toBe('done')
  await expect(look(mari.paymentId)).rejects.toThrow('There is no command')
  expect(await paymentIs(mari.paymentId)).toBe('confirmed stebby 1500')
})
