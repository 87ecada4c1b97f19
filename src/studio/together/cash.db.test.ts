import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dateIn, DAY, HOUR } from '#kernel/time.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { aMembership, anEntry, aPurchase, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { inTurnAt, untilLockWaits } from '#server/testing/lockWaits.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { signal } from '#server/testing/signal.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { papers } from '#studio/papers/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import type { PaymentMethod } from '#studio/payments/rules.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { door } from '#studio/door/contract.ts'

let studio: TestStudio
let admin: Person
let teacher: Person
let scheduleId: string

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  teacher = await studio.person('teacher', { displayName: 'Triin' })
  scheduleId = (await anEntry(studio, admin, { inDays: 0, maxParticipants: 3 })).scheduleId
}, WITH_FEATURES)

async function comes(displayName = 'Mari', paymentMethod: PaymentMethod = 'cash') {
  const member = await studio.person('user', { displayName })
  await studio.must(member, registrations.registerWithDropIn, { ...dropIn(scheduleId), paymentMethod })
  const [due] = await studio.ask(member, payments.mine, {})
  return { ...member, paymentId: due?.id ?? '' }
}
const take = (by: Person, paymentId: string, more: Partial<InputOf<typeof door.take>> = {}) =>
  studio.call(by, door.take, { paymentId, cents: 1500, way: 'cash', ...more })
const boxes = () => studio.ask(admin, door.boxes, {})
const inBox = async () => (await boxes()).boxes[0]?.takings ?? []
const handOver = async (by: Person, boxOf = by.accountId) =>
  studio.call(by, door.handOver, { boxOf, takingIds: (await inBox()).map(({ id }) => id) })
const status = async (paymentId: string) => {
  const [found] = await studio.sql<{
    status: string
    way: string
  }>`select status, payment_method as way from payments where id = ${paymentId}`
  return `${found?.status} ${found?.way}`
}

it('money taken at the door is named before its class is cancelled', async () => {
  const [mari] = [await comes(), await comes('Anna')]
  const paid = async () => (await studio.ask(admin, registrations.toldOfCancellation, { scheduleId })).paid
  expect(await paid()).toEqual({ places: 0, cents: 0 })
  await take(teacher, mari.paymentId)
  expect(await paid()).toEqual({ places: 1, cents: 1500 })
})

