import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#kernel/time.ts'
import { aCourse, aMembership, anEntry, dropIn, joining, saveSettings } from '#server/testing/fixtures.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { codeOf, type Person } from '#server/testing/studio.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { passes } from '#studio/passes/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { notOfChild, privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'

const family = familyStudio()
const luule = { displayName: 'Luule', familyName: 'Tamm', dob: '2016-05-05' }

/** A child of the parent; with the other guardian on request. */
async function aChild(of: { other?: boolean } = {}): Promise<string> {
  const { studio, parent, other } = family
  const { personId } = await studio.must(parent, families.addChild, luule)
  if (of.other) await family.link(other, personId)
  return personId
}

const download = (by: Person, personId: string) => family.studio.must(by, privacy.downloadChild, { personId })
const codeFor = (by: Person, personId: string) => codeOf(family.studio.call(by, privacy.downloadChild, { personId }))

describe('the data of a child without an account', () => {
  it('is downloaded by a guardian: classes, courses, passes, waiting lists and what the guardian pays', async () => {
    const { studio, admin, parent } = family
    const personId = await aChild()
    const past = await anEntry(studio, admin, { name: 'Past jazz' })
    const full = await anEntry(studio, admin, { name: 'Full class', inDays: 6, maxParticipants: 1 })
    const missed = await anEntry(studio, admin, { name: 'Missed class', inDays: 5 })
    const neighbour = await studio.person()
    await studio.must(neighbour, registrations.registerWithDropIn, dropIn(full.scheduleId))
    const wish = { kind: 'class', id: full.scheduleId, takeWith: null, personId } as const
    await studio.must(parent, waiting.join, wish)
    await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(past.scheduleId), personId })
    const courseId = await aCourse(studio, admin, { name: 'K-pop for children' })
    await studio.must(parent, courses.join, { ...joining(courseId), personId })
    const membershipId = await aMembership(studio, admin, { name: 'Ten classes' })
    const order = { membershipId, coverMember: false, paymentMethod: 'cash', personId } as const
    const { purchaseId } = await studio.must(parent, memberships.buy, order)
    await studio.must(parent, registrations.registerWithMembership, {
      scheduleId: missed.scheduleId,
      purchaseId,
      personId,
    })
    const freeze = { firstDay: '2026-03-20', lastDay: '2026-03-25', reason: 'A trip' }
    await studio.must(parent, passes.ask, { id: purchaseId, ...freeze, personId })
    await studio.must(parent, families.setPhotos, { allowed: true, personId })
    const due = await studio.ask(parent, payments.mine, {})
    const ofPass = due.find(({ item }) => item === 'membership')!
    await studio.must(admin, payments.confirm, { paymentId: ofPass.id, actualAmount: ofPass.price })
    studio.now += DAY + 10 * HOUR
    const mark = { scheduleId: past.scheduleId, userId: personId, value: 'attended' as const }
    await studio.must(admin, attendance.take, mark)

    const held = await download(parent, personId)

    expect(held.child).toMatchObject({
      id: personId,
      firstName: 'Luule',
      familyName: 'Tamm',
      dateOfBirth: '2016-05-05',
    })
    expect(held.classes.map(({ name, attendance: came }) => [name, came])).toEqual([
      ['Missed class', null],
      ['Past jazz', 'attended'],
    ])
    expect(held.courses.map(({ name }) => name)).toEqual(['K-pop for children'])
    expect(held.waitingLists.map(({ name }) => name)).toEqual(['Full class'])
    expect(held.memberships).toMatchObject([{ name: 'Ten classes', freezes: [{ reason: 'A trip' }] }])
    expect(held.memberships[0]?.book.length).toBeGreaterThan(0)
    expect(held.payments.map(({ item, status }) => `${item}: ${status}`).toSorted()).toEqual([
      'course: due',
      'drop-in ticket: due',
      'membership: confirmed',
    ])
    const paid = held.payments.find(({ item }) => item === 'membership')
    expect(paid).toMatchObject({ amountInCents: ofPass.price, receipts: [{ amountInCents: ofPass.price }] })
    expect(held.family).toMatchObject({
      guardians: [{ name: expect.stringContaining('Maasikas') as string }],
      photos: [{ allowed: true, by: 'you' }],
    })
    const lines = await studio.sql<{ message: string; about: string }>`
      select message, metadata ->> 'user' as about from logs order by id desc limit 1`
    expect(lines).toEqual([{ message: 'Guardian downloaded what is held about a child.', about: personId }])
  })

  it('has each part of the file of a person with an account, or a reason why not', async () => {
    const { studio, parent } = family
    const own = Object.keys(await studio.must(parent, privacy.download, {}))
    const ofChild = Object.keys(await download(parent, await aChild()))
    const known = [...ofChild.filter((part) => part !== 'child'), ...Object.keys(notOfChild)]
    expect(known.toSorted()).toEqual(own.toSorted())
  })

  it('is downloaded by any guardian, also by one who may neither book nor pay', async () => {
    const personId = await aChild()
    await family.link(family.other, personId, { canBook: false, pays: false })
    expect((await download(family.other, personId)).child.id).toBe(personId)
  })

  it('is refused to strangers and staff, and to a guardian once the link has ended', async () => {
    const { studio, admin, parent, other } = family
    const personId = await aChild({ other: true })
    const strangers = [admin, await studio.person('teacher'), await studio.person()]
    for (const stranger of strangers) expect(await codeFor(stranger, personId)).toBe('notAllowed')
    expect(await codeFor(other, personId)).toBe('done')
    await studio.must(other, families.endLink, { personId })
    expect(await codeFor(other, personId)).toBe('notAllowed')
    expect(await codeFor(parent, personId)).toBe('done')
  })

  it('is refused once the child has an account of its own, and to anybody about themselves', async () => {
    const { parent, other } = family
    await family.write(sql`update people set dob = '2012-03-20' where id = ${other.userId}`)
    await family.link(parent, other.userId)
    expect(await codeFor(parent, other.userId)).toBe('hasSignIn')
    expect(await codeFor(parent, parent.userId)).toBe('hasSignIn')
  })

  it('cannot be downloaded while families are switched off, nor after the links have ended at 18', async () => {
    const { studio, admin, parent } = family
    const personId = await aChild()
    const turn = (on: boolean) => saveSettings(studio, admin, 'features', { families: on })
    await turn(false)
    expect(studio.services.commands.get('privacy.downloadChild')).toBeUndefined()
    await turn(true)
    expect(await codeFor(parent, personId)).toBe('done')
    await family.write(sql`update people set dob = '2008-02-01' where id = ${personId}`)
    await studio.startJobs()
    studio.now += DAY
    await studio.runJobs()
    expect(await codeFor(parent, personId)).toBe('notAllowed')
  })
})

