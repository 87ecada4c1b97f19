import { describe, expect, it } from 'vitest'
import { aMembership } from '#server/testing/fixtures.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { camt, estonianIban, movement, statementOf, type Movement } from '#server/testing/statements.ts'
import { codeOf } from '#server/testing/studio.ts'
import { bank } from '#studio/bank/contract.ts'
import { door } from '#studio/door/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'

const ACCOUNT = 'EE471000001020145685'
/** The price of a pass, and how much more than that is transferred (cents). */
const [PRICE, BEYOND] = [4000, 700]
const TIMES = [0, 1, 2, 3]

const family = familyStudio()
const rights = { canBook: true, pays: true, getsNotices: true }

/** Adds a child of the parent, with a due pass; `pays` says whether the parent pays for it. */
async function child(turn: number, pays: boolean) {
  const { studio, admin, parent } = family
  const form = { displayName: `Laps ${turn}`, familyName: 'Tamm', dob: '2016-05-05' }
  const { personId } = await studio.must(parent, families.addChild, form)
  if (!pays) await studio.must(parent, families.setRights, { personId, rights: { ...rights, pays } })
  const membershipId = await aMembership(studio, admin, { name: `Pass ${turn}`, standardPrice: PRICE })
  const sale = { userId: personId, membershipId, coverMember: false, paymentMethod: 'bankTransfer' } as const
  await studio.must(admin, memberships.sellTo, sale)
  const [owed] = await studio.sql<{ id: string; payer: string; reference: string }>`
    select p.id, p.payer_id as payer, (select min(reference) from "payerReferences" where payer_id = p.payer_id) as reference
    from payments p where p.user_id = ${personId}`
  return { personId, own: `person-${personId}`, paymentId: owed!.id, payer: owed!.payer, reference: owed!.reference }
}

/** Reads a statement with these movements; returns the ids of the waiting lines. */
async function reads(...movements: Partial<Movement>[]): Promise<string[]> {
  const { studio, admin } = family
  const all = movements.map((one) => movement({ cents: PRICE + BEYOND, text: '', order: one.archive ?? '', ...one }))
  const file = Buffer.from(camt(statementOf(all, { account: ACCOUNT }))).toString('base64')
  await studio.must(admin, bank.read, { file })
  return (await studio.sql<{ id: string }>`select id from "bankLines" where state = 'waits'`).map(({ id }) => id)
}

const ready = async () =>
  (await family.studio.ask(family.admin, bank.ready, {})).map(({ lineId, seen }) => ({ lineId, seen }))
const settle = async (lines: { lineId: string; seen: string }[]) =>
  await family.studio.must(family.admin, bank.settle, { lines })

/** The payer and status of a payment, the sum of its receipts, and the credit of these payers. */
async function standing(paymentId: string, payers: readonly string[]) {
  const { studio } = family
  const [payment] = await studio.sql<{ payer: string; status: string; came: number }>`
    select payer_id as payer, status, (select coalesce(sum(cents), 0)::int from receipts
      where payment_id = p.id and undone_at is null) as came
    from payments p where id = ${paymentId}`
  const credit = await studio.sql<{ payer: string; cents: number }>`
    select payer_id as payer, sum(cents)::int as cents from credits where undone_at is null group by 1`
  return { ...payment!, credit: credit.filter(({ payer }) => payers.includes(payer)) }
}

