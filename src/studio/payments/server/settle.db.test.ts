import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { addDays, type LocalDate } from '#kernel/time.ts'
import type { CommandContext } from '#server/procedures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { takenBack } from '#server/testing/takenBack.ts'
import { payments } from '../contract.ts'
import { restChoices, type Payment, type RestChoice } from '../rules.ts'
import { createPayment } from './book.ts'
import { cancelPayments } from './cancel.ts'
import { letGo, lockPayment, mark, settle } from './settle.ts'
import { sumsOfYear } from './sums.ts'

let studio: TestStudio
let admin: Person
let teacher: Person
let member: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  teacher = await studio.person('teacher')
  member = await studio.person()
})

const PRICE = 4000

/** Creates a due payment of the member: 40 € for a membership. */
async function due(): Promise<string> {
  const id = newId()
  const bought = { item: 'membership', itemId: 'four', description: 'Four classes', price: PRICE } as const
  const order = { id, userId: member.userId, ...bought, paymentMethod: 'bankTransfer', coverMember: false } as const
  await studio.within(member, async (c) => {
    await createPayment(c, order)
    await c.tx.execute(sql`
      insert into purchases (id, user_id, membership_id, membership_name, class_limit, valid_from, valid_until, categories,
        excluded_categories, payment_id, created_at, updated_at)
      values (${id}, ${member.userId}, 'four', 'Four classes', 4, now(), now() + interval '1 day', '{}', '{}', ${id}, now(), now())`)
    await c.tx.execute(sql`
      insert into "passEntries" (purchase_id, at, kind, classes, remaining, valid_until)
      select id, created_at, 'opening', 4, 4, valid_until from purchases where id = ${id}`)
  })
  return id
}

const shown = async (paymentId: string) => {
  const { rows } = await studio.ask(admin, payments.ofUser, { userId: member.userId, page: 1 })
  return rows.find(({ id }) => id === paymentId)
}

/** The `letGo` of each entry in a payment's history. */
const letGoIn = async (paymentId: string) =>
  (await studio.ask(admin, payments.history, { paymentId })).map(({ letGo }) => letGo)

/** Runs `work` on a locked payment, as the admin. */
const doing = (paymentId: string, work: (c: CommandContext, payment: Payment) => Promise<unknown>) =>
  studio.within(admin, async (c) => {
    const payment = await lockPayment(c, paymentId)
    if (!payment) throw new Error('There is no such payment.')
    await work(c, payment)
  })

const confirm = (paymentId: string, actualAmount: number, rest?: RestChoice, seenReceived?: number) =>
  studio.call(admin, payments.confirm, { paymentId, actualAmount, rest, seenReceived })

describe('confirming less than the price', () => {
  it('confirms the payment and lets the rest go', async () => {
    const paymentId = await due()
    await confirm(paymentId, 1500)
    expect(await shown(paymentId)).toMatchObject({ status: 'confirmed', received: 1500, letGo: 2500 })
    expect(await letGoIn(paymentId)).toEqual([0, 2500])
  })

  it('keeps the rest due until the parts add up to the price', async () => {
    const paymentId = await due()
    await confirm(paymentId, 1500, 'staysDue')
    expect(await shown(paymentId)).toMatchObject({ status: 'partlyPaid', received: 1500 })
    await confirm(paymentId, 1500, 'staysDue')
    expect(await shown(paymentId)).toMatchObject({ status: 'partlyPaid', received: 3000 })
    await confirm(paymentId, 1000, 'staysDue')
    expect(await shown(paymentId)).toMatchObject({ status: 'confirmed', received: PRICE, letGo: 0 })
    await expectInvariants(studio)
  })

  it('confirms a part-paid payment with what came in when the rest is let go later', async () => {
    const paymentId = await due()
    await confirm(paymentId, 1500, 'staysDue')
    await confirm(paymentId, 0)
    expect(await shown(paymentId)).toMatchObject({ status: 'confirmed', received: 1500, letGo: 2500 })
    expect(await letGoIn(paymentId)).toEqual([0, 0, 2500])
    await expectInvariants(studio)
  })

  it('refuses 0 cents if the rest stays due', async () => {
    const paymentId = await due()
    expect(await codeOf(confirm(paymentId, 0, 'staysDue'))).toEqual({ actualAmount: 'amountMissing' })
    expect(await shown(paymentId)).toMatchObject({ status: 'due' })
  })
})

