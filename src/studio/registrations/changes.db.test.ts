import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { anEntry, anEntryForm, cancelClass, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { rooms } from '#studio/rooms/contract.ts'
import { schedule, type EntryForm } from '#studio/schedule/contract.ts'
import { registrations } from './contract.ts'

let studio: TestStudio
let admin: Person
let mari: Person
let triin: Person
let kaur: Person
let big: string
let small: string
let scheduleId: string
let begun: EntryForm

const MARI = 'mari@example.ee'
const GIRL = 'girl@example.ee'

// now is Tuesday 10 March 2026, noon; the class is on Wednesday at 18:00; Mari is registered, the girl is included
studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  triin = await studio.person('teacher', { displayName: 'Triin' })
  kaur = await studio.person('teacher', { displayName: 'Kaur' })
  big = (await studio.must(admin, rooms.add, { name: 'Big room' })).id
  small = (await studio.must(admin, rooms.add, { name: 'Small room' })).id
  scheduleId = (await anEntry(studio, admin)).scheduleId
  begun = { ...anEntryForm, roomId: null, teacherIds: [] }
  await edit({ roomId: big, teacherIds: [triin.accountId] })
  await studio.person('user', { email: GIRL, membershipCategory: 'Member-girl' })
  mari = await studio.person('user', { displayName: 'Mari', email: MARI })
  await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
  await studio.writeLetters()
}, WITH_FEATURES)

async function edit(change: Partial<EntryForm>) {
  await studio.must(admin, schedule.update, { scheduleId, ...begun, ...change, before: begun })
  begun = { ...begun, ...change }
}

interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly calendar: string | null
}
/** Letters to participants about the class, without those to teachers. */
async function told() {
  await studio.writeLetters()
  return studio.sql<Letter>`
    select to_address as to, subject, text, calendar from outbox
    where to_address in (${MARI}, ${GIRL}) and subject not like 'Booked:%' order by to_address, id`
}
const letterTo = async (address: string) => {
  const [letter, ...more] = (await told()).filter(({ to }) => to === address)
  expect(more).toEqual([])
  return letter
}
const booked = async () => {
  const [letter] = await studio.sql<Letter>`select calendar from outbox where subject like 'Booked:%'`
  return eventIn(letter)
}

/** The only event in a letter's calendar file, as a calendar program reads it. */
function eventIn(letter: Letter | undefined) {
  const [event, ...more] = new ICAL.Component(ICAL.parse(letter?.calendar ?? '') as never).getAllSubcomponents('vevent')
  if (!event || more.length > 0) throw new Error('The letter holds not one event.')
  const { uid, sequence, startDate } = new ICAL.Event(event)
  return {
    uid,
    sequence,
    starts: startDate.toJSDate().toISOString(),
    status: String(event.getFirstPropertyValue('status')),
  }
}