describe('settling a line, concurrently with', () => {
  it('ending the paying guardian’s link: the line pays the guardian’s payment once, and the rest is their credit', async () => {
    const { studio, admin, parent } = family
    let credit = 0
    for (const turn of TIMES) {
      const { personId, own, paymentId, reference } = await child(turn, true)
      await reads({ reference, archive: `END0000${turn}` })
      const lines = await ready()
      const [settled, ended] = await Promise.all([
        settle(lines),
        codeOf(studio.call(admin, families.endAnyLink, { accountId: parent.accountId, personId })),
      ])
      credit += BEYOND
      expect([settled, ended]).toEqual([{ settled: 1, changed: 0 }, 'done'])
      expect(await standing(paymentId, [own, parent.accountId])).toEqual({
        payer: parent.accountId,
        status: 'confirmed',
        came: PRICE,
        credit: [{ payer: parent.accountId, cents: credit }],
      })
    }
    await expectInvariants(studio)
    expect(studio.reported).toEqual([])
  })

  it('a guardian becoming the payer: the line pays for the new payer, or is left for another look', async () => {
    const { studio, parent } = family
    let credit = 0
    for (const turn of TIMES) {
      const { personId, own, paymentId, reference } = await child(turn, false)
      await reads({ reference, archive: `BEG0000${turn}` })
      const lines = await ready()
      const [settled, changed] = await Promise.all([
        settle(lines),
        codeOf(studio.call(parent, families.setRights, { personId, rights })),
      ])
      expect(changed).toBe('done')
      // the reference number now finds the new payer
      if (settled.settled === 0) expect(await settle(await ready())).toEqual({ settled: 1, changed: 0 })
      credit += BEYOND
      const { payer, ...rest } = await standing(paymentId, [own, parent.accountId])
      expect([own, parent.accountId]).toContain(payer)
      expect(rest).toEqual({
        status: 'confirmed',
        came: PRICE,
        credit: [{ payer: parent.accountId, cents: credit }],
      })
    }
    await expectInvariants(studio)
    expect(studio.reported).toEqual([])
  })

  it('ending the link, when the bank takes the money back: the payment is owed once, by one payer', async () => {
    const { studio, admin, parent } = family
    for (const turn of TIMES) {
      const { personId, own, paymentId, reference } = await child(turn, false)
      const line = { reference, archive: `BACK000${turn}`, cents: PRICE }
      await reads(line)
      await settle(await ready())
      // paid while the child was its own payer; the parent pays from now on
      await studio.must(parent, families.setRights, { personId, rights })
      await reads(line, { ...line, direction: 'debit', day: '2026-05-06' })
      const lines = await ready()
      const [settled, ended] = await Promise.all([
        settle(lines),
        codeOf(studio.call(admin, families.endAnyLink, { accountId: parent.accountId, personId })),
      ])
      expect([settled, ended]).toEqual([{ settled: 1, changed: 0 }, 'done'])
      const { payer, ...rest } = await standing(paymentId, [own, parent.accountId])
      expect([own, parent.accountId]).toContain(payer)
      expect(rest).toEqual({ status: 'due', came: 0, credit: [] })
      expect((await studio.ask(parent, payments.mine, {})).filter(({ id }) => id === paymentId)).toHaveLength(
        payer === own ? 0 : 1,
      )
    }
    await expectInvariants(studio)
    expect(studio.reported).toEqual([])
  })

  it('a guardian becoming the payer, by hand: the rest never becomes credit of the former payer', async () => {
    const { studio, admin, parent } = family
    let credit = 0
    for (const turn of TIMES) {
      const { personId, own, paymentId } = await child(turn, false)
      const [lineId = ''] = await reads({ archive: `HAND000${turn}` })
      const shares = [{ paymentId, cents: PRICE }]
      const [assigned, changed] = await Promise.all([
        codeOf(studio.call(admin, bank.assign, { lineId, payerId: own, shares })),
        codeOf(studio.call(parent, families.setRights, { personId, rights })),
      ])
      expect(changed).toBe('done')
      expect(['done', 'paymentMoved']).toContain(assigned)
      if (assigned !== 'done') await studio.must(admin, bank.assign, { lineId, payerId: parent.accountId, shares })
      credit += BEYOND
      expect(await standing(paymentId, [own, parent.accountId])).toMatchObject({
        status: 'confirmed',
        came: PRICE,
        credit: [{ payer: parent.accountId, cents: credit }],
      })
      // assigning to the former payer is refused
      const [next = ''] = await reads({ archive: `LATE000${turn}` })
      expect(await codeOf(studio.call(admin, bank.assign, { lineId: next, payerId: own, shares: [] }))).toBe(
        'paymentMoved',
      )
      await studio.must(admin, bank.ignore, { lineId: next, reason: 'Test' })
    }
    await expectInvariants(studio)
    expect(studio.reported).toEqual([])
  })
})

describe('after a guardian became the payer', () => {
  it('money of a payment that is cancelled becomes credit of the guardian, and goes when the line is undone', async () => {
    const { studio, admin, parent } = family
    const { personId, own, paymentId, reference } = await child(0, false)
    const [lineId = ''] = await reads({ reference, archive: 'CANCEL', cents: PRICE })
    await settle(await ready())
    await studio.must(parent, families.setRights, { personId, rights })
    await studio.must(admin, payments.cancel, { paymentId })
    const { credit } = await standing(paymentId, [own, parent.accountId])
    expect(credit).toEqual([{ payer: parent.accountId, cents: PRICE }])
    expect(await studio.ask(admin, payments.creditFor, { userId: personId })).toMatchObject({ credit: PRICE })
    await studio.must(admin, bank.undo, { lineId })
    expect(await studio.ask(parent, payments.myCredit, {})).toEqual({ credit: 0 })
    await expectInvariants(studio)
  })

  it('cash that is counted for a cancelled payment becomes credit of the guardian', async () => {
    const { studio, admin, parent } = family
    const teacher = await studio.person('teacher')
    const { personId, own, paymentId } = await child(0, false)
    await studio.must(teacher, door.take, { paymentId, cents: PRICE, way: 'cash' })
    const { boxes } = await studio.ask(teacher, door.boxes, {})
    const takingIds = boxes.flatMap(({ takings }) => takings.map(({ id }) => id))
    const over = await studio.must(teacher, door.handOver, { boxOf: teacher.accountId, takingIds })
    await studio.must(admin, payments.cancel, { paymentId })
    await studio.must(parent, families.setRights, { personId, rights })
    await studio.must(admin, door.confirmHandOver, { handOverId: over.id, counted: PRICE, reason: '' })
    expect((await standing(paymentId, [own, parent.accountId])).credit).toEqual([
      { payer: parent.accountId, cents: PRICE },
    ])
    await studio.must(admin, door.undoConfirmHandOver, { handOverId: over.id })
    expect(await studio.ask(parent, payments.myCredit, {})).toEqual({ credit: 0 })
    await expectInvariants(studio)
  })

  it('a bank account from which the child’s payments came suggests the guardian', async () => {
    const { studio, admin, parent } = family
    const { personId, reference } = await child(0, false)
    const iban = estonianIban(1)
    for (const archive of ['ONE', 'TWO']) {
      await reads({ reference, archive, iban, cents: 1000 })
      await settle(await ready())
    }
    await studio.must(parent, families.setRights, { personId, rights })
    const [lineId = ''] = await reads({ archive: 'THREE', iban, cents: 500 })
    const { rows } = await studio.ask(admin, bank.lines, { list: 'look', search: '', page: 1 })
    const suggested = rows.find(({ id }) => id === lineId)
    expect(suggested?.look).toMatchObject({ suggestions: [{ payerId: parent.accountId }] })
  })
})
