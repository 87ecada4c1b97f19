import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aCourse, anEntry, dropIn, joining } from '#server/testing/fixtures.ts'
import { camt, movement, statementOf } from '#server/testing/statements.ts'
import { WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { bank } from '#studio/bank/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

const ACCOUNT = 'EE471000001020145685'

let studio: TestStudio
let admin: Person
let mari: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  mari = await studio.person()
}, WITH_FEATURES)

/** Books a bank transfer with the payer's reference number (cents). */
async function transfers(person: Person, cents: number) {
  const { reference } = await studio.ask(person, payments.myReference, {})
  const file = camt(statementOf([movement({ cents, reference: reference ?? '', text: '' })], { account: ACCOUNT }))
  await studio.must(admin, bank.read, { file: Buffer.from(file).toString('base64') })
  const lines = (await studio.ask(admin, bank.ready, {})).map(({ lineId, seen }) => ({ lineId, seen }))
  await studio.must(admin, bank.settle, { lines })
}
async function paysAtDesk(person: Person, actualAmount: number) {
  const [open] = await studio.ask(person, payments.mine, {})
  await studio.must(admin, payments.confirm, { paymentId: open?.id ?? '', actualAmount, rest: 'staysDue' })
}
const creditOf = async (person: Person) => (await studio.ask(person, payments.myCredit, {})).credit

it('cancelling a class turns bank money into credit, as announced at the place', async () => {
  const { scheduleId } = await anEntry(studio, admin, { standardPrice: 1500, memberPrice: 1000 })
  await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
  const told = async () => (await studio.ask(mari, registrations.mine, {}))[0]?.moneyBack
  expect(await told()).toEqual({ credit: 0, desk: 0, yours: true })
  await transfers(mari, 1000)
  expect(await told()).toEqual({ credit: 1000, desk: 0, yours: true })
  await paysAtDesk(mari, 500)
  expect(await told()).toEqual({ credit: 1000, desk: 500, yours: true })
  await studio.must(mari, registrations.cancel, { scheduleId })
  expect(await creditOf(mari)).toBe(1000)
})

it('leaving a course restores the credit that paid for it, as announced at the course', async () => {
  const { scheduleId } = await anEntry(studio, admin, { standardPrice: 1500, memberPrice: 1000 })
  await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
  await transfers(mari, 1500)
  await studio.must(mari, registrations.cancel, { scheduleId })
  const courseId = await aCourse(studio, admin)
  await studio.must(mari, courses.join, joining(courseId))
  await studio.must(mari, payments.spendCredit, {})
  expect(await creditOf(mari)).toBe(0)
  const [course] = await studio.ask(mari, courses.mine, {})
  expect(course?.moneyBack).toEqual({ credit: 1500, desk: 0, yours: true })
  await studio.must(mari, courses.leave, { courseId })
  expect(await creditOf(mari)).toBe(1500)
})

it('credit for a booking that another account pays is shown as theirs, or hidden with the payment', async () => {
  const child = { displayName: 'Mia', familyName: 'Maasikas', dob: '2016-05-05' }
  const { personId } = await studio.must(mari, families.addChild, child)
  const [booker, onlooker] = [await studio.person(), await studio.person()]
  for (const { accountId } of [booker, onlooker])
    await studio.database.transaction((tx) =>
      tx.execute(sql`insert into guardians (account_id, person_id, can_book, pays, gets_notices, created_at)
        values (${accountId}, ${personId}, true, false, true, now())`),
    )
  const { scheduleId } = await anEntry(studio, admin, { standardPrice: 1500, memberPrice: 1000 })
  await studio.must(booker, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
  await transfers(mari, 1500)
  const toldTo = async (person: Person) => (await studio.ask(person, registrations.mine, { personId }))[0]?.moneyBack
  expect(await toldTo(mari)).toEqual({ credit: 1500, desk: 0, yours: true })
  expect(await toldTo(booker)).toEqual({ credit: 1500, desk: 0, yours: false })
  expect(await toldTo(onlooker)).toBeNull()
})
