import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import {
  aCourse,
  anEntry,
  anEntryForm,
  aPurchase,
  cancelClass,
  dropIn,
  joining,
  saveSettings,
} from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'

let studio: TestStudio
let admin: Person
/** Holds the only place. */
let mari: Person
let anna: Person
let kati: Person
let scheduleId: string

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  mari = await studio.person('user', { displayName: 'Mari' })
  anna = await studio.person('user', { displayName: 'Anna' })
  kati = await studio.person('user', { displayName: 'Kati' })
  // the next day at 18:00 in Tallinn, 30 hours from now
  scheduleId = (await anEntry(studio, admin, { maxParticipants: 1 })).scheduleId
  await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
}, WITH_FEATURES)

const here = () => ({ kind: 'class', id: scheduleId }) as const
const join = (person: Person, takeWith: string | null = null) =>
  codeOf(studio.call(person, waiting.join, { ...here(), takeWith }))
const cancel = (person = mari) => studio.must(person, registrations.cancel, { scheduleId, acceptsLate: true })
const take = (person: Person) => codeOf(studio.call(person, registrations.registerWithDropIn, dropIn(scheduleId)))
const decline = (person: Person) => codeOf(studio.call(person, waiting.decline, here()))
/** A person's state and position: 'waiting 2', 'offered 1'. */
const stand = async (person: Person) => {
  const [own] = await studio.ask(person, waiting.mine, {})
  return own && `${own.state} ${own.position ?? '-'}`
}
const skippedOf = async (person: Person) => (await studio.ask(person, waiting.mine, {}))[0]?.skipped
const isOpen = async (person: Person) => (await studio.ask(person, waiting.mine, {}))[0]?.open
const until = async (person: Person) => (await studio.ask(person, waiting.mine, {}))[0]?.offeredUntil ?? 0
const subjects = async () =>
  (
    await studio.sql<{ subject: string }>`
    select subject from outbox where subject like '%A place is free%' or subject like 'You have a place%' order by id`
  ).map(({ subject }) => subject)
const wait = async (milliseconds: number) => {
  studio.now += milliseconds
  await studio.runJobs()
}
/** What the log says of a person's states. */
const moves = async ({ userId }: Person) =>
  (
    await studio.sql<{ message: string }>`
    select message from logs where metadata->>'user' = ${userId} and message like 'Waiting list:%' order by id`
  ).map(({ message }) => message)
const resize = (from: number, to: number) => {
  const before = { ...anEntryForm, maxParticipants: from }
  return studio.must(admin, schedule.update, { scheduleId, ...before, maxParticipants: to, before })
}
const sound = async () => {
  expect(studio.reported).toEqual([])
  await expectInvariants(studio)
}

describe('joining a waiting list', () => {
  it('keeps the order of arrival, and people move up', async () => {
    expect(await join(anna)).toBe('done')
    studio.now += MINUTE
    expect(await join(kati)).toBe('done')
    expect([await stand(anna), await stand(kati)]).toEqual(['waiting 1', 'waiting 2'])
    await studio.must(anna, waiting.leave, here())
    expect([await stand(anna), await stand(kati)]).toEqual([undefined, 'waiting 1'])
    await sound()
  })

  it('again within two minutes of leaving gives the old position back, later the last one', async () => {
    const leave = () => studio.must(anna, waiting.leave, here())
    await join(anna)
    studio.now += MINUTE
    await join(kati)
    await leave()
    studio.now += UNDO_WITHIN - 1
    expect(await join(anna)).toBe('done')
    expect([await stand(anna), await stand(kati)]).toEqual(['waiting 1', 'waiting 2'])
    await leave()
    studio.now += UNDO_WITHIN
    expect(await join(anna)).toBe('done')
    expect([await stand(anna), await stand(kati)]).toEqual(['waiting 2', 'waiting 1'])
    await sound()
  })

  it('is possible once, for a full class that has not begun, and without having a place', async () => {
    const free = (await anEntry(studio, admin, { inDays: 2 })).scheduleId
    expect(await codeOf(studio.call(anna, waiting.join, { kind: 'class', id: free, takeWith: null }))).toBe('notFull')
    expect(await join(mari)).toBe('alreadyRegistered')
    expect(await join(await studio.person('user', { membershipCategory: 'Member-girl' }))).toBe('includedAlready')
    await join(anna)
    expect(await join(anna)).toBe('alreadyWaiting')
    studio.now += 31 * HOUR
    expect(await join(kati)).toBe('entryStarted')
  })
})