describe('a change of only the room or the teacher', () => {
  it('is told to everybody who comes, with the room before the change', async () => {
    await edit({ roomId: small })
    const letters = await told()
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      [GIRL, 'Changes: Girls beginners, Wednesday 11 March'],
      [MARI, 'Changes: Girls beginners, Wednesday 11 March'],
    ])
    const [hers, maris] = letters
    expect(maris?.text).toContain('The room or the teacher of Girls beginners has changed.')
    expect(maris?.text).toContain('Time: Wednesday 11 March, 18:00–19:00')
    expect(maris?.text).toContain('Room: Small room (before: Big room)')
    expect(maris?.text).toMatch(/Teacher: Triin [^(]+$/m)
    expect(maris?.text).toContain('Your place is kept.')
    expect(hers?.text).toContain("It's still included")
  })

  it('is told with the new deadline for free cancelling, if the studio has late hours', async () => {
    await saveSettings(studio, admin, 'registration', { lateHours: 12 })
    await edit({ roomId: small })
    const maris = (await told()).find(({ to }) => to === MARI)
    expect(maris?.text).toContain('for 24 hours after this change, and in any case until 12 hours before the start.')
  })

  it('is told in the reader’s language', async () => {
    await studio.must(mari, accounts.setLanguage, { language: 'et' })
    await edit({ teacherIds: [kaur.accountId] })
    const letter = await letterTo(MARI)
    expect(letter?.subject).toBe('Muudatused: Girls beginners, kolmapäev, 11. märts')
    expect(letter?.text).toContain('Trenni „Girls beginners“ saal või treener on muutunud.')
    expect(letter?.text).toMatch(/Treener: Kaur [^(]+\(varem: Triin [^(]+\)$/m)
  })

  it('is told if the class has no room or no teacher any more', async () => {
    await edit({ roomId: null, teacherIds: [] })
    const letter = await letterTo(MARI)
    expect(letter?.subject).toBe('Changes: Girls beginners, Wednesday 11 March')
    expect(letter?.text).toContain('Room: not known yet (before: Big room)')
    expect(letter?.text).toMatch(/Teacher: not known yet \(before: Triin [^(]+\)$/m)
  })

  it('is told in one letter together with a new time', async () => {
    await edit({ roomId: small, startTime: '17:30' })
    const letter = await letterTo(MARI)
    expect(letter?.subject).toBe('New time: Girls beginners, Wednesday 11 March')
    expect(letter?.text).toMatch(
      /Before: Wednesday 11 March, 18:00–19:00\s+Now: Wednesday 11 March, 17:30–19:00\s+Room: Small room \(before: Big room\)/,
    )
  })

  it('is told at any hour if the class is near', async () => {
    studio.now = Date.parse('2026-03-11T05:00:00Z')
    await edit({ roomId: small })
    expect(await studio.sql`select 1 from outbox where subject like 'Changes:%' and to_address = ${MARI}`).toHaveLength(
      1,
    )
  })

  it('is not told once the class has begun', async () => {
    studio.now = Date.parse('2026-03-11T16:30:00Z')
    await edit({ roomId: small })
    expect(await told()).toEqual([])
  })
})

describe('the letter about a changed class', () => {
  it('moves the event that the booking put into the calendar', async () => {
    const before = await booked()
    expect(before).toMatchObject({ starts: '2026-03-11T16:00:00.000Z', status: 'CONFIRMED' })
    await edit({ startTime: '17:30' })
    const after = eventIn(await letterTo(MARI))
    expect(after).toMatchObject({ uid: before.uid, starts: '2026-03-11T15:30:00.000Z', status: 'CONFIRMED' })
    expect(after.sequence).toBeGreaterThan(before.sequence)
  })

  it('says the room in the event, as the booking letter did', async () => {
    const locationOf = (letter: Letter | undefined) => {
      const event = new ICAL.Component(ICAL.parse(letter?.calendar ?? '') as never).getFirstSubcomponent('vevent')
      return event && new ICAL.Event(event).location
    }
    const [confirmed] = await studio.sql<Letter>`select calendar from outbox where subject like 'Booked:%'`
    expect(locationOf(confirmed)).toBe('Big room, Tantsustuudio Hoog')
    await edit({ roomId: small })
    expect(locationOf(await letterTo(MARI))).toBe('Small room, Tantsustuudio Hoog')
  })

  it('removes a cancelled class from the calendar', async () => {
    const before = await booked()
    await cancelClass(studio, admin, scheduleId)
    for (const address of [MARI, GIRL]) {
      const after = eventIn(await letterTo(address))
      expect(after).toMatchObject({ uid: before.uid, starts: '2026-03-11T16:00:00.000Z', status: 'CANCELLED' })
      expect(after.sequence).toBeGreaterThan(before.sequence)
    }
  })

  it('removes a deleted class from the calendars of included people', async () => {
    const before = await booked()
    await studio.must(mari, registrations.cancel, { scheduleId })
    await studio.must(admin, schedule.delete, { scheduleId })
    const after = eventIn(await letterTo(GIRL))
    expect(after).toMatchObject({ uid: before.uid, status: 'CANCELLED' })
    expect(after.sequence).toBeGreaterThan(before.sequence)
  })

  it.each([
    ['cancelled', () => cancelClass(studio, admin, scheduleId)],
    ['deleted', () => studio.must(admin, schedule.delete, { scheduleId })],
  ])('is replaced when the class is then %s, by a letter that names the time people know', async (how, stop) => {
    if (how === 'deleted') await studio.must(mari, registrations.cancel, { scheduleId })
    await edit({ startTime: '17:30' })
    await edit({ startTime: '17:00' })
    await stop()
    const letters = await told()
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual(
      [GIRL, ...(how === 'deleted' ? [] : [MARI])].map((to) => [to, 'Cancelled: Girls beginners, Wednesday 11 March']),
    )
    for (const letter of letters) {
      expect(letter.text).toContain('Girls beginners on Wednesday 11 March at 18:00 will not take place')
      expect(letter.text).not.toContain('17:')
      expect(eventIn(letter).status).toBe('CANCELLED')
    }
  })

  it('is not written to a person who has cancelled in the meantime', async () => {
    await edit({ startTime: '17:30' })
    await studio.must(mari, registrations.cancel, { scheduleId })
    expect((await told()).map(({ to }) => to)).toEqual([GIRL])
  })
})
