import { expect, it } from 'vitest'
import { aMembership } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { camt, movement, statementOf, type Movement } from '#server/testing/statements.ts'
import { WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { bank } from '#studio/bank/contract.ts'
import { inParts } from '#studio/bank/rules.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'

const ACCOUNT = 'EE471000001020145685'
const PRICE = 5800
/**
 * Seconds per action in the keystroke-level model: to think about what comes next, to point and press, and to type a
 * letter. Thinking is counted strictly: once before each press, and once for each line that is read before it is
 * assigned.
 */
const TO_THINK = 1.35
const TO_PRESS = 1.1 + 0.2
const TO_TYPE = 0.28

let studio: TestStudio
let admin: Person
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
}, WITH_FEATURES)

/** How many transfers of each kind, 200 in total. */
const month = { whole: 160, part: 10, more: 6, named: 18, unknown: 4, strange: 2 }

async function transfers() {
  const membershipId = await aMembership(studio, admin, { standardPrice: PRICE, memberPrice: PRICE - 100 })
  const movements: Partial<Movement>[] = []
  const searched: string[] = []
  const owing = async (displayName: string) => {
    const person = await studio.person('user', { displayName })
    await studio.must(person, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'bankTransfer' })
    return { person, reference: (await studio.ask(person, payments.myReference, {})).reference ?? '' }
  }
  // letters only, since a number in a name would match no name
  const nameOf = (place: number) =>
    `Mari${String.fromCodePoint(97 + Math.floor(place / 26))}${String.fromCodePoint(97 + (place % 26))}`
  let place = 0
  const each = async (count: number, make: (name: string) => Promise<Partial<Movement>>) => {
    for (let n = 0; n < count; n++) movements.push({ ...(await make(nameOf(place++))), archive: `RO20000${place}` })
  }
  await each(month.whole, async (name) => ({ cents: PRICE, reference: (await owing(name)).reference }))
  await each(month.part, async (name) => ({ cents: 3000, reference: (await owing(name)).reference }))
  await each(month.more, async (name) => ({ cents: PRICE + 700, reference: (await owing(name)).reference }))
  await each(month.named, async (name) => {
    await owing(name)
    return { cents: PRICE, reference: '', name: `MAASIKAS ${name.toUpperCase()}`, text: 'pääse' }
  })
  // a grandparent who gives neither reference number nor the person's name
  await each(month.unknown, async (name) => {
    await owing(name)
    searched.push(name)
    return { cents: PRICE, reference: '', name: 'Vanaema Kask', text: 'tants' }
  })
  await each(month.strange, async () => ({ cents: 123_456, reference: '', name: 'Tallinna linn', text: 'toetus' }))
  const all = movements.map((one) => movement({ order: one.archive, text: '', ...one }))
  return { file: Buffer.from(camt(statementOf(all, { account: ACCOUNT }))).toString('base64'), searched }
}

const look = async () => {
  const found = []
  for (let page = 1; ; page++) {
    const { rows, total } = await studio.ask(admin, bank.lines, { list: 'look', search: '', page })
    found.push(...rows)
    if (found.length >= total) return found
  }
}

it('a month of 200 transfers takes an admin at most two minutes', { timeout: 240_000 }, async ({ annotate }) => {
  const { file, searched } = await transfers()
  let letters = 0
  let read = 0
  // 'Choose a file', and choosing it
  let presses = 2
  expect(await studio.must(admin, bank.read, { file })).toMatchObject({ lines: 200, settles: 176, look: 24 })

  // 'Settle 176 lines'
  presses++
  const ready = await studio.ask(admin, bank.ready, {})
  let settled = 0
  for (const part of inParts(ready)) {
    const lines = part.map(({ lineId, seen }) => ({ lineId, seen }))
    settled += (await studio.must(admin, bank.settle, { lines })).settled
  }
  expect(settled).toBe(176)

  // 'Look at 18 lines together', reading each of them, and 'Assign 18 lines'
  const kinds = await studio.ask(admin, bank.suggested, {})
  expect(kinds.map(({ hint, total }) => [hint, total])).toEqual([['nameAlike', month.named]])
  for (const { lines } of kinds) {
    presses += 2
    read += lines.length
    const seen = lines.map(({ lineId, seen: what }) => ({ lineId, seen: what }))
    expect(await studio.must(admin, bank.assignSuggested, { lines: seen })).toEqual({ settled: 18, changed: 0 })
  }

  for (let [line] = await look(); line; [line] = await look()) {
    if (line.look?.ignoredBefore) {
      // 'Ignore as before: toetus'
      presses++
      await studio.must(admin, bank.ignore, { lineId: line.id, reason: line.look.ignoredBefore })
      continue
    }
    if (line.name === 'Tallinna linn') {
      // 'Ignore', the reason field, and 'Ignore' in the dialog
      presses += 3
      letters += 'toetus'.length
      await studio.must(admin, bank.ignore, { lineId: line.id, reason: 'toetus' })
      continue
    }
    // 'Assign' (focuses the search), a payment, and 'Assign 58€'
    presses += 3
    const name = searched.shift() ?? ''
    letters += name.length
    const [payer] = await studio.ask(admin, bank.openPayments, { search: name, cents: 5800 })
    const [payment] = payer?.payments ?? []
    const shares = [{ paymentId: payment?.paymentId ?? '', cents: PRICE }]
    await studio.must(admin, bank.assign, { lineId: line.id, payerId: payer?.payerId ?? '', shares })
  }
  expect(await look()).toEqual([])
  const [books] = await studio.sql`select count(*)::int as receipts, sum(cents)::int as cents from receipts`
  expect(books).toEqual({ receipts: 198, cents: 188 * PRICE + 10 * 3000 })
  await expectInvariants(studio)

  const seconds = Math.round((presses + read) * TO_THINK + presses * TO_PRESS + letters * TO_TYPE)
  const counted = `${presses} presses, ${letters} letters and ${read} lines read in all, ${seconds} s`
  await annotate(`${settled} of 200 settle by themselves; the rest: ${counted}`)
  expect(seconds).toBeLessThanOrEqual(100)
})