describe('cash', () => {
  it("taken by a teacher is marked as paid at once, and is in the teacher's box until it is handed over and counted", async () => {
    const [mari, anna] = [await comes(), await comes('Anna')]
    await take(teacher, mari.paymentId)
    studio.now += 1_000
    await take(teacher, anna.paymentId)
    expect(await status(mari.paymentId)).toBe('markedByTeacher cash')
    expect((await inBox()).map(({ name, cents }) => `${name} ${cents}`)).toEqual([
      'Mari Maasikas 1500',
      'Anna Maasikas 1500',
    ])
    await expectInvariants(studio)

    expect((await handOver(teacher)).body).toMatchObject({ ok: true, value: { cents: 3000 } })
    const { boxes: left, waiting } = await boxes()
    expect(left).toEqual([])
    await expectInvariants(studio)
    const [one] = waiting
    const confirm = (counted: number, reason = '') =>
      codeOf(studio.call(admin, door.confirmHandOver, { handOverId: one?.id ?? '', counted, reason }))
    expect(await confirm(2500)).toEqual({ reason: 'reasonMissing' })
    expect(await confirm(2500, 'A note was missing')).toBe('done')
    expect(await confirm(2500, 'A note was missing')).toBe('alreadyConfirmed')
    // each payment keeps its amount: a difference is stored separately
    expect([await status(mari.paymentId), await status(anna.paymentId)]).toEqual(['confirmed cash', 'confirmed cash'])
    expect((await boxes()).past).toMatchObject([{ cents: 3000, counted: 2500, reason: 'A note was missing' }])
    expect(await studio.sql`select cents, way from receipts order by id`).toEqual([
      { cents: 1500, way: 'cash' },
      { cents: 1500, way: 'cash' },
    ])
    await expectInvariants(studio)
  })

  it('counts on the day on which it was taken, however late it arrives, is counted or confirmed', async () => {
    const [mari, anna, liis] = [await comes(), await comes('Anna'), await comes('Liis')]
    const days = () => studio.sql<{ way: string; day: string }>`select way, day::text as day from receipts order by id`
    const tappedAt = studio.now
    await take(teacher, anna.paymentId, { way: 'stebby' })
    studio.now += DAY
    await take(teacher, mari.paymentId, { tappedAt })
    expect((await inBox()).map(({ takenAt }) => takenAt)).toEqual([tappedAt])
    // an admin's money is confirmed at once
    await take(admin, liis.paymentId, { tappedAt })
    const over = await studio.must(teacher, door.handOver, {
      boxOf: teacher.accountId,
      takingIds: (await inBox()).map(({ id }) => id),
    })
    studio.now += DAY
    await studio.must(admin, door.confirmHandOver, { handOverId: over.id, counted: 1500, reason: '' })
    const seen = { actualAmount: 1500, seenStatus: 'markedByTeacher', seenReceived: 0 } as const
    await studio.must(admin, payments.confirm, { paymentId: anna.paymentId, ...seen })
    expect(await days()).toEqual(['cash', 'cash', 'stebby'].map((way) => ({ way, day: '2026-03-10' })))
    await expectInvariants(studio)
  })

  it('tells an admin how much was handed over and waits to be counted', async () => {
    const toCount = () => studio.ask(admin, door.toCount, {})
    await take(teacher, (await comes()).paymentId)
    expect(await toCount()).toEqual({ handOvers: 0, cents: 0 })
    const { body } = await handOver(teacher)
    expect(await toCount()).toEqual({ handOvers: 1, cents: 1500 })
    const handOverId = body.ok ? body.value.id : ''
    await studio.must(admin, door.confirmHandOver, { handOverId, counted: 1500, reason: '' })
    expect(await toCount()).toEqual({ handOvers: 0, cents: 0 })
  })

  it('is visible to no other teacher, neither in the box nor after the hand-over', async () => {
    const [mari, anna] = [await comes(), await comes('Anna')]
    await take(teacher, mari.paymentId)
    const other = await studio.person('teacher')
    await take(other, anna.paymentId)
    const seen = async (by: Person) => {
      const { boxes: found, waiting, past } = await studio.ask(by, door.boxes, {})
      return [...found, ...waiting, ...past].map(({ boxOf }) => boxOf)
    }
    const written = async (by: Person) => {
      const { rows, total } = await studio.ask(by, door.takingsForExport, { part: 1 })
      expect(total).toBe(rows.length)
      return rows.map(({ boxName, name, cents, handedAt }) => [boxName, name, cents, handedAt !== null])
    }
    const overs = async (by: Person) =>
      (await studio.ask(by, door.handOversForExport, { part: 1 })).rows.map(({ boxName, counted }) => [
        boxName,
        counted,
      ])
    expect(await seen(other)).toEqual([other.accountId])
    expect(await seen(teacher)).toEqual([teacher.accountId])
    const takingIds = (await boxes()).boxes
      .find(({ boxOf }) => boxOf === teacher.accountId)
      ?.takings.map(({ id }) => id)
    const over = await studio.must(teacher, door.handOver, { boxOf: teacher.accountId, takingIds: takingIds ?? [] })
    expect(await seen(other)).toEqual([other.accountId])
    await studio.must(admin, door.confirmHandOver, { handOverId: over.id, counted: 1500, reason: '' })
    expect(await seen(other)).toEqual([other.accountId])
    expect(await seen(teacher)).toEqual([teacher.accountId])
    expect((await seen(admin)).toSorted()).toEqual([teacher.accountId, other.accountId].toSorted())
    // nor in the exported files
    const [triins, marys] = [
      ['Triin Maasikas', 'Mari Maasikas', 1500, true],
      ['Mari Maasikas', 'Anna Maasikas', 1500, false],
    ]
    expect(await written(teacher)).toEqual([triins])
    expect(await written(other)).toEqual([marys])
    expect(new Set(await written(admin))).toEqual(new Set([triins, marys]))
    expect([await overs(admin), await overs(teacher), await overs(other)]).toEqual([
      [['Triin Maasikas', 1500]],
      [['Triin Maasikas', 1500]],
      [],
    ])
  })

  it('taken during a hand-over is either handed over or still in the box', async () => {
    const [mari, anna] = [await comes(), await comes('Anna')]
    await take(teacher, mari.paymentId)
    const takingIds = (await inBox()).map(({ id }) => id)
    const [over] = await Promise.all([
      studio.call(teacher, door.handOver, { boxOf: teacher.accountId, takingIds }),
      take(teacher, anna.paymentId),
      codeOf(studio.call(teacher, door.handOver, { boxOf: teacher.accountId, takingIds })),
    ])
    expect([over.body.ok, (await boxes()).waiting.length]).toEqual([over.body.ok, 1])
    expect((await inBox()).map(({ name }) => name)).toEqual(['Anna Maasikas'])
    await expectInvariants(studio)
  })

  it('counts once if an admin partly confirms the payment while the hand-over is confirmed', async ({ skip }) => {
    if (!studio.database.url) return skip('The embedded database does one thing at a time.')
    const { paymentId } = await comes()
    await take(teacher, paymentId)
    const over = await handOver(teacher)
    const handOverId = over.body.ok ? over.body.value.id : ''
    const outcomes = await inTurnAt(
      studio,
      sql`select 1 from payments where id = ${paymentId}`,
      () => codeOf(studio.call(admin, payments.confirm, { paymentId, actualAmount: 500, rest: 'staysDue' })),
      () => codeOf(studio.call(admin, door.confirmHandOver, { handOverId, counted: 1500, reason: '' })),
    )
    expect(outcomes).toEqual(['done', 'done'])
    expect(await studio.sql`select cents from receipts where undone_at is null`).toEqual([{ cents: 500 }])
    await expectInvariants(studio)
  })

  it('is taken once for a payment, and only for what is open', async () => {
    const mari = await comes()
    expect(await codeOf(take(teacher, mari.paymentId, { cents: 1400 }))).toBe('anotherSum')
    const other = await studio.person('teacher')
    const both = await Promise.all([take(teacher, mari.paymentId), take(other, mari.paymentId)])
    expect(both.filter(({ body }) => body.ok)).toHaveLength(1)
    expect(await inBox()).toHaveLength(1)
    await expectInvariants(studio)
  })

  it('leaves the box when an admin confirms the payment; if the payment is cancelled, it must be given back', async () => {
    const [mari, anna] = [await comes(), await comes('Anna')]
    await take(teacher, mari.paymentId)
    await take(teacher, anna.paymentId)
    await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 1500 })
    await studio.must(admin, payments.cancel, { paymentId: anna.paymentId })
    const [left] = await inBox()
    expect(left).toMatchObject({ name: 'Anna Maasikas', cancelled: true })
    expect(await codeOf(handOver(teacher))).toBe('giveBackFirst')
    await studio.must(teacher, door.giveBack, { takingId: left?.id ?? '' })
    expect(await inBox()).toEqual([])
    await expectInvariants(studio)
  })

  it('noted by mistake leaves no trace in the box, and the payment is due by its former method', async () => {
    const member = await studio.person('user', { displayName: 'Mari' })
    await studio.must(member, registrations.registerWithDropIn, {
      ...dropIn(scheduleId),
      paymentMethod: 'bankTransfer',
    })
    const [due] = await studio.ask(member, payments.mine, {})
    const paymentId = due?.id ?? ''
    await take(teacher, paymentId)
    const [taking] = await inBox()
    const notTaken = (by: Person) => codeOf(studio.call(by, door.notTaken, { takingId: taking?.id ?? '' }))
    expect(await notTaken(await studio.person('teacher'))).toBe('notYourBox')
    expect(await notTaken(teacher)).toBe('done')
    expect(await status(paymentId)).toBe('due bankTransfer')
    expect((await boxes()).boxes).toEqual([])
    expect((await studio.ask(admin, door.takingsForExport, { part: 1 })).rows).toEqual([])
    expect(await notTaken(teacher)).toBe('boxChanged')
    await take(teacher, paymentId)
    await handOver(teacher)
    const [waits] = (await boxes()).waiting
    expect(await codeOf(studio.call(teacher, door.notTaken, { takingId: waits?.takings[0]?.id ?? '' }))).toBe(
      'boxChanged',
    )
    await expectInvariants(studio)
  })

  it('becomes the payer’s credit when it is counted, if the payment was cancelled after the hand-over', async () => {
    const [mari, anna] = [await comes(), await comes('Anna')]
    await take(teacher, mari.paymentId)
    await take(teacher, anna.paymentId)
    const over = await studio.must(teacher, door.handOver, {
      boxOf: teacher.accountId,
      takingIds: (await inBox()).map(({ id }) => id),
    })
    const taken = studio.now
    studio.now += 40 * DAY
    await studio.must(admin, payments.cancel, { paymentId: anna.paymentId })
    await studio.must(admin, door.confirmHandOver, { handOverId: over.id, counted: 3000, reason: '' })
    // every counted cent is booked somewhere, on the day on which it was taken
    expect(await studio.sql`select day::text, way from credits`).toEqual([
      { day: dateIn('Europe/Tallinn', taken), way: 'cash' },
    ])
    expect(await studio.sql`select cents from receipts where undone_at is null`).toEqual([{ cents: 1500 }])
    expect((await studio.ask(anna, payments.myCredit, {})).credit).toBe(1500)
    expect((await studio.ask(mari, payments.myCredit, {})).credit).toBe(0)
    await expectInvariants(studio)
  })

  it('is reported in the log if the payment was cancelled after the hand-over and the studio has no credit', async () => {
    const { paymentId } = await comes('Anna')
    await saveSettings(studio, admin, 'features', { statements: false })
    await take(teacher, paymentId)
    const over = await handOver(teacher)
    await studio.must(admin, payments.cancel, { paymentId })
    const handOverId = over.body.ok ? over.body.value.id : ''
    await studio.must(admin, door.confirmHandOver, { handOverId, counted: 1500, reason: '' })
    expect(await studio.sql`select id from credits`).toEqual([])
    const said = await studio.sql`select metadata ->> 'received' as received from logs
      where message like 'Cash of a cancelled payment was handed over%' and level = 'warning'`
    expect(said).toEqual([{ received: '15€' }])
    await expectInvariants(studio)
  })

  it('must be given back first if the payment is cancelled during the hand-over', async ({ skip }) => {
    if (!studio.database.url) return skip('The embedded database does one thing at a time.')
    const { paymentId } = await comes()
    await take(teacher, paymentId)
    const takingIds = (await inBox()).map(({ id }) => id)
    const [holding, released] = [signal(), signal()]
    const holder = studio.database.transaction(async (tx) => {
      await tx.execute(sql`select 1 from payments where id = ${paymentId} for update`)
      holding.fire()
      await released.fired
    })
    await holding.fired
    const cancelled = codeOf(studio.call(admin, payments.cancel, { paymentId }))
    await untilLockWaits(studio, 1)
    const over = codeOf(studio.call(teacher, door.handOver, { boxOf: teacher.accountId, takingIds }))
    await Promise.race([over, untilLockWaits(studio, 2)])
    released.fire()
    await holder
    expect([await cancelled, await over]).toEqual(['done', 'giveBackFirst'])
    await expectInvariants(studio)
  })

  it('that differs when it is counted is a line of that month for the accountant, until the count is undone', async () => {
    const { paymentId } = await comes()
    await take(teacher, paymentId)
    const { body } = await handOver(teacher)
    const handOverId = body.ok ? body.value.id : ''
    studio.now = Date.parse('2026-03-31T20:59:00Z')
    await studio.must(admin, door.confirmHandOver, { handOverId, counted: 1400, reason: ' A coin was lost ' })
    const of = (month: string) => studio.ask(admin, door.differences, { month })
    expect(await of('2026-03')).toEqual([
      { id: handOverId, day: '2026-03-31', boxName: 'Triin Maasikas', cents: -100, reason: 'A coin was lost' },
    ])
    expect([await of('2026-02'), await of('2026-04')]).toEqual([[], []])
    await studio.must(admin, door.undoConfirmHandOver, { handOverId })
    expect(await of('2026-03')).toEqual([])
    await studio.must(admin, door.confirmHandOver, { handOverId, counted: 1500, reason: '' })
    expect(await of('2026-03')).toEqual([])
  })

  describe('undoing a hand-over', () => {
    const overOf = async (body: Awaited<ReturnType<typeof handOver>>['body']) => (body.ok ? body.value.id : '')
    const undo = (by: Person, handOverId: string) => codeOf(studio.call(by, door.undoHandOver, { handOverId }))

    it('puts the cash back into the box, by whoever handed it over or an admin, until it is counted', async () => {
      const [mari, anna] = [await comes(), await comes('Anna')]
      await take(teacher, mari.paymentId)
      await take(teacher, anna.paymentId)
      const before = await inBox()
      const first = await overOf((await handOver(teacher)).body)
      const undoable = async (by: Person) => (await studio.ask(by, door.boxes, {})).waiting.map((one) => one.undoable)
      expect([await undoable(teacher), await undoable(admin)]).toEqual([[true], [true]])
      expect(await undo(await studio.person('teacher'), first)).toBe('notYourBox')
      expect(await undo(teacher, first)).toBe('done')
      expect(await inBox()).toEqual(before)
      expect((await boxes()).waiting).toEqual([])
      expect(await status(mari.paymentId)).toBe('markedByTeacher cash')
      expect(await undo(teacher, first)).toBe('handOverNotFound')
      await expectInvariants(studio)

      // a hand-over made by an admin can only be undone by an admin
      const second = await overOf((await handOver(admin, teacher.accountId)).body)
      expect(await undoable(teacher)).toEqual([false])
      expect(await undo(teacher, second)).toBe('notYourBox')
      expect(await undo(admin, second)).toBe('done')
      const third = await overOf((await handOver(teacher)).body)
      await studio.must(admin, door.confirmHandOver, { handOverId: third, counted: 3000, reason: '' })
      expect([await undo(teacher, third), await undo(admin, third)]).toEqual(['countedAlready', 'countedAlready'])
      await expectInvariants(studio)
    })

    it('keeps confirmations made meanwhile; cash of cancelled payments must be given back', async () => {
      const [mari, anna] = [await comes(), await comes('Anna')]
      await take(teacher, mari.paymentId)
      await take(teacher, anna.paymentId)
      const over = await overOf((await handOver(teacher)).body)
      await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 1500 })
      await studio.must(admin, payments.cancel, { paymentId: anna.paymentId })
      expect(await undo(teacher, over)).toBe('done')
      const left = await inBox()
      expect(left).toMatchObject([{ name: 'Anna Maasikas', cancelled: true }])
      expect(await status(mari.paymentId)).toBe('confirmed cash')
      await studio.must(teacher, door.giveBack, { takingId: left[0]?.id ?? '' })
      await expectInvariants(studio)
    })

    it('and counting it happen never both', async () => {
      const { paymentId } = await comes()
      await take(teacher, paymentId)
      const handOverId = await overOf((await handOver(teacher)).body)
      const outcomes = await Promise.all([
        undo(teacher, handOverId),
        codeOf(studio.call(admin, door.confirmHandOver, { handOverId, counted: 1500, reason: '' })),
      ])
      expect([
        ['done', 'handOverNotFound'],
        ['countedAlready', 'done'],
      ]).toContainEqual(outcomes)
      await expectInvariants(studio)
    })
  })

  describe('undoing a count', () => {
    const counted = async (sum: number, reason = '') => {
      const over = await handOver(teacher)
      const handOverId = over.body.ok ? over.body.value.id : ''
      await studio.must(admin, door.confirmHandOver, { handOverId, counted: sum, reason })
      return handOverId
    }
    const undo = (handOverId: string, by = admin) => codeOf(studio.call(by, door.undoConfirmHandOver, { handOverId }))
    const received = () =>
      studio.sql<{
        cents: number
        stands: boolean
      }>`select cents, undone_at is null as stands from receipts order by id`

    it('restores payments, difference and receipts, so that it can be counted again', async () => {
      const [mari, anna] = [await comes(), await comes('Anna', 'bankTransfer')]
      await take(teacher, mari.paymentId)
      await take(teacher, anna.paymentId)
      const handOverId = await counted(300, 'Mistyped')
      const paper = await studio.must(mari, papers.receipt, { paymentId: mari.paymentId })
      expect((await boxes()).past).toMatchObject([{ counted: 300, undoable: true }])
      expect((await studio.ask(teacher, door.boxes, {})).past).toMatchObject([{ undoable: false }])
      expect(await undo(handOverId)).toBe('done')
      const { waiting, past } = await boxes()
      expect(past).toEqual([])
      expect(waiting).toMatchObject([{ cents: 3000, counted: null, reason: '', confirmedAt: null }])
      expect(waiting[0]?.takings).toHaveLength(2)
      expect([await status(mari.paymentId), await status(anna.paymentId)]).toEqual([
        'markedByTeacher cash',
        'markedByTeacher cash',
      ])
      expect(await received()).toEqual([1500, 1500].map((cents) => ({ cents, stands: false })))
      expect((await studio.ask(mari, papers.mine, {})).papers).toMatchObject([{ id: paper.id, ended: true }])
      await expectInvariants(studio)
      expect(await undo(handOverId)).toBe('notCounted')

      studio.now += HOUR
      await studio.must(admin, door.confirmHandOver, { handOverId, counted: 3000, reason: '' })
      expect(await status(anna.paymentId)).toBe('confirmed cash')
      expect((await received()).filter(({ stands }) => stands)).toHaveLength(2)
      await expectInvariants(studio)
      // after a second undo, the original payment method is still known
      expect(await undo(handOverId)).toBe('done')
      await studio.must(admin, door.undoHandOver, { handOverId })
      const its = (await inBox()).find(({ name }) => name === 'Anna Maasikas')
      await studio.must(teacher, door.notTaken, { takingId: its?.id ?? '' })
      expect((await Promise.all([mari, anna].map(({ paymentId }) => status(paymentId)))).toSorted()).toEqual([
        'due bankTransfer',
        'markedByTeacher cash',
      ])
      await expectInvariants(studio)
    })

    it('takes back credit from cash of a cancelled payment, unless it was spent', async () => {
      const anna = await comes('Anna')
      await take(teacher, anna.paymentId)
      const over = await handOver(teacher)
      const handOverId = over.body.ok ? over.body.value.id : ''
      await studio.must(admin, payments.cancel, { paymentId: anna.paymentId })
      const count = () => studio.must(admin, door.confirmHandOver, { handOverId, counted: 1500, reason: '' })
      const credit = async () => (await studio.ask(anna, payments.myCredit, {})).credit
      await count()
      expect(await credit()).toBe(1500)
      expect(await undo(handOverId)).toBe('done')
      expect(await credit()).toBe(0)
      await expectInvariants(studio)
      studio.now += HOUR
      await count()
      await studio.must(admin, payments.payBackCredit, { userId: anna.userId, cents: 500, way: 'cash' })
      expect(await undo(handOverId)).toBe('builtOnCount')
      expect(await credit()).toBe(1000)
      await expectInvariants(studio)
    })

    it.each([
      ['is cancelled', (paymentId: string) => studio.must(admin, payments.cancel, { paymentId })],
      [
        'is cancelled where there is no credit',
        async (paymentId: string) => {
          await saveSettings(studio, admin, 'features', { statements: false })
          await studio.must(admin, payments.cancel, { paymentId })
        },
      ],
    ])('is refused if a payment in it %s since', async (_, happens) => {
      const [mari, anna] = [await comes(), await comes('Anna')]
      await take(teacher, mari.paymentId)
      await take(teacher, anna.paymentId)
      const handOverId = await counted(3000)
      await happens(anna.paymentId)
      expect(await undo(handOverId)).toBe('builtOnCount')
      expect(await status(mari.paymentId)).toBe('confirmed cash')
      await expectInvariants(studio)
    })

    it('keeps what an admin had confirmed before the count', async () => {
      const [mari, anna] = [await comes(), await comes('Anna')]
      await take(teacher, mari.paymentId)
      await take(teacher, anna.paymentId)
      const over = await handOver(teacher)
      const handOverId = over.body.ok ? over.body.value.id : ''
      await studio.must(admin, payments.confirm, { paymentId: mari.paymentId, actualAmount: 1500 })
      studio.now += 1_000
      await studio.must(admin, door.confirmHandOver, { handOverId, counted: 3000, reason: '' })
      expect(await undo(handOverId)).toBe('done')
      expect([await status(mari.paymentId), await status(anna.paymentId)]).toEqual([
        'confirmed cash',
        'markedByTeacher cash',
      ])
      await expectInvariants(studio)
    })

    it('is refused after a day, and happens once if requested concurrently', async () => {
      const { paymentId } = await comes()
      await take(teacher, paymentId)
      const handOverId = await counted(1500)
      studio.now += DAY
      expect((await boxes()).past).toMatchObject([{ undoable: false }])
      expect(await undo(handOverId)).toBe('countedLongAgo')
      studio.now -= HOUR
      expect(new Set(await Promise.all([undo(handOverId), undo(handOverId)]))).toEqual(new Set(['done', 'notCounted']))
      await expectInvariants(studio)
    })
  })

  it('returns to the box if an admin undoes the confirmation of its payment', async () => {
    const { paymentId } = await comes()
    await take(teacher, paymentId)
    const before = await inBox()
    const seen = [{ paymentId, seenStatus: 'markedByTeacher' as const, seenReceived: 0 }]
    await studio.must(admin, payments.confirmMany, { seen })
    expect(await inBox()).toEqual([])
    expect(await studio.must(admin, payments.undoConfirmed, { paymentIds: [paymentId] })).toMatchObject({ undone: 1 })
    expect(await inBox()).toEqual(before)
    await expectInvariants(studio)
  })

  it('can be noted as not received after such an undo: the payment is due by its former method', async () => {
    const { paymentId } = await comes('Mari', 'bankTransfer')
    await take(teacher, paymentId)
    const seen = [{ paymentId, seenStatus: 'markedByTeacher' as const, seenReceived: 0 }]
    await studio.must(admin, payments.confirmMany, { seen })
    await studio.must(admin, payments.undoConfirmed, { paymentIds: [paymentId] })
    expect(await status(paymentId)).toBe('markedByTeacher cash')
    await studio.must(admin, payments.notReceived, { paymentId, seenStatus: 'markedByTeacher' })
    expect(await status(paymentId)).toBe('due bankTransfer')
    await expectInvariants(studio)
  })

  it('is back in the box, and its payment due by its former method, also after a confirmed part was undone', async () => {
    const { paymentId } = await comes('Mari', 'bankTransfer')
    await take(teacher, paymentId)
    const before = await inBox()
    await studio.must(admin, payments.confirm, { paymentId, actualAmount: 500, rest: 'staysDue' })
    expect(await inBox()).toEqual([])
    await studio.must(admin, payments.undoConfirmed, { paymentIds: [paymentId] })
    expect(await inBox()).toEqual(before)
    expect(await status(paymentId)).toBe('markedByTeacher cash')
    await studio.must(admin, payments.notReceived, { paymentId, seenStatus: 'markedByTeacher' })
    expect(await status(paymentId)).toBe('due bankTransfer')
    await expectInvariants(studio)
  })

  it('stays confirmed if its hand-over was counted before the admin undoes the confirmation', async () => {
    const { paymentId } = await comes()
    await take(teacher, paymentId)
    await handOver(teacher)
    const handOverId = (await boxes()).waiting[0]?.id ?? ''
    const seen = [{ paymentId, seenStatus: 'markedByTeacher' as const, seenReceived: 0 }]
    await studio.must(admin, payments.confirmMany, { seen })
    await studio.must(admin, door.confirmHandOver, { handOverId, counted: 1500, reason: '' })
    const undone = await studio.must(admin, payments.undoConfirmed, { paymentIds: [paymentId] })
    expect(undone).toMatchObject({ undone: 0, stayed: 1 })
    expect(await status(paymentId)).toBe('confirmed cash')
    await expectInvariants(studio)
  })

  it('can be handed over only by an admin if the teacher is deleted', async () => {
    await take(teacher, (await comes()).paymentId)
    const other = await studio.person('teacher')
    expect(await codeOf(handOver(other, teacher.accountId))).toBe('notYourBox')
    await studio.must(admin, privacy.deleteUser, { userId: teacher.userId })
    expect((await boxes()).boxes).toMatchObject([{ boxOf: teacher.accountId, boxName: '' }])
    expect(await codeOf(handOver(admin, teacher.accountId))).toBe('done')
    await expectInvariants(studio)
  })

  it('taken by an admin is confirmed at once; Stebby payments are in no box', async () => {
    const [mari, anna] = [await comes(), await comes('Anna')]
    await take(admin, mari.paymentId)
    await take(teacher, anna.paymentId, { way: 'stebby' })
    expect([await status(mari.paymentId), await status(anna.paymentId)]).toEqual([
      'confirmed cash',
      'markedByTeacher stebby',
    ])
    expect(await inBox()).toEqual([])
    await expectInvariants(studio)
  })

  it('taken by an admin replaces a transfer that its payer has marked as paid, also in its history', async () => {
    const mari = await comes('Mari', 'bankTransfer')
    await studio.must(mari, payments.markAsPaid, { paymentId: mari.paymentId })
    expect(await codeOf(take(admin, mari.paymentId))).toBe('done')
    expect(await status(mari.paymentId)).toBe('confirmed cash')
    const history = await studio.sql<{ from: string | null }>`
      select from_method as "from" from "paymentHistory" where payment_id = ${mari.paymentId} order by id`
    expect(history.map(({ from }) => from)).toEqual([null, null, 'bankTransfer'])
    await expectInvariants(studio)
  })

  it('keeps the feature from being switched off while it is in a box', async () => {
    await take(teacher, (await comes()).paymentId)
    expect(await codeOf(saveSettings(studio, admin, 'features', { door: false }))).toEqual({ door: 'cashPending' })
  })
})

