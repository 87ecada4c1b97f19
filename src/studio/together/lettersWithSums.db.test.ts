import { describe, expect, it } from 'vitest'
import { DAY, MINUTE, type Instant } from '#kernel/time.ts'
import { aCourse, aMembership, anEntry, dropIn, joining } from '#server/testing/fixtures.ts'
import { WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

const NIGHT: Instant = Date.parse('2026-03-10T23:00:00+02:00')
const MORNING: Instant = Date.parse('2026-03-11T08:00:00+02:00')

let studio: TestStudio
let admin: Person
let mari: Person

studioForEach(async (empty) => {
  studio = empty
  studio.now = NIGHT
  admin = await studio.person('admin')
  mari = await studio.person('user', { displayName: 'Mari', email: 'mari@example.ee' })
}, WITH_FEATURES)

async function buyPass(standardPrice = 5000): Promise<string> {
  const membershipId = await aMembership(studio, admin, { standardPrice, memberPrice: standardPrice - 100 })
  await studio.must(mari, memberships.buy, { membershipId, coverMember: false, paymentMethod: 'bankTransfer' })
  return membershipId
}

/** Books a class the day after tomorrow, so that its letters wait for the morning. */
const bookClass = async () => {
  const { scheduleId } = await anEntry(studio, admin, { inDays: 2 })
  return studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
}
const joinCourse = async () => studio.must(mari, courses.join, joining(await aCourse(studio, admin)))

const sales: [string, () => Promise<unknown>][] = [
  ['a pass', buyPass],
  ['a course', joinCourse],
  ['a class', bookClass],
]

const open = () => studio.ask(mari, payments.mine, {})
async function pay(cents?: number) {
  for (const { id, price } of await open()) {
    const seen = { seenStatus: 'due', seenReceived: 0 } as const
    const amount = cents ?? price
    await studio.must(admin, payments.confirm, { paymentId: id, actualAmount: amount, rest: 'staysDue', ...seen })
  }
}

async function lettersAt(instant: Instant) {
  await studio.runJobs()
  studio.now = instant
  await studio.runJobs()
  const found = await studio.sql<{ subject: string; text: string }>`
    select subject, text from outbox where to_address = 'mari@example.ee' order by id`
  return found.map(({ subject, text }) => `${subject}\n${text}`)
}

describe('a letter that waits for the morning', () => {
  it.each(sales)('says how to pay for %s', async (_, sell) => {
    await sell()
    const [letter, ...more] = await lettersAt(MORNING)
    expect(more).toEqual([])
    expect(letter).toContain('To pay')
  })

  it.each(sales)('says that %s was paid meanwhile, and asks for nothing', async (_, sell) => {
    await sell()
    await studio.runJobs()
    await pay()
    const [letter, ...more] = await lettersAt(MORNING)
    expect(more).toEqual([])
    expect(letter).toContain('Nothing else is to be paid.')
    expect(letter).not.toMatch(/To pay|Please pay|IBAN/)
  })

  it('asks for nothing if the payment of a pass was cancelled meanwhile', async () => {
    await buyPass()
    await studio.runJobs()
    const [payment] = await open()
    await studio.must(admin, payments.cancel, { paymentId: payment?.id ?? '', seenStatus: 'due' })
    const letters = await lettersAt(MORNING)
    expect(letters).toHaveLength(1)
    expect(letters.join('\n')).not.toMatch(/To pay|Please pay|IBAN/)
  })

  it('asks for the rest if a pass was partly paid meanwhile', async () => {
    await buyPass(5000)
    await studio.runJobs()
    await pay(2000)
    const [letter] = await lettersAt(MORNING)
    expect(letter).toMatch(/To pay: 30€/)
    expect(letter).not.toContain('50€')
  })
})

it('a letter about several purchases has one sum for all transfers, with the account once; cash is listed separately', async () => {
  await buyPass(5000)
  await joinCourse()
  await bookClass()
  const [letter = '', ...more] = await lettersAt(MORNING)
  expect(more).toEqual([])
  const due = await open()
  const byTransfer = due.filter(({ paymentMethod }) => paymentMethod === 'bankTransfer')
  expect(byTransfer.length).toBeGreaterThan(1)
  expect(byTransfer.length).toBeLessThan(due.length)
  const sum = byTransfer.reduce((total, { price }) => total + price, 0)
  expect(letter).toMatch(new RegExp(`By one bank transfer\\n\\nTo pay: ${sum / 100}€\\nRecipient`))
  expect(letter.match(/IBAN:/g)).toHaveLength(1)
  expect(letter.match(/Reference number:/g)).toHaveLength(1)
})

it('a letter that lists all open payments names the account once', async () => {
  await buyPass(5000)
  await buyPass(3000)
  await studio.runJobs()
  const [first] = await open()
  const seen = { seenStatus: 'due', seenReceived: 0 } as const
  await studio.must(admin, payments.confirm, {
    paymentId: first?.id ?? '',
    actualAmount: 1000,
    rest: 'staysDue',
    ...seen,
  })
  const [letter = '', ...more] = await lettersAt(MORNING)
  expect(more).toEqual([])
  expect(letter).toContain('Still to pay: 70€.')
  expect(letter.match(/IBAN:/g)).toHaveLength(1)
  expect(letter).not.toContain('By one bank transfer')
})

describe('a reminder that waits for the morning', () => {
  const remind = async () =>
    studio.must(admin, payments.remindPayers, {
      paymentIds: (await open()).map(({ id }) => id),
      payerIds: [mari.accountId],
    })

  it('is not sent if everything was paid meanwhile', async () => {
    await buyPass()
    await lettersAt(MORNING)
    studio.now = NIGHT + DAY
    expect(await remind()).toMatchObject({ reminded: 1 })
    await pay()
    const letters = await lettersAt(MORNING + DAY)
    expect(letters.filter((letter) => letter.includes('Still to pay'))).toEqual([])
    expect(await studio.sql`select from told where letter = 'payments.debts'`).toEqual([])
  })

  it('names only what is left to pay', async () => {
    await buyPass(5000)
    await lettersAt(MORNING)
    studio.now = NIGHT + DAY
    await remind()
    await pay(2000)
    const letters = await lettersAt(MORNING + DAY)
    expect(letters.at(-1)).toMatch(/Four classes: 30€, due on/)
    expect(letters.at(-1)).not.toContain('50€')
  })
})

describe('a letter about received money', () => {
  it('covers all that came while it waited, and what is then open', async () => {
    await buyPass(5000)
    await buyPass(3000)
    await lettersAt(MORNING)
    studio.now = NIGHT + DAY
    for (const { id, price } of await open()) {
      const seen = { seenStatus: 'due', seenReceived: 0 } as const
      await studio.must(admin, payments.confirm, { paymentId: id, actualAmount: price, rest: 'staysDue', ...seen })
      studio.now += 5 * MINUTE
      await studio.runJobs()
    }
    const [, letter, ...more] = await lettersAt(MORNING + DAY)
    expect(more).toEqual([])
    expect(letter).toContain('We received 80€')
    expect(letter).toContain('Nothing else is to be paid.')
    expect(letter).not.toContain('Still to pay')
  })

  it('says if the rest is overdue', async () => {
    await buyPass(5000)
    expect((await lettersAt(MORNING)).at(-1)).toMatch(/By: \d+ March\n/)
    studio.now = MORNING + 60 * DAY
    await pay(1000)
    await lettersAt(studio.now + 5 * MINUTE)
    expect((await lettersAt(studio.now + 20 * MINUTE)).at(-1)).toMatch(/40€, was due on \d+ March\n/)
  })

  it('is not sent if the payment was cancelled meanwhile', async () => {
    await buyPass()
    await lettersAt(MORNING)
    studio.now = NIGHT + DAY
    const [payment] = await open()
    await pay()
    await lettersAt(studio.now + 5 * MINUTE)
    await studio.must(admin, payments.cancel, { paymentId: payment?.id ?? '', seenStatus: 'confirmed' })
    expect(await lettersAt(MORNING + DAY)).toHaveLength(1)
  })
})
