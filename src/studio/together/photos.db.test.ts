import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { aCourse, anEntry, dropIn, joining, saveSettings } from '#server/testing/fixtures.ts'
import { familyStudio } from '#server/testing/familyStudio.ts'
import { codeOf, type Person } from '#server/testing/studio.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

const family = familyStudio()

async function aChildInClass(inDays = 0) {
  const { studio, parent, admin } = family
  const child = { displayName: 'Mari', familyName: 'Tamm', dob: '2016-05-05' }
  const { personId } = await studio.must(parent, families.addChild, child)
  const { scheduleId } = await anEntry(studio, admin, inDays === 0 ? {} : { inDays })
  await studio.must(parent, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId })
  return { personId, scheduleId }
}

const inList = async (scheduleId: string, userId: string) =>
  (await family.studio.ask(family.admin, attendance.classDetails, { scheduleId })).people.find(
    ({ id }) => id === userId,
  )
const say = (person: Person, personId: string, allowed: boolean) =>
  family.studio.must(person, families.setPhotos, { personId, allowed })
const shown = async (person: Person) => (await family.studio.ask(person, families.mine, {})).people[1]?.photos

describe('consent to photos and videos', () => {
  it('is off by default, and is shown with its date to the family and in the list of registrants', async () => {
    const { studio, parent } = family
    const { personId, scheduleId } = await aChildInClass()
    expect(await inList(scheduleId, personId)).toMatchObject({ age: 9, photos: false })
    expect(await shown(parent)).toBeNull()
    await say(parent, personId, true)
    expect(await inList(scheduleId, personId)).toMatchObject({ photos: true })
    expect(await shown(parent)).toMatchObject({ allowed: true, at: studio.now, mine: true })
  })

  it("is blocked by one guardian's refusal until that guardian changes it or their link ends", async () => {
    const { studio, parent, other } = family
    const { personId, scheduleId } = await aChildInClass()
    await family.link(other, personId)
    await say(other, personId, false)
    await say(parent, personId, true)
    expect(await inList(scheduleId, personId)).toMatchObject({ photos: false })
    expect(await shown(parent)).toMatchObject({ allowed: false, mine: true })
    await say(other, personId, true)
    expect(await inList(scheduleId, personId)).toMatchObject({ photos: true })
    await say(other, personId, false)
    await studio.must(other, families.endLink, { personId })
    expect(await inList(scheduleId, personId)).toMatchObject({ photos: true })
  })

  it('can be changed by whoever gave it, also without the right to book', async () => {
    const { studio, parent, other } = family
    const { personId, scheduleId } = await aChildInClass()
    await family.link(other, personId)
    await say(parent, personId, true)
    await studio.must(parent, families.setRights, {
      personId,
      rights: { canBook: false, pays: true, getsNotices: true },
    })
    await say(parent, personId, false)
    expect(await inList(scheduleId, personId)).toMatchObject({ photos: false })
    // the 'no' counts until its giver changes it, and so the giver can
    await say(parent, personId, true)
    expect(await inList(scheduleId, personId)).toMatchObject({ photos: true })
  })

  it('can only be given by guardians who book, and is not asked while the feature families is off', async () => {
    const { studio, other, admin } = family
    const { personId, scheduleId } = await aChildInClass()
    for (const stranger of [other, admin])
      expect(await codeOf(studio.call(stranger, families.setPhotos, { personId, allowed: true }))).toBe('notAllowed')
    await family.link(other, personId, { canBook: false })
    for (const allowed of [true, false])
      expect(await codeOf(studio.call(other, families.setPhotos, { personId, allowed }))).toBe('photosFromOthers')
    await saveSettings(studio, admin, 'features', { families: false })
    expect(await inList(scheduleId, personId)).toMatchObject({ age: null, photos: null })
  })
})