describe('a freed place', () => {
  it('is held for the first person for a limited time, and they are told once', async () => {
    await join(anna)
    studio.now += MINUTE
    await join(kati)
    await cancel()
    expect([await stand(anna), await stand(kati)]).toEqual(['offered 1', 'waiting 2'])
    // a quarter of 30 hours exceeds the maximum of two hours
    expect(await until(anna)).toBe(studio.now + 2 * HOUR)
    expect(await subjects()).toEqual(['A place is free for you until 14:01: Girls beginners'])
    const [letter] = await studio.sql<{ text: string }>`select text from outbox where subject like 'A place is free%'`
    expect(letter?.text).toContain('Drop-in: 15€')
    await sound()
  })

  it('names the pass that can pay for it instead of the price', async () => {
    await aPurchase(studio, admin, anna, { name: 'Boys only', categories: ['Boy Group'], validPeriod: 2 })
    await aPurchase(studio, admin, anna, { name: 'Four classes', classLimit: 4 })
    await join(anna)
    await cancel()
    const [letter] = await studio.sql<{ text: string }>`select text from outbox where subject like 'A place is free%'`
    expect(letter?.text).toContain('Your pass: Four classes, 4 left')
    expect(letter?.text).not.toContain('15€')
    await sound()
  })

  it('is shown to staff as held until the first offer ends', async () => {
    const held = await studio.watch(admin, registrations.held, {})
    expect(await held.next()).toEqual([])
    await resize(1, 2)
    const [nele, liis] = [await studio.person(), await studio.person()]
    await studio.must(nele, registrations.registerWithDropIn, dropIn(scheduleId))
    for (const one of [anna, kati, liis]) {
      await join(one)
      studio.now += MINUTE
    }
    await cancel()
    const first = await until(anna)
    expect(await held.next()).toEqual([{ scheduleId, count: 1, until: first }])
    studio.now += MINUTE
    await cancel(nele)
    expect(await held.next()).toEqual([{ scheduleId, count: 2, until: first }])
    await take(anna)
    expect(await held.next()).toEqual([{ scheduleId, count: 1, until: await until(kati) }])
    held.stop()
    await sound()
  })

  it('is offered to as many people as there are free places, not counting included people who are away', async () => {
    const [away, alsoAway] = [
      await studio.person('user', { membershipCategory: 'Member-girl' }),
      await studio.person('user', { membershipCategory: 'Member-girl' }),
    ]
    for (const person of [away, alsoAway]) await studio.must(person, registrations.cantCome, { scheduleId })
    const liis = await studio.person('user', { displayName: 'Liis' })
    for (const person of [anna, kati, liis]) {
      await join(person)
      studio.now += MINUTE
    }
    const before = { ...anEntryForm, maxParticipants: 1, roomId: null, teacherIds: [] }
    await studio.must(admin, schedule.update, { scheduleId, ...before, maxParticipants: 4, before })
    expect([await stand(anna), await stand(kati), await stand(liis)]).toEqual(['offered 1', 'offered 2', 'offered 3'])
    await sound()
  })

  it('can meanwhile be taken by nobody else, not even by staff', async () => {
    await join(anna)
    await cancel()
    expect(await take(kati)).toBe('classFull')
    const other = { ...dropIn(scheduleId), userId: kati.userId }
    expect(await codeOf(studio.call(admin, registrations.registerOtherWithDropIn, other))).toBe('classFull')
    const smaller = { ...anEntryForm, maxParticipants: 1 }
    const edit = { scheduleId, ...smaller, maxParticipants: 0, before: smaller }
    expect(await codeOf(studio.call(admin, schedule.update, edit))).toMatchObject({
      maxParticipants: expect.anything() as unknown,
    })
    expect(await take(anna)).toBe('done')
    expect(await stand(anna)).toBe(undefined)
    await sound()
  })

  it('is offered to the next person after it was declined, left or not answered', async () => {
    const lena = await studio.person('user', { displayName: 'Lena' })
    for (const person of [anna, kati, lena]) {
      await join(person)
      studio.now += MINUTE
    }
    await cancel()
    expect(await decline(anna)).toBe('done')
    expect([await stand(anna), await stand(kati)]).toEqual([undefined, 'offered 1'])
    await studio.must(kati, waiting.leave, here())
    expect(await stand(lena)).toBe('offered 1')
    await wait(2 * HOUR)
    expect(await stand(lena)).toBe('expired -')
    expect(await decline(lena)).toBe('offerEnded')
    // nobody is waiting any more, so anybody can take it
    expect(await take(mari)).toBe('done')
    await sound()
  })

  it('cannot be taken after the offer has ended, even before the job has noticed that', async () => {
    await join(anna)
    await cancel()
    studio.now += 2 * HOUR + 1
    expect(await take(anna)).toBe('offerEnded')
    await studio.runJobs()
    expect(await take(anna)).toBe('done')
    await sound()
  })

  it('an ended offer is no longer shown once the person has the place anyway', async () => {
    await join(anna)
    await cancel()
    await wait(2 * HOUR)
    expect(await stand(anna)).toBe('expired -')
    expect(await take(anna)).toBe('done')
    expect(await stand(anna)).toBe(undefined)
    expect((await moves(anna)).at(-1)).toBe('Waiting list: The offer ended → Took a place.')
    await sound()
  })

  it('is open to everybody if there is no time left to answer, and each waiting person is told once', async () => {
    await join(anna)
    studio.now += MINUTE
    await join(kati)
    studio.now += 29 * HOUR + 50 * MINUTE
    await cancel()
    expect([await stand(anna), await stand(kati)]).toEqual(['waiting 1', 'waiting 2'])
    expect([await isOpen(anna), await isOpen(kati)]).toEqual([true, true])
    const told = ['A place is free: first come, first served. Girls beginners']
    expect(await subjects()).toEqual([...told, ...told])
    // without an offer it can be taken on its own page only
    const letters = await studio.sql<{ text: string }>`select text from outbox order by id desc limit 2`
    for (const { text } of letters) expect(text).toContain(`/class/${scheduleId}`)
    expect(await take(kati)).toBe('done')
    // the class was full in between, so the next free place is announced again
    expect(await isOpen(anna)).toBe(false)
    studio.now += MINUTE
    await cancel(kati)
    expect(await subjects()).toEqual([...told, ...told, ...told])
    expect(await stand(anna)).toBe('waiting 1')
    await sound()
  })

  it('is not offered after the deadline of late cancellation, but open to all until the start', async () => {
    await saveSettings(studio, admin, 'registration', { lateHours: 24 })
    await join(anna)
    studio.now += 5 * HOUR + 50 * MINUTE
    await cancel()
    expect(await stand(anna)).toBe('waiting 1')
    expect(await take(kati)).toBe('done')
    await sound()
  })

  it('stays open to all while a place is free, also one that an absent member leaves free', async () => {
    await resize(1, 4)
    for (let member = 0; member < 2; member++) {
      const away = await studio.person('user', { membershipCategory: 'Member-girl' })
      await studio.must(away, registrations.cantCome, { scheduleId })
    }
    const others = [kati, await studio.person(), await studio.person()]
    for (const person of others) expect(await take(person)).toBe('done')
    await join(anna)
    studio.now += 29 * HOUR + 50 * MINUTE
    for (const person of others) await cancel(person)
    expect(await isOpen(anna)).toBe(true)
    const [one, another, last] = others
    for (const person of [one, another]) expect(await take(person ?? mari)).toBe('done')
    expect(await isOpen(anna)).toBe(true)
    expect(await take(last ?? mari)).toBe('done')
    expect(await isOpen(anna)).toBe(false)
    await sound()
  })

  it('is no longer open to all once the class is made smaller', async () => {
    await resize(1, 2)
    await studio.must(kati, registrations.registerWithDropIn, dropIn(scheduleId))
    await join(anna)
    studio.now += 29 * HOUR + 50 * MINUTE
    await cancel()
    expect(await isOpen(anna)).toBe(true)
    await resize(2, 1)
    expect(await isOpen(anna)).toBe(false)
    await sound()
  })

  it.each([
    ['two places are freed', 2],
    ['three places are added', 3],
  ])('is offered to as many people as there are places: %s', async (_, more) => {
    const people = await Promise.all(Array.from({ length: 4 }, () => studio.person()))
    for (const person of people) {
      await join(person)
      studio.now += MINUTE
    }
    const before = { ...anEntryForm, maxParticipants: 1 }
    await studio.must(admin, schedule.update, { scheduleId, ...before, maxParticipants: 1 + more, before })
    const states = await Promise.all(people.map(stand))
    expect(states.filter((state) => state?.startsWith('offered'))).toHaveLength(more)
    expect(states[0]).toBe('offered 1')
    await sound()
  })
})

