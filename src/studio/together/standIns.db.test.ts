import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { anEntry, anEntryForm, cancelClass, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { ADMIN_PASSWORD, codeOf, WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { standIns } from '#studio/standIns/contract.ts'

let studio: TestStudio
let admin: Person
/** Teaches the class of 11 March, 18:00–19:00. */
let triin: Person
let kaur: Person
let liis: Person
/** Has a place in that class. */
let mari: Person
let scheduleId: string

const edit = (change: Partial<typeof anEntryForm> & { teacherIds?: string[] }, id = scheduleId) =>
  codeOf(studio.call(admin, schedule.update, { scheduleId: id, ...anEntryForm, ...change, before: anEntryForm }))

// noon of 10 March 2026, a Tuesday
studioForEach(async (empty) => {
  studio = empty
  seen = 0
  admin = await studio.person('admin', { displayName: 'Ann' })
  triin = await studio.person('teacher', { displayName: 'Triin' })
  kaur = await studio.person('teacher', { displayName: 'Kaur' })
  liis = await studio.person('teacher', { displayName: 'Liis' })
  mari = await studio.person('user', { displayName: 'Mari' })
  scheduleId = (await anEntry(studio, admin)).scheduleId
  await edit({ teacherIds: [triin.accountId] })
  await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
  studio.now += HOUR
  await studio.runJobs()
}, WITH_FEATURES)

const ask = () => codeOf(studio.call(triin, standIns.ask, { scheduleId }))
const listed = async () => await studio.ask(liis, standIns.list, {})
const theOne = async () => {
  const [one] = await listed()
  if (!one) throw new Error('Nobody looks for a stand-in.')
  return one
}
const states = async () => {
  const { state, teacher, offeredName, fell } = await theOne()
  return [state, teacher.split(' ')[0], offeredName?.split(' ')[0], fell && `${fell.reason} ${fell.name.split(' ')[0]}`]
    .filter(Boolean)
    .join(' ')
}
const offer = async (by: Person) => codeOf(studio.call(by, standIns.offer, { standInId: (await theOne()).id }))
const withdraw = async (by: Person) => codeOf(studio.call(by, standIns.withdraw, { standInId: (await theOne()).id }))
const decide = async (deed: 'approve' | 'refuse', of: Person) =>
  codeOf(studio.call(admin, standIns[deed], { standInId: (await theOne()).id, offeredBy: of.accountId }))
const teacherIds = async () => (await studio.ask(admin, schedule.entry, { scheduleId }))?.teacherIds
let seen = 0
/** Recipients and subjects of the letters since the last call. */
async function letters() {
  studio.now += 16 * MINUTE
  await studio.runJobs()
  const found = await studio.sql<{ id: number; to: string; subject: string }>`
    select id, to_address as "to", subject from outbox where id > ${seen} and subject like '%Girls beginners%'`
  seen = Math.max(seen, ...found.map(({ id }) => id))
  const names = await studio.sql<{ email: string; name: string }>`
    select a.email, p.display_name as name from accounts a join people p on p.id = a.person_id`
  const nameOf = new Map(names.map(({ email, name }) => [email, name]))
  return found.map(({ to, subject }) => `${nameOf.get(to)}: ${subject.split(',')[0]}`).toSorted()
}

describe('a stand-in for a teacher', () => {
  it('is requested from the others, offered by one, approved by an admin, and announced to everybody concerned', async () => {
    await letters()
    expect(await ask()).toBe('done')
    expect(await states()).toBe('open Triin')
    expect(await letters()).toEqual([
      'Ann: Who can take Girls beginners',
      'Kaur: Who can take Girls beginners',
      'Liis: Who can take Girls beginners',
    ])
    expect(await offer(kaur)).toBe('done')
    expect(await states()).toBe('offered Triin Kaur')
    expect(await teacherIds()).toEqual([triin.accountId])
    expect(await letters()).toEqual([
      'Ann: To approve: another teacher for Girls beginners',
      'Triin: Somebody would take over Girls beginners',
    ])
    expect(await decide('approve', kaur)).toBe('done')
    expect(await states()).toBe('taken Triin Kaur')
    expect(await teacherIds()).toEqual([kaur.accountId])
    expect(await letters()).toEqual([
      'Kaur: Taken over: Girls beginners',
      'Mari: Another teacher: Girls beginners',
      'Triin: Taken over: Girls beginners',
    ])
    await expectInvariants(studio)
  })

  it('takes over without approval if the settings say so, and admins are told', async () => {
    await saveSettings(studio, admin, 'registration', { standInsAtOnce: true })
    await ask()
    await letters()
    expect(await offer(kaur)).toBe('done')
    expect(await teacherIds()).toEqual([kaur.accountId])
    expect(await letters()).toEqual([
      'Ann: Taken over: Girls beginners',
      'Mari: Another teacher: Girls beginners',
      'Triin: Taken over: Girls beginners',
    ])
  })

  it('can be an admin, without another approval', async () => {
    await ask()
    expect(await offer(admin)).toBe('done')
    expect(await teacherIds()).toEqual([admin.accountId])
  })

  it('allows participants to leave without a late cancellation for a day', async () => {
    await saveSettings(studio, admin, 'registration', { lateHours: 72 })
    await ask()
    await offer(kaur)
    const cancel = () => codeOf(studio.call(mari, registrations.cancel, { scheduleId, acceptsLate: false }))
    // 24 hours later, a change of teacher by the form would no longer allow it
    studio.now += 24 * HOUR
    expect(await cancel()).toBe('lateByNow')
    await decide('approve', kaur)
    expect(await cancel()).toBe('done')
  })

  it('is only one of two who offer concurrently', async () => {
    await ask()
    const outcomes = await Promise.all([offer(kaur), offer(liis)])
    expect(outcomes).toEqual(expect.arrayContaining(['done', 'offeredByAnother']))
    await expectInvariants(studio)
  })

  it('is decided once if approved and taken back concurrently', async () => {
    await ask()
    await offer(kaur)
    const { id: standInId } = await theOne()
    const outcomes = await Promise.all([
      decide('approve', kaur),
      codeOf(studio.call(kaur, standIns.takeBack, { standInId })),
    ])
    expect(outcomes).toEqual(expect.arrayContaining(['done', 'offerGone']))
    expect(await teacherIds()).toEqual([outcomes[0] === 'done' ? kaur.accountId : triin.accountId])
    await expectInvariants(studio)
  })

  it('is searched again if an admin refuses, and another teacher can offer', async () => {
    await ask()
    await offer(kaur)
    await letters()
    expect(await decide('refuse', kaur)).toBe('done')
    expect(await states()).toBe('open Triin refused Kaur')
    expect(await letters()).toEqual(['Kaur: Not taken over: Girls beginners', 'Triin: Not taken over: Girls beginners'])
    expect(await decide('approve', kaur)).toBe('offerGone')
    expect(await offer(liis)).toBe('done')
    expect(await states()).toBe('offered Triin Liis')
  })

  it('is searched again if the offer is taken back', async () => {
    await ask()
    await offer(kaur)
    await studio.must(kaur, standIns.takeBack, { standInId: (await theOne()).id })
    expect(await states()).toBe('open Triin takenBack Kaur')
  })

  it('is not needed if the teacher withdraws the request; everybody who was asked is told', async () => {
    await ask()
    await offer(kaur)
    await letters()
    expect(await withdraw(kaur)).toBe('standInOver')
    expect(await withdraw(triin)).toBe('done')
    expect(await states()).toBe('withdrawn Triin')
    expect(await letters()).toEqual(['Ann', 'Kaur', 'Liis'].map((name) => `${name}: Settled: Girls beginners`))
    expect([await offer(liis), await decide('approve', kaur)]).toEqual(['standInOver', 'offerGone'])
    // the teacher can ask again
    expect([await ask(), await states()]).toEqual(['done', 'open Triin'])
  })

  it('must offer again after the class is moved', async () => {
    await ask()
    await offer(kaur)
    await letters()
    expect(await edit({ startTime: '17:00', endTime: '18:00', teacherIds: [triin.accountId] })).toBe('done')
    expect(await states()).toBe('open Triin moved Kaur')
    expect(await letters()).toEqual([
      'Kaur: Not taken over: Girls beginners',
      'Mari: New time: Girls beginners',
      // this letter also says that Kaur must offer again
      'Triin: New time: Girls beginners',
    ])
    await expectInvariants(studio)
  })

  it('is not needed after the class is cancelled', async () => {
    await ask()
    await offer(kaur)
    await letters()
    await cancelClass(studio, admin, scheduleId)
    expect(await states()).toBe('cancelled Triin Kaur')
    expect(await offer(liis)).toBe('standInOver')
    expect(await letters()).toEqual([
      'Kaur: Settled: Girls beginners',
      'Mari: Cancelled: Girls beginners',
      'Triin: Cancelled: Girls beginners',
    ])
    await expectInvariants(studio)
  })

  it('is not needed after the studio sets another teacher', async () => {
    await ask()
    await offer(kaur)
    expect(await edit({ teacherIds: [liis.accountId] })).toBe('done')
    expect(await states()).toBe('replaced Triin Kaur')
    await expectInvariants(studio)
  })

  it('is needed again if that is undone within two minutes: the offer is back, and nobody is told', async () => {
    await ask()
    await offer(kaur)
    await letters()
    for (const [minutes, state, told] of [
      [1, 'offered Triin Kaur', []],
      [3, 'replaced Triin Kaur', ['Kaur: Settled: Girls beginners']],
    ] as const) {
      await edit({ teacherIds: [liis.accountId] })
      studio.now += minutes * MINUTE
      await studio.runJobs()
      await edit({ teacherIds: [triin.accountId] })
      expect(await states()).toBe(state)
      expect((await letters()).filter((one) => one.startsWith('Kaur'))).toEqual(told)
      await expectInvariants(studio)
    }
  })

  describe('after a move of the series is undone', () => {
    const move = async (change: Partial<typeof anEntryForm>) => {
      const before = { ...anEntryForm, teacherIds: [triin.accountId] }
      const form = { ...before, ...change, before, scheduleId, scheduleIds: [scheduleId] }
      return (await studio.must(admin, schedule.editSeries, form)).changeId
    }
    const earlier = { startTime: '17:00', endTime: '18:00' }
    const undo = (changeId: number) => studio.must(admin, schedule.undoChange, { changeId })

    it('is as before: the offer is back, and nobody reads that it had ended', async () => {
      await ask()
      await offer(kaur)
      await letters()
      const changeId = await move(earlier)
      expect(await states()).toBe('open Triin moved Kaur')
      studio.now += MINUTE
      await studio.runJobs()
      await undo(changeId)
      expect(await states()).toBe('offered Triin Kaur')
      expect(await letters()).toEqual([])
      await expectInvariants(studio)
      expect(await decide('approve', kaur)).toBe('done')
    })

    it('is searched again if somebody offered for the time that is undone', async () => {
      await ask()
      await letters()
      const changeId = await move(earlier)
      await offer(kaur)
      await undo(changeId)
      expect(await states()).toBe('open Triin moved Kaur')
      expect(await letters()).toEqual(expect.arrayContaining(['Kaur: Not taken over: Girls beginners']))
    })
  })

  it('is no longer possible once the class begins: it stays with its teacher, and admins are told', async () => {
    await ask()
    await offer(kaur)
    await letters()
    // 18:00 of the next day
    studio.now = Date.parse('2026-03-11T16:00:00Z')
    expect(await decide('approve', kaur)).toBe('entryStarted')
    await studio.runJobs()
    expect(await states()).toBe('begun Triin')
    expect(await offer(liis)).toBe('standInOver')
    expect(await letters()).toEqual(['Ann: Nobody took it over: Girls beginners'])
    expect(await teacherIds()).toEqual([triin.accountId])
    studio.now += DAY
    expect(await listed()).toEqual([])
  })

  it('must still be a teacher when approved', async () => {
    await ask()
    await offer(kaur)
    await studio.must(admin, accounts.setRole, { userId: kaur.userId, role: 'user', password: ADMIN_PASSWORD })
    expect(await decide('approve', kaur)).toBe('teachesNoMore')
    expect(await decide('refuse', kaur)).toBe('done')
  })
})

it("asking is refused for others' classes, past, cancelled and already requested ones", async () => {
  expect(await codeOf(studio.call(kaur, standIns.ask, { scheduleId }))).toBe('notTaughtByYou')
  expect([await ask(), await ask()]).toEqual(['done', 'askedAlready'])
  expect(await offer(triin)).toBe('taughtByYou')
  studio.now = Date.parse('2026-03-11T16:00:00Z')
  expect(await ask()).toBe('entryStarted')
  await studio.must(admin, registrations.cancelEntry, { scheduleId })
  expect(await ask()).toBe('entryCancelled')
})

it('the feature cannot be switched off while a stand-in is being searched', async () => {
  await ask()
  const off = () => codeOf(saveSettings(studio, admin, 'features', { door: false }))
  expect(await off()).toEqual({ door: 'standInsPending' })
  await withdraw(triin)
  expect(await off()).toBe('done')
})

describe('deleting a user', () => {
  it('removes their offer, and the search continues', async () => {
    await ask()
    await offer(kaur)
    await studio.must(admin, privacy.deleteUser, { userId: kaur.userId })
    expect(await states()).toBe('open Triin')
    await expectInvariants(studio)
  })

  it('removes their requests', async () => {
    await ask()
    await offer(kaur)
    await studio.must(admin, privacy.deleteUser, { userId: triin.userId })
    expect(await listed()).toEqual([])
    await expectInvariants(studio)
  })
})

it('stand-ins are in the personal data of both teachers', async () => {
  await ask()
  await offer(kaur)
  const of = async (person: Person) => (await studio.must(person, privacy.download, {})).standIns
  expect(await of(triin)).toMatchObject([{ name: 'Girls beginners', as: 'teacher', state: 'offered' }])
  expect(await of(kaur)).toMatchObject([{ name: 'Girls beginners', as: 'standIn', state: 'offered' }])
  expect(await of(mari)).toEqual([])
})
