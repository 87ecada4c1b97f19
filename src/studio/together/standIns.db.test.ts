import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { anEntry, anEntryForm, cancelClass, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { runJobs } from '#server/testing/runJobs.ts'
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
/** Has a place in it. */
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
  await runJobs(studio)
}, WITH_FEATURES)

const ask = () => codeOf(studio.call(triin, standIns.ask, { scheduleId }))
const listed = async () => await studio.ask(liis, standIns.list, {})
const theOne = async () => {
  const [one] = await listed()
  if (!one) throw new Error('Nobody looks for a stand-in.')
  return one
}
const standing = async () => {
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
/** To whom, and what, since the last look. */
async function letters() {
  studio.now += 16 * MINUTE
  await runJobs(studio)
  const found = await studio.sql<{ id: number; to: string; subject: string }>`
    select id, to_address as "to", subject from outbox where id > ${seen} and subject like '%Girls beginners%'`
  seen = Math.max(seen, ...found.map(({ id }) => id))
  const names = await studio.sql<{ email: string; name: string }>`
    select a.email, p.display_name as name from accounts a join people p on p.id = a.person_id`
  const nameOf = new Map(names.map(({ email, name }) => [email, name]))
  return found.map(({ to, subject }) => `${nameOf.get(to)}: ${subject.split(',')[0]}`).toSorted()
}

describe('a class that its teacher can’t take', () => {
  it('is told to the other teachers and admins, offered by one, approved by an admin, and told to all concerned', async () => {
    await letters()
    expect(await ask()).toBe('done')
    expect(await standing()).toBe('open Triin')
    expect(await letters()).toEqual([
      'Ann: Who can take Girls beginners',
      'Kaur: Who can take Girls beginners',
      'Liis: Who can take Girls beginners',
    ])
    expect(await offer(kaur)).toBe('done')
    expect(await standing()).toBe('offered Triin Kaur')
    expect(await teacherIds()).toEqual([triin.accountId])
    expect(await letters()).toEqual([
      'Ann: To approve: another teacher for Girls beginners',
      'Triin: Somebody would take over Girls beginners',
    ])
    expect(await decide('approve', kaur)).toBe('done')
    expect(await standing()).toBe('taken Triin Kaur')
    expect(await teacherIds()).toEqual([kaur.accountId])
    expect(await letters()).toEqual([
      'Kaur: Taken over: Girls beginners',
      'Mari: Another teacher: Girls beginners',
      'Triin: Taken over: Girls beginners',
    ])
    await expectInvariants(studio)
  })

  it('is taken over at once where the settings say so, and the admins hear of it', async () => {
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

  it('is taken over by an admin without another one', async () => {
    await ask()
    expect(await offer(admin)).toBe('done')
    expect(await teacherIds()).toEqual([admin.accountId])
  })

  it('can be left for a day by whoever planned by its teacher, and that is not late', async () => {
    await saveSettings(studio, admin, 'registration', { lateHours: 72 })
    await ask()
    await offer(kaur)
    const cancel = () => codeOf(studio.call(mari, registrations.cancel, { scheduleId, acceptsLate: false }))
    // an edit of the teacher by a form, a day before, is over by now
    studio.now += 24 * HOUR
    expect(await cancel()).toBe('lateByNow')
    await decide('approve', kaur)
    expect(await cancel()).toBe('done')
  })

  it('goes to one of two who take it over at once', async () => {
    await ask()
    const outcomes = await Promise.all([offer(kaur), offer(liis)])
    expect(outcomes).toEqual(expect.arrayContaining(['done', 'offeredByAnother']))
    await expectInvariants(studio)
  })

  it('is decided once: approved and taken back at the same moment', async () => {
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

  it('is looked for again where the studio refuses, and the next may take it over', async () => {
    await ask()
    await offer(kaur)
    await letters()
    expect(await decide('refuse', kaur)).toBe('done')
    expect(await standing()).toBe('open Triin refused Kaur')
    expect(await letters()).toEqual(['Kaur: Not taken over: Girls beginners', 'Triin: Not taken over: Girls beginners'])
    expect(await decide('approve', kaur)).toBe('offerGone')
    expect(await offer(liis)).toBe('done')
    expect(await standing()).toBe('offered Triin Liis')
  })

  it('is looked for again where whoever offered can’t either', async () => {
    await ask()
    await offer(kaur)
    await studio.must(kaur, standIns.takeBack, { standInId: (await theOne()).id })
    expect(await standing()).toBe('open Triin takenBack Kaur')
  })

  it('stays with its teacher who takes it after all, and all who were asked hear of it', async () => {
    await ask()
    await offer(kaur)
    await letters()
    expect(await withdraw(kaur)).toBe('standInOver')
    expect(await withdraw(triin)).toBe('done')
    expect(await standing()).toBe('withdrawn Triin')
    expect(await letters()).toEqual(['Ann', 'Kaur', 'Liis'].map((name) => `${name}: Settled: Girls beginners`))
    expect([await offer(liis), await decide('approve', kaur)]).toEqual(['standInOver', 'offerGone'])
    // and may ask once more
    expect([await ask(), await standing()]).toEqual(['done', 'open Triin'])
  })

  it('is asked anew of whoever offered, once it is moved', async () => {
    await ask()
    await offer(kaur)
    await letters()
    expect(await edit({ startTime: '17:00', endTime: '18:00', teacherIds: [triin.accountId] })).toBe('done')
    expect(await standing()).toBe('open Triin moved Kaur')
    expect(await letters()).toEqual([
      'Kaur: Not taken over: Girls beginners',
      'Mari: New time: Girls beginners',
      // and that Kaur is asked anew, in the same letter
      'Triin: New time: Girls beginners',
    ])
    await expectInvariants(studio)
  })

  it('needs nobody once it is cancelled', async () => {
    await ask()
    await offer(kaur)
    await letters()
    await cancelClass(studio, admin, scheduleId)
    expect(await standing()).toBe('cancelled Triin Kaur')
    expect(await offer(liis)).toBe('standInOver')
    expect(await letters()).toEqual([
      'Kaur: Settled: Girls beginners',
      'Mari: Cancelled: Girls beginners',
      'Triin: Cancelled: Girls beginners',
    ])
    await expectInvariants(studio)
  })

  it('needs nobody once the studio has put another in its teacher’s place', async () => {
    await ask()
    await offer(kaur)
    expect(await edit({ teacherIds: [liis.accountId] })).toBe('done')
    expect(await standing()).toBe('replaced Triin Kaur')
    await expectInvariants(studio)
  })

  it('needs somebody again where that is undone within two minutes', async () => {
    await ask()
    await offer(kaur)
    for (const [minutes, state] of [
      [1, 'open Triin'],
      [3, 'replaced Triin'],
    ] as const) {
      await edit({ teacherIds: [liis.accountId] })
      studio.now += minutes * MINUTE
      await edit({ teacherIds: [triin.accountId] })
      expect(await standing()).toBe(state)
      await expectInvariants(studio)
    }
  })

  it('begins with nobody: it is its teacher’s, nobody takes it over any more, and the admins are told', async () => {
    await ask()
    await offer(kaur)
    await letters()
    // 18:00 of the day after
    studio.now = Date.parse('2026-03-11T16:00:00Z')
    expect(await decide('approve', kaur)).toBe('entryStarted')
    await runJobs(studio)
    expect(await standing()).toBe('begun Triin')
    expect(await offer(liis)).toBe('standInOver')
    expect(await letters()).toEqual(['Ann: Nobody took it over: Girls beginners'])
    expect(await teacherIds()).toEqual([triin.accountId])
    studio.now += DAY
    expect(await listed()).toEqual([])
  })

  it('is not given to somebody who teaches here no more', async () => {
    await ask()
    await offer(kaur)
    await studio.must(admin, accounts.setRole, { userId: kaur.userId, role: 'user', password: ADMIN_PASSWORD })
    expect(await decide('approve', kaur)).toBe('teachesNoMore')
    expect(await decide('refuse', kaur)).toBe('done')
  })
})

it('nobody asks for a class that is another’s, has begun, is cancelled or is asked for already', async () => {
  expect(await codeOf(studio.call(kaur, standIns.ask, { scheduleId }))).toBe('notTaughtByYou')
  expect([await ask(), await ask()]).toEqual(['done', 'askedAlready'])
  expect(await offer(triin)).toBe('taughtByYou')
  studio.now = Date.parse('2026-03-11T16:00:00Z')
  expect(await ask()).toBe('entryStarted')
  await studio.must(admin, registrations.cancelEntry, { scheduleId })
  expect(await ask()).toBe('entryCancelled')
})

it('the door is not switched off while somebody is looked for', async () => {
  await ask()
  const off = () => codeOf(saveSettings(studio, admin, 'features', { door: false }))
  expect(await off()).toEqual({ door: 'standInsPending' })
  await withdraw(triin)
  expect(await off()).toBe('done')
})

describe('somebody who is deleted', () => {
  it('takes over nothing, and another is looked for', async () => {
    await ask()
    await offer(kaur)
    await studio.must(admin, privacy.deleteUser, { userId: kaur.userId })
    expect(await standing()).toBe('open Triin')
    await expectInvariants(studio)
  })

  it('has no class that another could take over', async () => {
    await ask()
    await offer(kaur)
    await studio.must(admin, privacy.deleteUser, { userId: triin.userId })
    expect(await listed()).toEqual([])
    await expectInvariants(studio)
  })
})

it('is in the data of both', async () => {
  await ask()
  await offer(kaur)
  const of = async (person: Person) => (await studio.must(person, privacy.download, {})).standIns
  expect(await of(triin)).toMatchObject([{ name: 'Girls beginners', as: 'teacher', state: 'offered' }])
  expect(await of(kaur)).toMatchObject([{ name: 'Girls beginners', as: 'standIn', state: 'offered' }])
  expect(await of(mari)).toEqual([])
})
