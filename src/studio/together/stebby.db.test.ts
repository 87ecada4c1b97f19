import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#kernel/time.ts'
import { cameByBank } from '#server/testing/cameByBank.ts'
import { anEntry, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { runErrands, type Around } from '#server/testing/runErrands.ts'
import { queueRecurring, runJobs } from '#server/testing/runJobs.ts'
import { StebbyServer, type Trouble } from '#server/testing/stebbyServer.ts'
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
/** How long Stebby may take here, in milliseconds. */
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

/** Asks Stebby whatever is to be asked by now. */
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
/** Presses 'Use ticket' while Stebby has these troubles. */
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
  it('is shown with service, name, validity and worth, and a press confirms the payment by one receipt', async () => {
    sells()
    const mari = await comes()
    const id = await found(mari.paymentId, 'T- 100')
    expect(await ticketOf(mari.paymentId)).toMatchObject({
      state: 'found',
      service: 'Dance class',
      holder: 'Mari Maasikas',
      validUntil: Date.parse('2027-01-31T21:59:59Z'),
      worth: 1500,
    })
    expect(uses()).toEqual([])
    expect(await codeOf(press(mari.paymentId, id))).toBe('done')
    // the intent is saved before anybody is asked
    expect([await stateOf(mari.paymentId), uses()]).toEqual(['using', []])
    await courier()
    expect([await stateOf(mari.paymentId), uses()]).toEqual(['used', ['use T-100']])
    expect(await paymentIs(mari.paymentId)).toBe('confirmed stebby 1500')
    // whose it was is not kept
    expect((await ticketOf(mari.paymentId))?.holder).toBeNull()
    await expectInvariants(studio)
  })

  it('of a lower worth pays a part, and another one the rest', async () => {
    sells(10)
    sells(20, 'T-200')
    const mari = await comes()
    await pressedWith(mari.paymentId)
    expect(await paymentIs(mari.paymentId)).toBe('partlyPaid stebby 1000')
    const id = await found(mari.paymentId, 'T-200')
    await press(mari.paymentId, id)
    await courier()
    // of a higher worth it pays what is open
    expect(await paymentIs(mari.paymentId)).toBe('confirmed stebby 1500')
    expect(await studio.sql`select cents from receipts order by id`).toEqual([{ cents: 1000 }, { cents: 500 }])
    await expectInvariants(studio)
  })

  it('that is unknown, expired or worth nothing can not be used, and says why', async () => {
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

  it('is not asked for where the payment is settled', async () => {
    sells()
    const mari = await comes()
    const id = await found(mari.paymentId)
    await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 1500 })
    expect(await codeOf(press(mari.paymentId, id))).toBe('alreadyPaid')
    expect(await codeOf(look(mari.paymentId))).toBe('alreadyPaid')
    expect(uses()).toEqual([])
  })
})