describe('the payments in the data of a child', () => {
  it('are those of the guardian who downloads, and nothing of what another guardian pays', async () => {
    const { studio, admin, parent, other } = family
    const personId = await aChild({ other: true })
    for (const [who, name, standardPrice] of [
      [parent, 'Of the mother', 3111],
      [other, 'Of the father', 7333],
    ] as const) {
      const { scheduleId } = await anEntry(studio, admin, { name, standardPrice })
      await studio.must(who, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
    }
    const held = await download(parent, personId)
    expect(held.classes.map(({ name }) => name).toSorted()).toEqual(['Of the father', 'Of the mother'])
    expect(held.payments.map(({ description, priceInCents }) => [description, priceInCents])).toEqual([
      ['Of the mother', 3111],
    ])
  })

  it('that the guardian ordered and another guardian pays have their price and status, as on screen, but not what was paid', async () => {
    const { studio, admin, parent, other } = family
    const personId = await aChild()
    await family.link(other, personId, { canBook: true, pays: false })
    const { scheduleId } = await anEntry(studio, admin, { standardPrice: 4000 })
    await studio.must(other, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
    const [payment] = await studio.ask(parent, payments.mine, {})
    await studio.must(admin, payments.confirm, { paymentId: payment!.id, actualAmount: 3000, rest: 'staysDue' })
    const [seen] = (await download(other, personId)).payments
    expect(seen).toMatchObject({ priceInCents: 4000, status: 'partlyPaid', amountInCents: null })
    expect(seen).toMatchObject({ letGoInCents: 0, receipts: [], history: [] })
    const [paid] = (await download(parent, personId)).payments
    expect(paid).toMatchObject({ status: 'partlyPaid', receipts: [{ amountInCents: 3000 }] })
  })
})