describe('a partly paid payment', () => {
  it('is listed as due with its rest, and its owner can mark the rest as paid', async () => {
    const paymentId = await due()
    await confirm(paymentId, 1500, 'staysDue')
    const list = { month: null, search: '', page: 1 }
    expect(await studio.ask(admin, payments.overview, { ...list, status: 'due' })).toMatchObject({
      total: 1,
      sum: 2500,
    })
    expect(await studio.ask(member, payments.mine, {})).toMatchObject([{ status: 'partlyPaid', received: 1500 }])
    await studio.must(member, payments.markAsPaid, { paymentId })
    expect(await shown(paymentId)).toMatchObject({ status: 'markedByUser', received: 1500 })
    await studio.must(teacher, payments.markAsPaidByTeacher, { paymentId, actualAmount: 2000 })
    expect(await shown(paymentId)).toMatchObject({ status: 'markedByTeacher', received: 1500, stated: 2000 })
    await confirm(paymentId, 2000, 'staysDue')
    expect(await shown(paymentId)).toMatchObject({ status: 'partlyPaid', received: 3500 })
    const history = await studio.ask(admin, payments.history, { paymentId })
    expect(history.map(({ toStatus, toAmount, reason }) => [toStatus, toAmount, reason])).toEqual([
      ['due', null, 'created'],
      ['partlyPaid', 1500, 'part received by an admin'],
      ['markedByUser', 1500, 'marked as paid by the user'],
      ['markedByTeacher', 3500, 'marked as paid by a teacher'],
      ['partlyPaid', 3500, 'part received by an admin'],
    ])
    await expectInvariants(studio)
  })

  it('counts each part in the month in which it came in', async () => {
    const paymentId = await due()
    await confirm(paymentId, 1500, 'staysDue')
    studio.now = Date.parse('2026-03-31T21:30:00Z')
    await confirm(paymentId, 2500)
    const month = (name: string) =>
      studio.ask(admin, payments.overview, { status: 'confirmed', month: name, search: '', page: 1 })
    expect(await month('2026-03')).toMatchObject({ total: 1, sum: 1500, rows: [{ received: 4000, inMonth: 1500 }] })
    expect(await month('2026-04')).toMatchObject({ total: 1, sum: 2500, rows: [{ received: 4000, inMonth: 2500 }] })
    expect(await shown(paymentId)).toMatchObject({ received: 4000, inMonth: null })
    expect(await studio.ask(admin, payments.year, { year: 2026 })).toEqual([
      { month: 3, way: 'bankTransfer', sum: 1500, count: 1 },
      { month: 4, way: 'bankTransfer', sum: 2500, count: 1 },
    ])
    await studio.must(admin, payments.cancel, { paymentId })
    expect(await studio.ask(admin, payments.year, { year: 2026 })).toEqual([])
  })

  it('books each of several concurrent parts exactly once', async () => {
    const paymentId = await due()
    await Promise.all(Array.from({ length: 8 }, () => confirm(paymentId, 400, 'staysDue')))
    expect(await shown(paymentId)).toMatchObject({ status: 'partlyPaid', received: 3200 })
    await expectInvariants(studio)
  })

  it('books one of two concurrent parts whose admins saw the same rest, and refuses the other', async () => {
    const paymentId = await due()
    await confirm(paymentId, 1000, 'staysDue')
    const outcomes = await Promise.all([
      confirm(paymentId, 1000, 'staysDue', 1000),
      confirm(paymentId, 1000, 'staysDue', 1000),
    ])
    expect(outcomes.filter(({ body }) => body.ok)).toHaveLength(1)
    expect(outcomes.find(({ body }) => !body.ok)?.body).toMatchObject({
      code: 'paymentMoved',
      params: { status: 'partlyPaid' },
    })
    expect(await shown(paymentId)).toMatchObject({ received: 2000 })
  })
})