describe('contacts of guardians', () => {
  it('are visible to admins, and to teachers for classes of today and tomorrow and for their own classes', async () => {
    const { studio, admin, parent } = family
    await family.write(sql`update people set phone = '+372 5123 4567' where id = ${parent.userId}`)
    const teacher = await studio.person('teacher')
    const far = await aChildInClass(5)
    const ask = async (person: Person, of = far) =>
      (await studio.ask(person, attendance.contacts, { scheduleId: of.scheduleId, userId: of.personId })).contacts
    const theirs = { phone: '', guardians: [{ name: expect.any(String) as string, phone: '+372 5123 4567' }] }
    expect(await ask(admin)).toEqual(theirs)
    expect(await ask(teacher)).toBeNull()
    studio.now += 4 * 24 * 60 * 60_000
    expect(await ask(teacher)).toEqual(theirs)
    studio.now -= 4 * 24 * 60 * 60_000
    await family.write(sql`update schedule set teacher_ids = array[${teacher.accountId}] where id = ${far.scheduleId}`)
    expect(await ask(teacher)).toEqual(theirs)
    // not for a person who is not registered
    expect(await ask(admin, { ...far, personId: admin.userId })).toBeNull()
  })

  it('are visible in the list of a course too: to admins, to its teachers, and to all teachers on an evening and the day before', async () => {
    const { studio, admin, parent } = family
    await family.write(sql`update people set phone = '+372 5123 4567' where id = ${parent.userId}`)
    const child = { displayName: 'Mari', familyName: 'Tamm', dob: '2016-05-05' }
    const { personId } = await studio.must(parent, families.addChild, child)
    const courseId = await aCourse(studio, admin)
    await studio.must(parent, courses.join, { ...joining(courseId), paymentMethod: 'cash', personId })
    const { rows } = await studio.ask(admin, courses.registrants, { ended: false, search: '', page: 1 })
    expect(rows).toMatchObject([{ userId: personId, age: 9, photos: false }])
    const teacher = await studio.person('teacher')
    const ask = async (person: Person, userId = personId) =>
      (await studio.ask(person, courses.contacts, { courseId, userId })).contacts
    const theirs = { phone: '', guardians: [{ name: expect.any(String) as string, phone: '+372 5123 4567' }] }
    expect([await ask(admin), await ask(teacher), await ask(admin, parent.userId)]).toEqual([theirs, null, null])
    await family.write(sql`update courses set teacher_ids = array[${teacher.accountId}]`)
    expect(await ask(teacher)).toEqual(theirs)
    // it is Tuesday the 10th of March, and the course is on Thursdays
    await family.write(sql`update courses set teacher_ids = '{}', start_date = '2026-03-01', weekday = 4`)
    expect(await ask(teacher)).toBeNull()
    for (const seen of [1, 2]) {
      studio.now += DAY
      expect(await ask(teacher), `after ${seen} days`).toEqual(theirs)
    }
    studio.now += DAY
    expect(await ask(teacher)).toBeNull()
    studio.now -= DAY
    await family.write(sql`insert into "closedDays" (id, first_day, last_day, reason, courses_off_at, created_at)
      values ('off', '2026-03-12', '2026-03-12', 'Remont', now(), now())`)
    expect(await ask(teacher)).toBeNull()
    await family.write(sql`update "closedDays" set courses_off_at = null`)
    expect(await ask(teacher)).toEqual(theirs)
    await family.write(sql`update courses set status = 'archived'`)
    expect(await ask(teacher)).toBeNull()
    expect(await ask(admin)).toEqual(theirs)
  })
})

describe('a person’s own phone number', () => {
  const phone = '+372 5987 6543'
  const own = { phone, guardians: [] }

  it("is visible to admins and teachers like a guardian's, also without families", async () => {
    const { studio, admin, other } = family
    await saveSettings(studio, admin, 'features', { families: false })
    await family.write(sql`update people set phone = ${phone} where id = ${other.userId}`)
    const teacher = await studio.person('teacher')
    const { scheduleId } = await anEntry(studio, admin, { inDays: 5 })
    await studio.must(other, registrations.registerWithDropIn, dropIn(scheduleId))
    // a list only says that there is a number
    expect(await inList(scheduleId, other.userId)).toMatchObject({ age: null, photos: null, hasPhone: true })
    expect(JSON.stringify(await studio.ask(teacher, attendance.classDetails, { scheduleId }))).not.toContain('5987')
    const ask = async (person: Person) =>
      (await studio.ask(person, attendance.contacts, { scheduleId, userId: other.userId })).contacts
    expect([await ask(admin), await ask(teacher)]).toEqual([own, null])
    studio.now += 4 * 24 * 60 * 60_000
    expect(await ask(teacher)).toEqual(own)
    studio.now -= 4 * 24 * 60 * 60_000
    await family.write(sql`update schedule set teacher_ids = array[${teacher.accountId}] where id = ${scheduleId}`)
    expect(await ask(teacher)).toEqual(own)
  })

  it('is on the user page for admins only', async () => {
    const { studio, admin, other, parent } = family
    await family.write(sql`update people set phone = ${phone} where id = ${other.userId}`)
    const teacher = await studio.person('teacher')
    const asked = { userId: other.userId }
    expect(await studio.ask(admin, accounts.phone, asked)).toEqual({ phone })
    for (const person of [teacher, other, parent])
      await expect(studio.ask(person, accounts.phone, asked)).rejects.toMatchObject({ code: 'notAllowed' })
    expect(JSON.stringify(await studio.ask(teacher, accounts.user, asked))).not.toContain('5987')
  })
})

describe('the letter about a booked place', () => {
  it('names the room and the teacher', async () => {
    const { studio, admin, parent } = family
    const teacher = await studio.person('teacher', { displayName: 'Liispet' })
    const { scheduleId } = await anEntry(studio, admin)
    await family.write(sql`insert into rooms (id, name, position) values ('hall', 'Suur saal', 1)`)
    await family.write(sql`update schedule set room_id = 'hall', teacher_ids = array[${teacher.accountId}]`)
    await studio.must(parent, registrations.registerWithDropIn, dropIn(scheduleId))
    studio.now += 20 * 60_000
    await studio.runJobs()
    await studio.writeLetters()
    const letters = await studio.sql<{ text: string }>`select text from outbox where text like '%Suur saal%'`
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain('Liispet')
  })
})
