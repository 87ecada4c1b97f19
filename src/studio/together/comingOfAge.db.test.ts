import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { saveSettings } from '#server/testing/fixtures.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { families } from '#studio/families/contract.ts'

const family = familyStudio()

const childrenOf = async () =>
  (await family.studio.ask(family.parent, families.mine, {})).people.filter(({ own }) => !own)

/** Runs all jobs that are due after so many days, and half a day later the letters that they queue. */
async function after(days: number): Promise<void> {
  const { studio } = family
  studio.now += days * DAY
  await studio.startJobs()
  studio.now += DAY / 2
  await studio.runJobs()
}

const links = () => family.studio.sql`select * from guardians`

const told = () =>
  family.studio.sql<{ account: string }>`select account_id as account from told where letter = 'families.soonGrownUp'`

/** The letters that wait for the morning. */
const letters = async () =>
  (await family.studio.sql<{ text: string }>`select content::text as text from "waitingNotices"`).map(
    ({ text }) => text,
  )

it('a guardian is told once, 30 days before the 18th birthday, and the link ends 30 days after it', async () => {
  const { studio, parent } = family
  // he turns 18 on 10 May; today is 10 March
  await studio.must(parent, families.addChild, { displayName: 'Karl', familyName: 'Tamm', dob: '2008-05-10' })
  await after(29)
  expect(await told()).toEqual([])
  await after(2)
  await after(1)
  expect(await told()).toEqual([{ account: parent.accountId }])
  const [letter] = await letters()
  expect(letter).toContain('Until it is made you go on booking and paying for Karl, at the latest until 30 days after')
  expect(letter).not.toContain('guardian here no more')
  await after(54)
  expect(await childrenOf()).toHaveLength(1)
  await after(4)
  expect(await childrenOf()).toEqual([])
  await expectInvariants(studio)
})

it('if the young person has an account, both are told, and the link ends on the birthday', async () => {
  const { studio, parent, other } = family
  await family.write(sql`update people set dob = '2008-03-20' where id = ${other.userId}`)
  await family.link(parent, other.userId)
  await after(1)
  expect((await told()).map(({ account }) => account)).toEqual(
    expect.arrayContaining([parent.accountId, other.accountId]),
  )
  expect(await childrenOf()).toHaveLength(1)
  expect((await letters()).filter((letter) => letter.includes('From then on'))).toHaveLength(2)
  await after(9)
  expect(await childrenOf()).toEqual([])
  await expectInvariants(studio)
})

it('a link ends 30 days after the 18th birthday also while families are switched off, when nobody is told of it', async () => {
  const { studio, admin, parent, other } = family
  await studio.must(parent, families.addChild, { displayName: 'Karl', familyName: 'Tamm', dob: '2008-05-10' })
  await family.write(sql`update people set dob = '2008-03-20' where id = ${other.userId}`)
  await family.link(parent, other.userId)
  await saveSettings(studio, admin, 'features', { families: false })
  await after(1)
  expect(await links()).toHaveLength(2)
  await after(10)
  expect(await links()).toHaveLength(1)
  await after(77)
  expect(await links()).toHaveLength(1)
  await after(4)
  expect(await links()).toEqual([])
  expect(await told()).toEqual([])
  await expectInvariants(studio)
})