describe('two children of a family on the list', () => {
  const child = async (displayName: string) =>
    (await studio.must(anna, families.addChild, { displayName, familyName: 'Tamm', dob: '2016-05-05' })).personId
  const both = async () => {
    const children = [await child('Liisu'), await child('Jaan')]
    for (const personId of children) {
      await studio.must(anna, waiting.join, { ...here(), takeWith: null, personId })
      studio.now += MINUTE
    }
    return children
  }
  const standOf = async (personId: string) => (await studio.ask(anna, waiting.mine, { personId }))[0]?.state
  const takeFor = (personId: string) =>
    codeOf(studio.call(anna, registrations.registerWithDropIn, { ...dropIn(scheduleId), personId }))

  it('are offered one of two places each, and the guardian can take both', async () => {
    const children = await both()
    const before = { ...anEntryForm, maxParticipants: 1 }
    await studio.must(admin, schedule.update, { scheduleId, ...before, maxParticipants: 3, before })
    expect(await Promise.all(children.map(standOf))).toEqual(['offered', 'offered'])
    // the subject does not say "for you" to a guardian
    expect(await subjects()).toEqual(
      ['Liisu', 'Jaan'].map((name) => `${name}: A place is free until 14:02: Girls beginners`),
    )
    expect([await takeFor(children[0]!), await takeFor(children[1]!)]).toEqual(['done', 'done'])
    await sound()
  })

  it('are offered a place each, and the guardian can take both at once, but no third', async () => {
    const children = await both()
    const before = { ...anEntryForm, maxParticipants: 1 }
    await studio.must(admin, schedule.update, { scheduleId, ...before, maxParticipants: 3, before })
    const takeTogether = (...personIds: readonly string[]) => {
      const people = personIds.map((personId) => ({ personId, purchaseId: null }))
      return codeOf(studio.call(anna, registrations.registerSeveral, { ...dropIn(scheduleId), people }))
    }
    expect(await takeTogether(...children, await child('Kolmas'))).toBe('classFull')
    expect(await takeTogether(...children)).toBe('done')
    await sound()
  })

  it('are offered a place each in a course, and the guardian can take both at once, but no third', async () => {
    const courseId = await aCourse(studio, admin, { defaultMaxParticipants: 2 })
    for (const person of [mari, kati]) await studio.must(person, courses.join, joining(courseId))
    const children = [await child('Liisu'), await child('Jaan')]
    for (const personId of children) {
      await studio.must(anna, waiting.join, { kind: 'course', id: courseId, takeWith: null, personId })
    }
    for (const person of [mari, kati]) await studio.must(person, courses.leave, { courseId })
    expect(await Promise.all(children.map(standOf))).toEqual(['offered', 'offered'])
    const takeTogether = (...personIds: readonly string[]) => {
      const people = personIds.map((personId) => ({ personId }))
      return codeOf(studio.call(anna, courses.joinSeveral, { ...joining(courseId), people }))
    }
    expect(await takeTogether(...children, await child('Kolmas'))).toBe('courseFull')
    expect(await takeTogether(...children)).toBe('done')
    await sound()
  })

  it('one place is offered to the first child, and the second keeps its turn', async () => {
    const [first = '', second = ''] = await both()
    await cancel()
    expect([await standOf(first), await standOf(second)]).toEqual(['offered', 'waiting'])
    // the place is held for one child: a sibling cannot take it
    expect(await takeFor(second)).toBe('classFull')
    // a guardian who wants both or none can decline for the first
    await studio.must(anna, waiting.decline, { ...here(), personId: first })
    expect(await standOf(second)).toBe('offered')
    await sound()
  })
})