describe('a walk-in', () => {
  const walkIn = (by: Person, more: Partial<InputOf<typeof door.walkIn>> & { userId: string }) => {
    const money = { cents: 1500, way: 'cash' } as const
    const first = { scheduleId, by: { kind: 'dropIn', coverMember: false }, money, over: false } as const
    return codeOf(studio.call(by, door.walkIn, { ...first, ...more }))
  }
  const rows = async () => (await studio.ask(admin, door.days, {})).entries[0]?.rows ?? []

  it('gets a place and has paid with only a name, even after the class has begun', async () => {
    studio.now += 6.5 * HOUR
    const newcomer = { id: 'made-at-the-tap', displayName: 'Uus', familyName: 'Tulija' }
    await studio.must(teacher, door.addPerson, newcomer)
    expect(await walkIn(teacher, { userId: 'not-added' })).toBe('userNotFound')
    expect(await walkIn(teacher, { userId: newcomer.id })).toBe('done')
    expect(await rows()).toMatchObject([{ name: 'Uus Tulija', method: 'dropIn', owes: null }])
    expect(await inBox()).toMatchObject([{ name: 'Uus Tulija', cents: 1500 }])
    expect(await walkIn(teacher, { userId: newcomer.id })).toBe('alreadyRegistered')
    studio.now += HOUR
    expect(await walkIn(teacher, { userId: newcomer.id })).toBe('entryEnded')
    await expectInvariants(studio)
  })

  it('may have as long a name as everywhere else, and needs a visible one', async () => {
    const add = (familyName: string) =>
      codeOf(studio.call(teacher, door.addPerson, { id: familyName, displayName: 'Uus', familyName }))
    expect(await add('T'.repeat(80))).toBe('done')
    expect(await add('T'.repeat(81))).toBe('nameInvalid')
    expect(await add('\u200B')).toBe('nameInvalid')
  })

  it('taken during the class is accepted when the request arrives after its end', async () => {
    const [anna, mari, dora] = [await studio.person(), await studio.person(), await studio.person()]
    const early = await studio.person()
    // the class ends between the tap and the request
    studio.now -= 17 * HOUR
    const purchaseId = await aPurchase(studio, admin, mari, { validPeriod: 1 })
    studio.now += 23.5 * HOUR
    const attendedAt = studio.now
    studio.now += HOUR
    const heard = studio.now
    const byPass = { userId: mari.userId, by: { kind: 'pass', purchaseId }, money: null } as const
    expect(await walkIn(teacher, { userId: anna.userId, attendedAt })).toBe('done')
    expect(await walkIn(teacher, { ...byPass, attendedAt })).toBe('done')
    // hours before a class its money is taken, and nobody is marked yet
    expect(await walkIn(teacher, { userId: early.userId, tappedAt: attendedAt - 5 * HOUR })).toBe('done')
    expect((await inBox()).map(({ takenAt }) => takenAt)).toEqual([attendedAt - 5 * HOUR, attendedAt])
    expect(Object.fromEntries((await rows()).map(({ userId, attendance }) => [userId, attendance]))).toEqual({
      [anna.userId]: 'attended',
      [mari.userId]: 'attended',
      [early.userId]: null,
    })
    // the time of the tap must be within the last two days, and not in the future
    expect(await walkIn(teacher, { userId: dora.userId, attendedAt: heard + HOUR })).toBe('entryEnded')
    studio.now += 48 * HOUR
    expect(await walkIn(teacher, { userId: dora.userId, attendedAt })).toBe('entryEnded')
    await expectInvariants(studio)
  })

  it('can be marked as attended at once, at the latest with the time of arrival', async () => {
    const [anna, mari] = [await studio.person('user', { displayName: 'Anna' }), await studio.person()]
    expect(await walkIn(teacher, { userId: anna.userId })).toBe('done')
    expect(await walkIn(teacher, { userId: mari.userId, attendedAt: studio.now + HOUR })).toBe('done')
    expect(await rows()).toMatchObject([{ attendance: null }, { name: 'Mari Maasikas', attendance: 'attended' }])
    expect(await studio.sql`select tapped_at from taps`).toMatchObject([{ tapped_at: studio.now }])
    await expectInvariants(studio)
  })

  it('uses an existing pass, or buys and pays for a new one', async () => {
    const [mari, anna] = [await studio.person(), await studio.person('user', { displayName: 'Anna' })]
    const purchaseId = await aPurchase(studio, admin, mari)
    expect(await walkIn(teacher, { userId: mari.userId, by: { kind: 'pass', purchaseId }, money: null })).toBe('done')
    const membershipId = await aMembership(studio, admin, { name: 'Ten classes' })
    const bought = { kind: 'newPass', membershipId, coverMember: false } as const
    const money = { cents: 4000, way: 'cash' } as const
    expect(await walkIn(teacher, { userId: anna.userId, by: bought, money })).toBe('done')
    expect(await rows()).toMatchObject([
      { name: 'Anna Maasikas', membershipName: 'Ten classes', owes: null },
      { name: 'Mari Maasikas', membershipName: 'Four classes', owes: { cents: 4000 } },
    ])
    await expectInvariants(studio)
  })

  it('pays later by another method in a studio that takes no cash', async () => {
    const [anna, mari] = [await studio.person('user', { displayName: 'Anna' }), await studio.person()]
    const membershipId = await aMembership(studio, admin)
    const by = { kind: 'newPass', membershipId, coverMember: false } as const
    await saveSettings(studio, admin, 'payments', { methods: ['bankTransfer', 'stebby'] })
    expect(await walkIn(teacher, { userId: anna.userId, money: null })).toBe('done')
    expect(await walkIn(teacher, { userId: mari.userId, money: null, by })).toBe('done')
    expect(await studio.sql`select status, payment_method as way from payments`).toEqual([
      { status: 'due', way: 'bankTransfer' },
      { status: 'due', way: 'bankTransfer' },
    ])
    await expectInvariants(studio)
  })

  it('pays the displayed sum: if it has changed, nothing is taken or sold', async () => {
    const anna = await studio.person('user', { displayName: 'Anna' })
    const money = { cents: 1200, way: 'cash' } as const
    const membershipId = await aMembership(studio, admin)
    const pass = { kind: 'newPass', membershipId, coverMember: false } as const
    expect(await walkIn(teacher, { userId: anna.userId, money })).toBe('anotherSum')
    expect(await walkIn(teacher, { userId: anna.userId, money, by: pass })).toBe('anotherSum')
    const purchaseId = await aPurchase(studio, admin, anna)
    expect(await walkIn(teacher, { userId: anna.userId, money, by: { kind: 'pass', purchaseId } })).toBe('anotherSum')
    expect(await rows()).toEqual([])
    expect(await inBox()).toEqual([])
    expect(await studio.sql`select id from purchases`).toHaveLength(1)
    expect(studio.reported).toEqual([])
  })

  it('pays the group price in cash', async () => {
    const anna = await studio.person()
    const by = { kind: 'dropIn', coverMember: true } as const
    const stebby = { cents: 750, way: 'stebby' } as const
    expect(await walkIn(teacher, { userId: anna.userId, by, money: stebby })).toBe('methodNotOffered')
    expect(await walkIn(teacher, { userId: anna.userId, by, money: { cents: 750, way: 'cash' } })).toBe('done')
    expect(await inBox()).toMatchObject([{ cents: 750 }])
    await expectInvariants(studio)
  })

  it('cannot buy a pass that is not for this class', async () => {
    const anna = await studio.person()
    const membershipId = await aMembership(studio, admin, { categories: ['Boy Group'] })
    const by = { kind: 'newPass', membershipId, coverMember: false } as const
    expect(await walkIn(teacher, { userId: anna.userId, by })).toBe('membershipCategory')
    expect(await studio.sql`select id from purchases`).toEqual([])
    expect(studio.reported).toEqual([])
  })

  it('needs a confirmation if the class is full, and then gets a place', async () => {
    for (const name of ['Anu', 'Birgit', 'Carmen']) await comes(name)
    const dora = await studio.person('user', { displayName: 'Dora' })
    expect(await walkIn(teacher, { userId: dora.userId })).toBe('classFull')
    expect(await walkIn(teacher, { userId: dora.userId, over: true })).toBe('done')
    expect(await rows()).toHaveLength(4)
    await expectInvariants(studio)
  })

  it('who is one too many adds a place this time only, not to the class or its next weeks', async () => {
    const [{ class_id: classId } = { class_id: '' }] = await studio.sql<{
      class_id: string
    }>`select class_id from schedule where id = ${scheduleId}`
    const week = { weekdays: [1, 2, 3, 4, 5, 6, 7], startDate: '2026-03-11', endDate: '2026-03-12' }
    const times = { startTime: '18:00', endTime: '19:00', standardPrice: null, memberPrice: null }
    await studio.must(admin, schedule.add, { classId, ...week, ...times })
    for (const name of ['Anu', 'Birgit', 'Carmen']) await comes(name)
    const dora = await studio.person('user', { displayName: 'Dora' })
    expect(await walkIn(teacher, { userId: dora.userId, over: true })).toBe('done')
    await studio.must(admin, schedule.add, { classId, ...week, ...times, startTime: '20:00', endTime: '21:00' })
    const places = studio.sql<{
      places: number
    }>`select max_participants as places from schedule order by id = ${scheduleId} desc`
    expect((await places).map((entry) => entry.places)).toEqual([4, 3, 3, 3, 3])
  })
})