describe('money that is returned', () => {
  const back = (paymentId: string, cents: number, rest: RestChoice) =>
    doing(paymentId, (c, payment) =>
      settle(
        c,
        payment,
        { cents: -cents, day: '2026-05-02', way: payment.paymentMethod, source: 'desk' },
        { rest, reason: 'bank transfer returned' },
      ),
    )

  it('opens the payment again and counts on its own day', async () => {
    const paymentId = await due()
    await confirm(paymentId, PRICE)
    await back(paymentId, 1000, 'staysDue')
    expect(await shown(paymentId)).toMatchObject({ status: 'partlyPaid', received: 3000 })
    await back(paymentId, 3000, 'staysDue')
    expect(await shown(paymentId)).toMatchObject({ status: 'due' })
    const sums = await studio.ask(admin, payments.year, { year: 2026 })
    expect(sums.map(({ month, sum }) => [month, sum])).toEqual([
      [3, 4000],
      [5, -4000],
    ])
    for (const [month, sum] of [
      ['2026-03', 4000],
      ['2026-05', -4000],
    ] as const) {
      const list = { status: 'confirmed', month, search: '', page: 1 } as const
      const { rows } = await studio.ask(admin, payments.overview, list)
      expect(rows, month).toMatchObject([{ status: 'due', inMonth: sum }])
    }
    await expectInvariants(studio)
  })

  it('corrects a confirmed amount if the rest is let go', async () => {
    const paymentId = await due()
    await confirm(paymentId, PRICE)
    await back(paymentId, 500, 'letGo')
    expect(await shown(paymentId)).toMatchObject({ status: 'confirmed', received: 3500, letGo: 500 })
    await expectInvariants(studio)
  })

  it('cannot be more than came in', async () => {
    const paymentId = await due()
    await confirm(paymentId, PRICE)
    await expect(back(paymentId, 4001, 'staysDue')).rejects.toThrow('More would go back')
  })
})

describe('events of a payment', () => {
  const heard = () =>
    studio.raised
      .filter(({ name }) => ['payments.paymentSettled', 'payments.paymentReopened'].includes(name))
      .map(({ name, facts }) => {
        const { before, after } = facts as { before: Payment; after: Payment }
        return [name, before.status, after.status]
      })

  it('paymentSettled is raised once, by the last part and not by earlier ones', async () => {
    const paymentId = await due()
    await confirm(paymentId, 1500, 'staysDue')
    expect(heard()).toEqual([])
    await confirm(paymentId, 2500)
    expect(heard()).toEqual([['payments.paymentSettled', 'partlyPaid', 'confirmed']])
  })

  it('paymentReopened is raised when a settled payment is open again or cancelled, and only then', async () => {
    const first = await due()
    await confirm(first, PRICE)
    const second = await due()
    await confirm(second, PRICE)
    studio.raised.length = 0
    await takenBack(studio, admin, first)
    await studio.must(admin, payments.cancel, { paymentId: first })
    await studio.must(admin, payments.cancel, { paymentId: second })
    expect(heard()).toEqual([
      ['payments.paymentReopened', 'confirmed', 'due'],
      ['payments.paymentReopened', 'confirmed', 'cancelled'],
    ])
  })

  it('paymentsMoved is raised for each change of status', async () => {
    const paymentId = await due()
    await confirm(paymentId, 1500, 'staysDue')
    await confirm(paymentId, 2500)
    await takenBack(studio, admin, paymentId)
    const moves = studio.raised
      .filter(({ name }) => name === 'payments.paymentsMoved')
      .flatMap(({ facts }) => (facts as { moves: { before: Payment; after: Payment }[] }).moves)
      .map(({ before, after }) => [before.status, after.status])
    expect(moves).toEqual([
      ['due', 'partlyPaid'],
      ['partlyPaid', 'confirmed'],
      ['confirmed', 'due'],
    ])
  })
})