describe('a person who is skipped keeps the position and sees the reason', () => {
  it('they have another class at that time', async () => {
    await join(anna)
    studio.now += MINUTE
    await join(kati)
    const other = (await anEntry(studio, admin)).scheduleId
    await studio.must(anna, registrations.registerWithDropIn, dropIn(other))
    await cancel()
    expect([await stand(anna), await skippedOf(anna), await stand(kati)]).toEqual(['waiting 1', 'clash', 'offered 2'])
    await sound()
  })

  it('they have an evening of a course at that time, though not on another day', async () => {
    const { scheduleId: friday } = await anEntry(studio, admin, { inDays: 17, maxParticipants: 1 })
    await studio.must(mari, registrations.registerWithDropIn, dropIn(friday))
    for (const [person, weekday] of [
      [anna, 5],
      [kati, 4],
    ] as const) {
      await studio.must(person, courses.join, joining(await aCourse(studio, admin, { weekday })))
      await studio.must(person, waiting.join, { kind: 'class', id: friday, takeWith: null })
      studio.now += MINUTE
    }
    await studio.must(mari, registrations.cancel, { scheduleId: friday })
    expect([await stand(anna), await skippedOf(anna), await stand(kati)]).toEqual(['waiting 1', 'clash', 'offered 2'])
    await sound()
  })

  it('they are not skipped for the evening of an archived course', async () => {
    const { scheduleId: friday } = await anEntry(studio, admin, { inDays: 17, maxParticipants: 1 })
    await studio.must(mari, registrations.registerWithDropIn, dropIn(friday))
    const courseId = await aCourse(studio, admin, { weekday: 5 })
    await studio.must(anna, courses.join, joining(courseId))
    await studio.must(admin, courses.setStatus, { courseId, status: 'archived' })
    await studio.must(anna, waiting.join, { kind: 'class', id: friday, takeWith: null })
    await studio.must(mari, registrations.cancel, { scheduleId: friday })
    expect([await stand(anna), await skippedOf(anna)]).toEqual(['offered 1', null])
    await sound()
  })

  it('they wait for a course, and have a class at the time of one of its evenings', async () => {
    const courseId = await aCourse(studio, admin, { defaultMaxParticipants: 1 })
    await studio.must(mari, courses.join, joining(courseId))
    for (const [person, inDays] of [
      [anna, 17],
      [kati, 16],
    ] as const) {
      const { scheduleId: other } = await anEntry(studio, admin, { inDays })
      await studio.must(person, registrations.registerWithDropIn, dropIn(other))
      await studio.must(person, waiting.join, { kind: 'course', id: courseId, takeWith: null })
      studio.now += MINUTE
    }
    await studio.must(mari, courses.leave, { courseId })
    expect([await stand(anna), await skippedOf(anna), await stand(kati)]).toEqual(['waiting 1', 'clash', 'offered 2'])
    await sound()
  })

  it('they have too many open payments and no pass', async () => {
    await saveSettings(studio, admin, 'registration', { mostOpenPayments: 1 })
    await join(anna)
    await studio.must(
      anna,
      registrations.registerWithDropIn,
      dropIn((await anEntry(studio, admin, { inDays: 4 })).scheduleId),
    )
    await cancel()
    expect([await stand(anna), await skippedOf(anna)]).toEqual(['waiting 1', 'openPayments'])
    // held for nobody, so it is free
    expect(await take(kati)).toBe('done')
    await sound()
  })

  it('they have an overdue payment, if that blocks booking', async () => {
    await saveSettings(studio, admin, 'registration', { overdueStops: true })
    const later = (await anEntry(studio, admin, { inDays: 9, maxParticipants: 1 })).scheduleId
    await studio.must(mari, registrations.registerWithDropIn, dropIn(later))
    await studio.must(anna, registrations.registerWithDropIn, dropIn((await anEntry(studio, admin)).scheduleId))
    await studio.must(anna, waiting.join, { kind: 'class', id: later, takeWith: null })
    studio.now += 6 * DAY
    await studio.must(mari, registrations.cancel, { scheduleId: later })
    expect(await skippedOf(anna)).toBe('overduePayments')
    await sound()
  })

  it('they are deactivated', async () => {
    await join(anna)
    await studio.must(admin, accounts.setActive, { userId: anna.userId, active: false })
    await cancel()
    const { rows } = await studio.ask(admin, waiting.list, here())
    expect(rows).toMatchObject([{ displayName: 'Anna', state: 'waiting', skipped: 'inactive' }])
    await sound()
  })
})