describe('while a ticket is read', () => {
  it.each<Trouble>(['hangsBefore', 'cutBefore', 'failsBefore', 'hangsAfter', 'failsAfter', 'page', 'redirect'])(
    'Stebby %s: nothing is known, and it can be read again',
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

  it('a slow answer counts, as long as it comes in time', async () => {
    sells()
    const mari = await comes()
    outside.troubles('read', { slow: PATIENCE / 3 })
    await found(mari.paymentId)
    expect(await stateOf(mari.paymentId)).toBe('found')
  })

  it('a key that Stebby does not take is told', async () => {
    withKey('another-key')
    const mari = await comes()
    await found(mari.paymentId)
    expect(await stateOf(mari.paymentId)).toBe('failed: keyRefused')
  })
})

describe('Stebby does not say whether a ticket was used', () => {
  const after = ['hangsAfter', 'cutAfter', 'failsAfter'] as const
  const before = ['hangsBefore', 'cutBefore', 'failsBefore', 'page', 'redirect'] as const

  it.each(after)('(%s): it is never asked again, and a person finds out that it was', async (trouble) => {
    sells()
    const mari = await comes()
    const id = await pressedWith(mari.paymentId, trouble)
    expect(await stateOf(mari.paymentId)).toBe('unsure: noAnswer')
    expect(await paymentIs(mari.paymentId)).toMatch(/^due .* 0$/)
    await expectInvariants(studio)
    studio.now += MINUTE
    await courier()
    // it is listed no more: by us or elsewhere, nobody here knows
    expect(await stateOf(mari.paymentId)).toBe('unsure: gone')
    expect(await codeOf(press(mari.paymentId, id))).toBe('ticketChanged')
    studio.now += DAY
    await courier()
    expect((await studio.ask(admin, stebby.desk, {})).unsure).toMatchObject([{ id, name: 'Mari Maasikas', rest: 1500 }])
    expect(await decide(id, true)).toBe('done')
    expect([await stateOf(mari.paymentId), await paymentIs(mari.paymentId)]).toEqual(['used', 'confirmed stebby 1500'])
    expect([uses().length, outside.used.get('T-100')]).toEqual([1, 1])
    await expectInvariants(studio)
  })

  it.each(before)('(%s): it is still listed a minute later, and a new press uses it', async (trouble) => {
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

  it('and what is still listed just after that may yet become used: only a minute later it counts', async () => {
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

  it('and does not answer later, either: it is asked less and less often, and not forgotten', async () => {
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

  it('and refuses the second press, which the first may explain: a person decides', async () => {
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

  it('and another ticket for the same payment waits until that is known', async () => {
    sells()
    sells(15, 'T-200')
    const mari = await comes()
    await pressedWith(mari.paymentId, 'failsAfter')
    const second = await found(mari.paymentId, 'T-200')
    expect(await codeOf(press(mari.paymentId, second))).toBe('otherTicket')
    expect(uses()).toEqual(['use T-100'])
  })
})

describe('Stebby says no', () => {
  it('to a ticket that was used elsewhere between the look and the press: nothing is paid', async () => {
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

  it('where it is not reached at all nothing has left, and it can be pressed again', async () => {
    sells()
    const mari = await comes()
    const id = await found(mari.paymentId)
    const gone = await StebbyServer.open()
    gone.close()
    withKey(outside.key, gone.url)
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
  /** Dies at that step of an errand. */
  const dying =
    (where: 'beforeCall' | 'afterCall'): Around =>
    async (call) => {
      if (where === 'afterCall') await call()
      throw new Error('planted: killed')
    }

  it.each(['beforeCall', 'afterCall'] as const)(
    '%s leaves an intent that becomes unsure, and is not repeated',
    async (where) => {
      sells()
      const mari = await comes()
      const id = await found(mari.paymentId)
      await press(mari.paymentId, id)
      await expect(courier(dying(where))).rejects.toThrow('killed')
      const asked = where === 'afterCall' ? 1 : 0
      expect([await stateOf(mari.paymentId), uses().length]).toEqual(['using', asked])
      await expectInvariants(studio)
      // whoever comes next leaves it alone until it has surely died
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

  it('before it took the intent: it is carried out by the next, unless that comes too late for a press', async () => {
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

  it('while it reads: somebody else reads a minute later', async () => {
    sells()
    const mari = await comes()
    await look(mari.paymentId)
    await expect(courier(dying('beforeCall'))).rejects.toThrow('killed')
    expect(await stateOf(mari.paymentId)).toBe('reading')
    studio.now += MINUTE
    await courier()
    expect(await stateOf(mari.paymentId)).toBe('found')
  })

  it('and its answer comes after all: what Stebby said is true, also of a ticket that was believed to be unused', async () => {
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

describe('two at once', () => {
  it('of whom each uses one code for another payment: one gets it, and it is used once', async () => {
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
    const standing = [await paymentIs(mari.paymentId), await paymentIs(anna.paymentId)].map(String).toSorted()
    expect(standing).toEqual(['confirmed stebby 1500', expect.stringMatching(/^due .* 0$/)])
    await expectInvariants(studio)
  })

  it('who press for one payment: it is asked for once', async () => {
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

  it('who note one code: one has it', async () => {
    const [mari, anna] = [await comes(), await comes('Anna')]
    const both = await Promise.all([codeOf(note(mari.paymentId)), codeOf(note(anna.paymentId))])
    expect(both.map(String).toSorted()).toEqual(['codeTaken', 'done'])
    await expectInvariants(studio)
  })

  it('of whom one is paid in another way meanwhile: the used ticket is kept for another payment', async () => {
    sells()
    const [mari, anna] = [await comes(), await comes('Anna')]
    const id = await found(mari.paymentId)
    await press(mari.paymentId, id)
    await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 1500 })
    await courier()
    expect(await stateOf(mari.paymentId)).toBe('spare')
    expect((await studio.ask(admin, stebby.desk, {})).unsure).toMatchObject([{ id, state: 'spare' }])
    await expectInvariants(studio)
    // typed for somebody else it pays without being used once more
    await found(anna.paymentId)
    expect(await codeOf(press(anna.paymentId, id))).toBe('done')
    expect(await paymentIs(anna.paymentId)).toBe('confirmed stebby 1500')
    expect(uses()).toHaveLength(1)
    await expectInvariants(studio)
  })
})

describe('without a key', () => {
  beforeEach(() => withKey(null))

  it('a code is noted, the payment is marked as paid, and an admin confirms what it was worth', async () => {
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
    // the file has what is used as well
    const file = await studio.ask(admin, stebby.ticketsForExport, { part: 1 })
    expect(file).toMatchObject({ total: 1, rows: [{ code: 'T-100', state: 'used', worth: 1000 }] })
    await expectInvariants(studio)
  })

  it('a code that an admin finds to be none makes the payment due again', async () => {
    const mari = await comes()
    await note(mari.paymentId)
    const id = (await ticketOf(mari.paymentId))?.id ?? ''
    expect(await decide(id, false)).toBe('done')
    // to be paid as before
    expect(await paymentIs(mari.paymentId)).toBe('due cash 0')
    await expectInvariants(studio)
  })

  it('one that is confirmed among the payments has done its part, and of a cancelled payment it waits no more', async () => {
    const [mari, anna] = [await comes(), await comes('Anna')]
    await note(mari.paymentId)
    await note(anna.paymentId, 'T-200')
    await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 1500 })
    await studio.must(admin, payments.cancel, { paymentId: anna.paymentId })
    expect([await stateOf(mari.paymentId), await stateOf(anna.paymentId)]).toEqual(['used', null])
    expect((await studio.ask(admin, stebby.desk, {})).waiting).toEqual([])
    await expectInvariants(studio)
  })

  it('one that was confirmed among the payments waits again once that is undone, and may still turn out to be none', async () => {
    const mari = await comes()
    await note(mari.paymentId)
    const before = await ticketOf(mari.paymentId)
    const seen = [{ paymentId: mari.paymentId, seenStatus: 'markedByTeacher' as const, seenReceived: 0 }]
    await studio.must(admin, payments.confirmMany, { seen })
    expect(await stateOf(mari.paymentId)).toBe('used')
    await studio.must(admin, payments.undoConfirmed, { paymentIds: [mari.paymentId] })
    expect(await ticketOf(mari.paymentId)).toEqual(before)
    expect(await decide(before?.id ?? '', false)).toBe('done')
    // to be paid as before
    expect(await paymentIs(mari.paymentId)).toBe('due cash 0')
    await expectInvariants(studio)
  })

  it('one of which an admin confirmed a part has done its part as well: it brings nothing more', async () => {
    const mari = await comes()
    await note(mari.paymentId)
    const id = (await ticketOf(mari.paymentId))?.id ?? ''
    await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 1000, rest: 'staysDue' })
    expect(await ticketOf(mari.paymentId)).toMatchObject({ state: 'used', worth: 1000, noted: false })
    expect((await studio.ask(admin, stebby.desk, {})).waiting).toEqual([])
    expect(await decide(id, true, 1000)).toBe('ticketChanged')
    // what another teacher takes in cash stays in the box
    await studio.must(teacher, door.take, { paymentId: mari.paymentId, cents: 500, way: 'cash' })
    expect(await decide(id, false)).toBe('ticketChanged')
    expect(await paymentIs(mari.paymentId)).toBe('markedByTeacher cash 1000')
    await expectInvariants(studio)
  })

  it('one that waits still, as a part came by the bank, takes no cash from a box where it turns out to be none', async () => {
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

  it('one that waits still takes back no mark that a teacher has made since without a code', async () => {
    const mari = await comes()
    await note(mari.paymentId)
    const id = (await ticketOf(mari.paymentId))?.id ?? ''
    await cameByBank(studio, admin, mari.paymentId, 1000)
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId: mari.paymentId, actualAmount: 500 })
    expect(await decide(id, false)).toBe('done')
    expect(await paymentIs(mari.paymentId)).toBe('markedByTeacher stebby 1000')
    await expectInvariants(studio)
  })

  it('beside one that was used and is decided late, it is counted for nothing that the other brought', async () => {
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

  it('and with a key later, what was noted is looked up and used', async () => {
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
    // what Stebby said of it is asked again after a confirmation that was a mistake
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

it('what was only looked at is forgotten after a day, and what counts is not', async () => {
  sells()
  const [mari, anna, kati] = [await comes(), await comes('Anna'), await comes('Kati')]
  await queueRecurring(studio)
  await pressedWith(mari.paymentId)
  await found(anna.paymentId, 'T-NONE')
  await note(kati.paymentId, 'T-300')
  studio.now += DAY + 2 * 60 * MINUTE
  await runJobs(studio)
  expect(await studio.sql`select code, state from "stebbyTickets" order by code`).toEqual([
    { code: 'T-100', state: 'used' },
    { code: 'T-300', state: 'noted' },
  ])
})

it('the desk stays switched on while somebody waits for it, and is not there once it is off', async () => {
  const mari = await comes()
  const off = () => saveSettings(studio, admin, 'features', { stebbyDesk: false })
  await note(mari.paymentId)
  expect(await codeOf(off())).toEqual({ stebbyDesk: 'ticketsPending' })
  await decide((await ticketOf(mari.paymentId))?.id ?? '', true)
  expect(await codeOf(off())).toBe('done')
  await expect(look(mari.paymentId)).rejects.toThrow('There is no command')
  expect(await paymentIs(mari.paymentId)).toBe('confirmed stebby 1500')
})