describe('any sequence of changes', () => {
  interface Receipt {
    readonly day: LocalDate
    readonly cents: number
  }
  /** What the books must show for the payment. */
  interface Books {
    receipts: Receipt[]
    readonly lines: string[]
  }
  type Step = (paymentId: string, books: Books) => Promise<void>
  const sumOf = (receipts: readonly Receipt[]) => receipts.reduce((sum, { cents }) => sum + cents, 0)
  /** [month, sum in cents, number of receipts] */
  const monthsOf = (receipts: readonly Receipt[]) =>
    [3, 4, 5, 6].flatMap((month) => {
      const ones = receipts.filter(({ day }) => Number(day.slice(5, 7)) === month)
      return ones.length === 0 ? [] : [[month, sumOf(ones), ones.length]]
    })
  const amount = fc.constantFrom(0, 1, 1500, 3999, PRICE, 5000)

  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          fc.oneof(
            amount,
            amount.map((cents) => -cents),
          ),
          fc.nat({ max: 90 }),
          fc.constantFrom(...restChoices),
        )
        .map(([cents, days, rest]): Step => async (id, books) => {
          const day = addDays('2026-03-10', days)
          if (sumOf(books.receipts) + cents < 0) return
          await doing(id, async (c, payment) => {
            // the commands accept no money for a cancelled payment either
            if (payment.status === 'cancelled') return
            await settle(c, payment, { cents, day, way: 'stebby', source: 'desk' }, { rest, reason: 'paid by credit' })
            books.receipts.push({ day, cents })
            books.lines.push('paid by credit')
          })
        }),
    },
    fc.constantFrom('markedByUser' as const, 'markedByTeacher' as const).map(
      (status): Step =>
        (id, books) =>
          doing(id, async (c, payment) => {
            if (payment.status === 'cancelled' || payment.status === 'confirmed') return
            await mark(
              c,
              payment,
              status === 'markedByUser' ? { status } : { status, stated: 700 },
              'marked as paid by a teacher',
            )
            books.lines.push('marked as paid by a teacher')
          }),
    ),
    fc.constant<Step>((id, books) =>
      doing(id, async (c, payment) => {
        if (payment.status === 'cancelled') return
        await cancelPayments(c, [id], 'bank transfer undone')
        books.receipts = []
        books.lines.push('bank transfer undone')
      }),
    ),
    fc.constant<Step>((id, books) =>
      doing(id, async (c, payment) => {
        if (payment.status !== 'partlyPaid') return
        await letGo(c, payment, 'rest let go by an admin')
        books.lines.push('rest let go by an admin')
      }),
    ),
  )

  it('keeps receipts, status, history and monthly sums consistent', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const paymentId = await due()
        const books: Books = { receipts: [], lines: ['created'] }
        for (const act of steps) {
          await act(paymentId, books)
          await expectInvariants(studio)
          const history = await studio.ask(admin, payments.history, { paymentId })
          expect(history.map(({ reason }) => reason)).toEqual(books.lines)
          const sums = await sumsOfYear(studio.database.read, 2026)
          expect(sums.map(({ month, sum, count }) => [month, sum, count])).toEqual(monthsOf(books.receipts))
        }
        await doing(paymentId, (c) => cancelPayments(c, [paymentId], 'bank transfer undone'))
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 15) },
    )
  })
})

describe('changes of payments by a job', () => {
  it('are recorded in the history without an author', async () => {
    const id = newId()
    await studio.withinItself(async (c) => {
      const bought = { item: 'course', itemId: 'one', description: 'A course', price: PRICE } as const
      await createPayment(c, {
        id,
        userId: member.userId,
        ...bought,
        paymentMethod: 'bankTransfer',
        coverMember: false,
      })
      const money = { cents: 1500, day: '2026-03-10' as LocalDate, way: 'bankTransfer', source: 'desk' } as const
      await settle(c, (await lockPayment(c, id)) as Payment, money, {
        rest: 'staysDue',
        reason: 'confirmed by an admin',
      })
      await cancelPayments(c, [id], 'deleted by staff')
    })
    // the person's own account pays, also when the studio creates the payment
    const [payer] = await studio.sql`select payer_id as id from payments`
    expect(payer).toEqual({ id: member.accountId })
    const history = await studio.ask(admin, payments.history, { paymentId: id })
    expect(history.map(({ toStatus, byName }) => [toStatus, byName])).toEqual([
      ['due', null],
      ['partlyPaid', null],
      ['cancelled', null],
    ])
  })
})