/** The letters about places, with the event for a calendar. */
const places = async () => {
  await studio.runJobs()
  await wait(20 * MINUTE)
  const rows = await studio.sql<{ subject: string; calendar: string; text: string }>`
    select subject, calendar, text from outbox where subject like 'You have a place%' or subject like 'Booked%' order by id`
  return rows.map(({ subject, calendar, text }) => [
    subject,
    /SUMMARY:(.*)\r/.exec(calendar)?.[1],
    text.includes('18:00'),
  ])
}

it('taking an offer sends one letter, with the class for a calendar', async () => {
  await join(anna)
  await cancel()
  await studio.database.transaction((tx) => tx.execute('delete from outbox'))
  expect(await take(anna)).toBe('done')
  expect(await places()).toEqual([['Booked: Girls beginners, Wednesday 11 March', 'Girls beginners', true]])
})

describe('a class for which people wait gets another time', () => {
  const form = { ...anEntryForm, startDate: '2026-03-13', endDate: '2026-03-13', maxParticipants: 1 }
  const before = { ...form, roomId: null, teacherIds: [] }
  const update = (startTime: string, was = before) =>
    studio.must(admin, schedule.update, { scheduleId, ...was, startTime, before: was })
  const newTimes = async () => {
    await studio.writeLetters()
    return studio.sql<{ subject: string; text: string }>`
      select subject, text from outbox where (subject like 'New time%' or subject like 'Uus aeg%') and to_address =
        (select email from accounts where id = ${anna.accountId}) order by id`
  }

  beforeEach(async () => {
    scheduleId = (await anEntry(studio, admin, { maxParticipants: 1, inDays: 3 })).scheduleId
    await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
  })

  it('they are told once, with the new time and that they are asked first', async () => {
    await join(anna, await aPurchase(studio, admin, anna))
    // the pass has its own letter
    await studio.writeLetters()
    await update('17:00')
    expect(await newTimes()).toMatchObject([{ subject: 'New time: Girls beginners, Friday 13 March' }])
    const [letter] = await newTimes()
    expect(letter?.text).toContain('17:00')
    expect(letter?.text).toContain('we ask first')
    await sound()
  })

  it('who has an offer is told too, in Estonian', async () => {
    await studio.database.transaction((tx) =>
      tx.execute(sql`update accounts set language = 'et' where id = ${anna.accountId}`),
    )
    await join(anna)
    await cancel()
    await update('17:00')
    expect(await newTimes()).toMatchObject([{ subject: 'Uus aeg: Girls beginners, reede, 13. märts' }])
    await sound()
  })

  it('who joined after the change, and who left before the letter is written, are not', async () => {
    await join(kati)
    studio.now += 12 * HOUR
    await update('17:00')
    await studio.must(kati, waiting.leave, here())
    studio.now += MINUTE
    await join(anna)
    expect(await newTimes()).toEqual([])
    expect(
      await studio.sql`select subject from outbox where subject like 'New time%' and to_address =
      (select email from accounts where id = ${kati.accountId})`,
    ).toEqual([])
    await sound()
  })

  it('twice before the letter is written: they read the last time only', async () => {
    await join(anna)
    studio.now += 12 * HOUR
    await update('17:00')
    await update('16:00', { ...before, startTime: '17:00' })
    studio.now += 10 * HOUR
    const [letter, ...others] = await newTimes()
    expect(others).toEqual([])
    expect(letter?.text).toContain('16:00')
    expect(letter?.text).not.toContain('17:00')
    await sound()
  })

  it('a change of a series that is undone in time is told to nobody', async () => {
    await join(anna)
    const one = { scheduleId, scheduleIds: [scheduleId] }
    const { changeId } = await studio.must(admin, schedule.editSeries, {
      ...before,
      startTime: '17:00',
      before,
      ...one,
    })
    await studio.must(admin, schedule.undoChange, { changeId })
    await wait(UNDO_WITHIN)
    expect(await newTimes()).toEqual([])
    await sound()
  })
})

describe("taking a place automatically ('take it for me')", () => {
  it('sends one letter, with the class for a calendar', async () => {
    const pass = await aPurchase(studio, admin, anna)
    await join(anna, pass)
    await wait(20 * MINUTE)
    await studio.database.transaction((tx) => tx.execute('delete from outbox'))
    await cancel()
    expect(await places()).toEqual([['You have a place: Girls beginners', 'Girls beginners', true]])
  })

  it('uses the chosen pass at once, and tells the person', async () => {
    const pass = await aPurchase(studio, admin, anna)
    expect(await join(anna, pass)).toBe('done')
    await cancel()
    expect(await studio.ask(anna, registrations.mine, {})).toMatchObject([{ scheduleId, method: 'membership' }])
    expect(await stand(anna)).toBe(undefined)
    expect(await subjects()).toEqual(['You have a place: Girls beginners'])
    // the log does not name the person who gave up the place
    const done = await studio.sql<{ by: string | null }>`
      select user_id as by from logs where metadata->>'user' = ${anna.userId} and message = 'Registered for Girls beginners.'`
    expect(done).toEqual([{ by: null }])
    await sound()
  })

  it('is skipped with a reason if the pass is used up', async () => {
    const pass = await aPurchase(studio, admin, anna, { classLimit: 1 })
    await join(anna, pass)
    const other = (await anEntry(studio, admin, { inDays: 5 })).scheduleId
    await studio.must(anna, registrations.registerWithMembership, { scheduleId: other, purchaseId: pass })
    studio.now += MINUTE
    await join(kati)
    await cancel()
    expect([await skippedOf(anna), await stand(kati)]).toEqual(['noPass', 'offered 2'])
    // and does not buy a drop-in instead
    expect(await studio.sql`select * from payments where user_id = ${anna.userId} and item = 'drop-in ticket'`).toEqual(
      [],
    )
    await sound()
  })

  it.each([
    ['another start', { startTime: '17:00' }],
    ['another end', { endTime: '20:00' }],
    ['another start and one more place', { startTime: '17:00', maxParticipants: 2 }],
  ])('does not happen after the class got %s: the person is asked first', async (_, change) => {
    await join(anna, await aPurchase(studio, admin, anna))
    const before = { ...anEntryForm, maxParticipants: 1, roomId: null, teacherIds: [] }
    await studio.must(admin, schedule.update, { scheduleId, ...before, ...change, before })
    if (!('maxParticipants' in change)) await cancel()
    expect(await stand(anna)).toBe('offered 1')
    expect(await studio.ask(anna, registrations.mine, {})).toEqual([])
    await sound()
  })

  it('still happens after another room or teacher', async () => {
    await join(anna, await aPurchase(studio, admin, anna))
    const before = { ...anEntryForm, maxParticipants: 1, roomId: null, teacherIds: [] }
    await studio.must(admin, schedule.update, { scheduleId, ...before, teacherIds: [admin.accountId], before })
    await cancel()
    expect(await studio.ask(anna, registrations.mine, {})).toMatchObject([{ scheduleId, method: 'membership' }])
    await sound()
  })

  it('does not happen after the deadline of late cancellation', async () => {
    await saveSettings(studio, admin, 'registration', { lateHours: 24 })
    const pass = await aPurchase(studio, admin, anna)
    await join(anna, pass)
    studio.now += 7 * HOUR
    await cancel()
    expect(await stand(anna)).toBe('waiting 1')
    expect(await join(kati, pass)).toBe('notFull')
    await sound()
  })

  it('needs an own pass that fits the class', async () => {
    const pass = await aPurchase(studio, admin, anna)
    expect(await join(kati, pass)).toBe('membershipNotFound')
    const other = await aPurchase(studio, admin, kati, { categories: ['Boy Group'] })
    expect(await join(kati, other)).toBe('membershipCategory')
  })
})

describe('the waiting list of a course', () => {
  let courseId: string
  const there = () => ({ kind: 'course', id: courseId }) as const
  const full = async () => {
    courseId = await aCourse(studio, admin, { defaultMaxParticipants: 1 })
    await studio.must(mari, courses.join, joining(courseId))
    await studio.must(anna, waiting.join, { ...there(), takeWith: null })
  }

  it('works like that of a class', async () => {
    await full()
    await studio.must(mari, courses.leave, { courseId })
    expect(await stand(anna)).toBe('offered 1')
    expect(await codeOf(studio.call(kati, courses.join, joining(courseId)))).toBe('courseFull')
    expect(await codeOf(studio.call(anna, courses.join, joining(courseId)))).toBe('done')
    expect(await stand(anna)).toBe(undefined)
    await sound()
  })

  it('offers last a quarter of the time to the registration deadline; if that is too short, the place is open to all', async () => {
    courseId = await aCourse(studio, admin, { defaultMaxParticipants: 1, regDeadline: '2026-03-10' })
    await studio.must(mari, courses.join, joining(courseId))
    await studio.must(anna, waiting.join, { ...there(), takeWith: null })
    // four hours before the end of the last day
    studio.now += 8 * HOUR
    await studio.must(mari, courses.leave, { courseId })
    expect(await until(anna)).toBe(studio.now + HOUR)
    await studio.must(anna, courses.join, joining(courseId))
    await studio.must(kati, waiting.join, { ...there(), takeWith: null })
    studio.now += HOUR + 30 * MINUTE
    await studio.must(anna, courses.leave, { courseId })
    expect(await stand(kati)).toBe('waiting 1')
    expect(await codeOf(studio.call(mari, courses.join, joining(courseId)))).toBe('done')
    await sound()
  })

  it('offers nothing while the course is archived, and continues when it is active again', async () => {
    await full()
    await studio.must(mari, courses.leave, { courseId })
    await studio.must(admin, courses.setStatus, { courseId, status: 'archived' })
    await sound()
    expect(await studio.sql`select * from "heldCoursePlaces"`).toEqual([])
    await studio.must(admin, courses.setStatus, { courseId, status: 'active' })
    expect(await stand(anna)).toBe('offered 1')
    await sound()
  })

  it('is deleted with the course', async () => {
    await full()
    await studio.must(mari, courses.leave, { courseId })
    await studio.must(admin, courses.remove, { courseId })
    expect(await studio.sql`select * from waiting`).toEqual([])
    await sound()
  })
})

describe('staff and waiting lists', () => {
  it('staff see the list and can offer a free place to a skipped person', async () => {
    await saveSettings(studio, admin, 'registration', { mostOpenPayments: 1 })
    await join(anna)
    await studio.must(
      anna,
      registrations.registerWithDropIn,
      dropIn((await anEntry(studio, admin, { inDays: 4 })).scheduleId),
    )
    const before = await studio.ask(admin, waiting.list, here())
    expect(before).toMatchObject({ whyNoOffer: 'noFreePlace', rows: [{ displayName: 'Anna', skipped: null }] })
    const waitingId = before.rows[0]?.id ?? ''
    expect(await codeOf(studio.call(admin, waiting.offer, { waitingId }))).toBe('noFreePlace')
    await cancel()
    expect(await studio.ask(admin, waiting.list, here())).toMatchObject({
      whyNoOffer: null,
      rows: [{ skipped: 'openPayments' }],
    })
    await studio.must(admin, waiting.offer, { waitingId })
    expect(await stand(anna)).toBe('offered 1')
    await studio.must(admin, waiting.remove, { waitingId })
    expect(await stand(anna)).toBe(undefined)
    await sound()
  })

  it('the list of classes shows live how many people are waiting', async () => {
    await anEntry(studio, admin, { inDays: 20 })
    const screen = await studio.watch(admin, attendance.registrants, { range: 'upcoming', page: 1 })
    const waits = async () => (await screen.next()).entries.map((entry) => entry.waiting)
    expect(await waits()).toEqual([0, 0])
    await join(anna)
    expect(await waits()).toEqual([1, 0])
    studio.now += MINUTE
    await join(kati)
    expect(await waits()).toEqual([2, 0])
    // a person with an offer still counts as waiting
    await cancel()
    expect(await stand(anna)).toBe('offered 1')
    const { entries } = await studio.ask(admin, attendance.registrants, { range: 'upcoming', page: 1 })
    expect(entries.map((entry) => entry.waiting)).toEqual([2, 0])
    screen.stop()
  })

  it('moving a class shortens pending offers', async () => {
    await join(anna)
    await cancel()
    const before = { ...anEntryForm, maxParticipants: 1 }
    const today = { startDate: '2026-03-10', endDate: '2026-03-10', startTime: '13:00', endTime: '14:00' }
    await studio.must(admin, schedule.update, { scheduleId, ...before, ...today, before })
    // a quarter of an hour instead of two hours
    expect(await until(anna)).toBe(studio.now + 15 * MINUTE)
    await sound()
  })

  it.each(['cancelled', 'deleted'] as const)('ends the list of a class that is %s', async (how) => {
    await join(anna)
    await cancel()
    if (how === 'cancelled') await cancelClass(studio, admin, scheduleId)
    else await studio.must(admin, schedule.delete, { scheduleId })
    expect(await stand(anna)).toBe(undefined)
    expect(await studio.sql`select * from "heldPlaces"`).toEqual([])
    await sound()
  })

  it('the feature cannot be switched off while a place is offered', async () => {
    await join(anna)
    const off = () => codeOf(saveSettings(studio, admin, 'features', { waitingLists: false }))
    await cancel()
    expect(await off()).toEqual({ waitingLists: 'offersPending' })
    await decline(anna)
    expect(await off()).toBe('done')
  })

  it('nothing is offered while the feature is off; switching it on restores the list', async () => {
    await join(anna)
    await saveSettings(studio, admin, 'features', { waitingLists: false })
    await cancel()
    expect(await take(kati)).toBe('done')
    await saveSettings(studio, admin, 'features', { waitingLists: true })
    expect(await stand(anna)).toBe('waiting 1')
    await sound()
  })

  it('nobody on the list is told that the class is cancelled while the feature is off', async () => {
    await join(anna)
    await saveSettings(studio, admin, 'features', { waitingLists: false })
    await cancelClass(studio, admin, scheduleId)
    await wait(UNDO_WITHIN + MINUTE)
    expect(await studio.sql`select state from waiting`).toEqual([{ state: 'closed' }])
    const [to] = await studio.sql<{ email: string }>`select email from accounts where id = ${anna.accountId}`
    expect(await studio.sql`select subject from outbox where to_address = ${to?.email ?? ''}`).toEqual([])
    expect(await studio.sql`select letter from "waitingNotices" where account_id = ${anna.accountId}`).toEqual([])
    await sound()
  })

  it('deleting a user passes their offer on to the next, and removes all their entries', async () => {
    await join(anna)
    studio.now += MINUTE
    await join(kati)
    await cancel()
    await studio.must(admin, privacy.deleteUser, { userId: anna.userId })
    expect(await stand(kati)).toBe('offered 1')
    expect(await studio.sql`select * from waiting where user_id = ${anna.userId}`).toEqual([])
    await sound()
  })
})

describe('a place that is freed indirectly', () => {
  it('is offered too when somebody loses their category', async () => {
    const included = await studio.person('user', { membershipCategory: 'Member-girl' })
    await cancel()
    await join(anna)
    await studio.must(admin, accounts.setMembershipCategory, { userId: included.userId, membershipCategory: null })
    await studio.runJobs()
    expect(await stand(anna)).toBe('offered 1')
    await sound()
  })
})

describe('an included person who gave their place up', () => {
  it('is offered it without a price', async () => {
    await cancel()
    const girl = await studio.person('user', { displayName: 'Liis', membershipCategory: 'Member-girl' })
    await studio.must(girl, registrations.cantCome, { scheduleId })
    expect(await take(kati)).toBe('done')
    expect(await join(girl)).toBe('done')
    await cancel(kati)
    expect(await stand(girl)).toBe('offered 1')
    const [letter] = await studio.sql<{ text: string }>`select text from outbox where subject like 'A place is free%'`
    expect(letter?.text).toContain('It is held for you until')
    expect(letter?.text).not.toContain('Drop-in')
    await studio.must(girl, registrations.comeAfterAll, { scheduleId })
    await sound()
  })
})

describe("deleting the pass of 'Take it for me'", () => {
  const remove = (purchaseId: string) => studio.must(admin, memberships.deletePurchase, { purchaseId })

  it('asks first while the person waits', async () => {
    const pass = await aPurchase(studio, admin, anna)
    await join(anna, pass)
    expect(await remove(pass)).toEqual({ removed: true })
    expect(await studio.ask(anna, waiting.mine, {})).toMatchObject([{ state: 'waiting', takeWith: null }])
    await cancel()
    expect(await stand(anna)).toBe('offered 1')
    await sound()
  })

  it('is possible after the wait, which no longer names it', async () => {
    const pass = await aPurchase(studio, admin, anna)
    await join(anna, pass)
    await studio.must(anna, waiting.leave, here())
    await join(kati, await aPurchase(studio, admin, kati))
    await cancel()
    expect(await studio.sql`select state from waiting where take_with is not null`).toEqual([])
    expect(await remove(pass)).toEqual({ removed: true })
    await sound()
  })
})
