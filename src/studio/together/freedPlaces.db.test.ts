import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { DAY } from '#kernel/time.ts'
import { aCourse, anEntry, anEntryForm, aPurchase, cancelClass, dropIn, joining } from '#server/testing/fixtures.ts'
import { freedBy } from '#server/testing/freedPlaces.ts'
import { fitting } from '#server/testing/inputs.ts'
import { WITH_FEATURES, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { courses, type CourseForm } from '#studio/courses/contract.ts'
import { merging } from '#studio/merging/contract.ts'
import { passes } from '#studio/passes/contract.ts'
import { privacy } from '#studio/privacy/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { settings } from '#studio/settings/contract.ts'

let studio: TestStudio
let admin: Person
/** Registered for the class and the course, and not included in any class. */
let mari: Person
/** Included in the class, and not registered for anything. */
let anna: Person
let scheduleId: string
let courseId: string

/** The form of the class that `anEntry` creates in three days. */
const entryForm = { ...anEntryForm, maxParticipants: 2, startDate: '2026-03-13', endDate: '2026-03-13' }

async function open(empty: TestStudio) {
  studio = empty
  admin = await studio.person('admin')
  mari = await studio.person()
  anna = await studio.person('user', { membershipCategory: 'Member-girl' })
  scheduleId = (await anEntry(studio, admin, { maxParticipants: 2, inDays: 3 })).scheduleId
  courseId = await aCourse(studio, admin, { defaultMaxParticipants: 1 })
  await studio.must(mari, registrations.registerWithDropIn, dropIn(scheduleId))
  await studio.must(mari, courses.join, joining(courseId))
}

studioForEach(open, WITH_FEATURES)

const editEntry = (change: Partial<typeof entryForm>) =>
  studio.must(admin, schedule.update, { scheduleId, ...entryForm, ...change, before: entryForm })

const editTogether = (change: Partial<typeof entryForm>) => {
  const listed = { scheduleId, scheduleIds: [] }
  return studio.must(admin, schedule.editSeries, { ...listed, ...entryForm, ...change, before: entryForm })
}

async function editCourse(change: Partial<CourseForm>) {
  const course = await studio.ask(admin, courses.one, { courseId })
  if (!course) throw new Error('No such course.')
  await studio.must(admin, courses.update, { ...course, courseId, ...change, before: course })
}

const setCategory = (person: Person, membershipCategory: 'Member-girl' | 'Member-girl-boy' | 'Member-boy' | null) =>
  studio.must(admin, accounts.setMembershipCategory, { userId: person.userId, membershipCategory })

async function registrationInCourse(): Promise<string> {
  const [place] = await studio.sql<{ id: string }>`select id from "courseRegistrations"`
  return place?.id ?? ''
}

const merge = (kept: Person, gone: Person, take: readonly 'membershipCategory'[] = []) =>
  studio.must(admin, merging.merge, { keptId: kept.userId, goneId: gone.userId, take: [...take] })

type Act = () => Promise<unknown>
const both = () => [scheduleId, courseId]
const entry = () => [scheduleId]
const course = () => [courseId]

/** Every command that can free a place: how it does, and where. */
const ways: readonly (readonly [command: string, how: string, act: Act, where: () => string[]])[] = [
  [
    'registrations.cancel',
    'somebody cancels their own registration',
    () => studio.must(mari, registrations.cancel, { scheduleId }),
    entry,
  ],
  [
    'attendance.removeRegistration',
    'staff remove a registration',
    () => studio.must(admin, attendance.removeRegistration, { scheduleId, userId: mari.userId }),
    entry,
  ],
  [
    'registrations.cantCome',
    'somebody who is included can’t come',
    () => studio.must(anna, registrations.cantCome, { scheduleId }),
    entry,
  ],
  [
    'registrations.otherCantCome',
    'staff hear that somebody who is included can’t come',
    () => studio.must(admin, registrations.otherCantCome, { scheduleId, userId: anna.userId }),
    entry,
  ],
  ['schedule.update', 'the maximum of a class is raised', () => editEntry({ maxParticipants: 5 }), entry],
  [
    'schedule.editSeries',
    'the maximum of a class is raised with others',
    () => editTogether({ maxParticipants: 5 }),
    entry,
  ],
  [
    'schedule.update',
    'a class gets categories in which fewer are included',
    () => editEntry({ categories: ['Boy Group'] }),
    entry,
  ],
  [
    'accounts.setMembershipCategory',
    'somebody loses the category by which they are included',
    () => setCategory(anna, null),
    entry,
  ],
  ['accounts.setMembershipCategory', 'somebody gets another category', () => setCategory(anna, 'Member-boy'), entry],
  [
    'settings.setIncluded',
    'the holders of a category are included no more',
    () =>
      studio.must(admin, settings.setIncluded, {
        classCategory: 'Girl Group',
        membershipCategory: 'Member-girl',
        included: false,
      }),
    entry,
  ],
  [
    'accounts.setActive',
    'somebody who is included is deactivated',
    () => studio.must(admin, accounts.setActive, { userId: anna.userId, active: false }),
    entry,
  ],
  [
    'privacy.deleteUser',
    'somebody who is registered is deleted',
    () => studio.must(admin, privacy.deleteUser, { userId: mari.userId }),
    both,
  ],
  [
    'privacy.deleteUser',
    'somebody who is included is deleted',
    () => studio.must(admin, privacy.deleteUser, { userId: anna.userId }),
    entry,
  ],
  ['courses.leave', 'somebody leaves a course', () => studio.must(mari, courses.leave, { courseId }), course],
  [
    'courses.deleteRegistration',
    'staff delete a course registration',
    async () => studio.must(admin, courses.deleteRegistration, { registrationId: await registrationInCourse() }),
    course,
  ],
  ['courses.update', 'the maximum of a course is raised', () => editCourse({ defaultMaxParticipants: 2 }), course],
  [
    'merging.merge',
    'one of two records of a person is registered, and the other included',
    () => merge(anna, mari),
    entry,
  ],
  ['merging.merge', 'the record that goes loses the category by which it is included', () => merge(mari, anna), entry],
  [
    'merging.merge',
    'the kept record is registered, and takes the category by which the other is included',
    () => merge(mari, anna, ['membershipCategory']),
    entry,
  ],
  [
    'merging.merge',
    'the record that goes can’t come to the class in which the kept one is included',
    async () => {
      const absent = await studio.person('user', { membershipCategory: 'Member-girl' })
      await studio.must(absent, registrations.cantCome, { scheduleId })
      studio.raised.length = 0
      return await merge(anna, absent)
    },
    entry,
  ],
  [
    'merging.undo',
    'the kept record was active only while it was merged',
    async () => {
      await studio.must(admin, accounts.setActive, { userId: anna.userId, active: false })
      const other = await studio.person()
      const { mergeId } = await merge(anna, other)
      studio.raised.length = 0
      return await studio.must(admin, merging.undo, { mergeId })
    },
    entry,
  ],
]

/** All other commands, which free no place. */
const others = [
  'accounts.signUp accounts.signIn accounts.signOut accounts.verifyEmail accounts.resendVerification',
  'accounts.resendVerificationTo accounts.requestPasswordReset accounts.checkResetLink accounts.resetPassword',
  'accounts.setLanguage accounts.saveDetails accounts.setRole accounts.correctPerson accounts.setMemberLevel accounts.correctAddress accounts.inviteAgain accounts.askForDeletion accounts.withdrawDeletion',
  'signing.askForAddress signing.checkAddressLink signing.takeAddress signing.checkKeepLink signing.keepAddress',
  'signing.passkeyToAdd signing.addPasskey signing.removePasskey signing.passkeyToSignIn signing.signInWithPasskey',
  'signing.beginTwoSteps signing.confirmTwoSteps signing.endTwoSteps signing.secondStep',
  'signing.beginProvider signing.finishProvider signing.unlinkProvider',
  'notices.choose notices.pushKey notices.turnOn notices.renew notices.turnOff notices.unsubscribe',
  'registrations.registerSeveral courses.joinSeveral memberships.buySeveral',
  'families.addChild families.correctChild families.setRights families.endLink families.setDanceMyself families.inviteGuardian',
  'families.inviteToSignIn families.askChild families.withdrawInvitation families.checkInvitation',
  'families.acceptInvitation families.makeSignIn families.endAnyLink families.inviteFromDesk families.withdrawAny',
  'families.declineInvitation families.sendAgain',
  'accounts.addPerson families.setPhotos',
  'payments.remindPayers payments.undoReminders',
  'moving.readTable moving.check moving.take moving.takeBack moving.invite',
  'moving.firebaseBegin moving.firebasePart moving.firebaseLook moving.firebaseTake moving.firebaseUndo moving.firebaseForget',
  'feeds.make signing.changePassword signing.thisSession signing.endSession signing.endOtherSessions',
  'payments.spendCredit payments.spendCreditOf payments.payBackCredit payments.undoPaidBack bank.read bank.settle bank.assign bank.assignSuggested bank.takeBack bank.ignore bank.undo bank.undoMany payments.letGoOfRest payments.notReceived',
  'papers.receipt papers.invoice papers.invoiceFor',
  'bills.create bills.undo bills.addPause bills.removePause',
  'payments.addReference payments.markAllAsPaid payments.confirmMany payments.undoConfirmed settings.saveTerms accounts.acceptTerms closures.add closures.addAll closures.remove closures.letCoursesGoOn registrations.cancelOnClosedDays registrations.closeDays',
  'classes.create classes.update classes.remove settings.save settings.saveLogo settings.poster',
  'settings.addCategory settings.editCategory settings.moveCategory settings.archiveCategory',
  'settings.removeMembershipCategory memberships.removeClassCategory',
  'schedule.add schedule.addAll schedule.undoPlans schedule.delete schedule.cancelSeries',
  // a held place was free before and is so again: the waiting list itself offers it to the next person
  'waiting.join waiting.takeForMe waiting.leave waiting.decline waiting.offer waiting.remove',
  'payments.markAsPaid payments.unmarkAsPaid payments.markAsPaidByTeacher payments.confirm payments.cancel',
  'passes.ask passes.withdraw passes.refuse',
  'memberships.buy memberships.sellTo memberships.cancelPurchase memberships.create memberships.update',
  'memberships.setStatus memberships.updatePurchase memberships.deletePurchase',
  'courses.checkDiscount courses.join courses.registerOther courses.create courses.remove courses.addDiscountCode courses.removeDiscountCode',
  'registrations.registerWithMembership registrations.registerWithDropIn registrations.registerOtherWithMembership',
  'registrations.registerWithMakeUp registrations.registerOtherWithMakeUp registrations.comeAfterAll registrations.otherComesAfterAll registrations.forgiveLate registrations.registerOtherWithDropIn registrations.cancelEntry attendance.take privacy.download privacy.downloadChild',
  'attendance.takeAll attendance.takeAllBack attendance.tap door.take door.addPerson door.walkIn door.handOver',
  'stebby.look stebby.use stebby.note stebby.lookAgain stebby.decide',
  'standIns.ask standIns.offer standIns.approve standIns.refuse standIns.withdraw standIns.takeBack',
  'pay.setRate pay.removeRate pay.close mailings.send mailings.undo mailings.retry',
  'door.undoHandOver door.undoConfirmHandOver door.confirmHandOver door.giveBack door.notTaken rooms.add rooms.rename rooms.archive courses.removeRoom',
].flatMap((line) => line.split(' '))

/** These make places available again by reopening a class or course. */
const reopening = ['courses.setStatus', 'schedule.undoChange']

/** These free places that a pass has paid for. */
const freezing = ['passes.freeze', 'passes.approve', 'passes.endFreeze', 'passes.endOwn']

it('every command is listed as freeing places or not', () => {
  const known = new Set([...ways.map(([command]) => command), ...others, ...reopening, ...freezing])
  expect([...studio.services.commands.keys()].toSorted()).toEqual([...known].toSorted())
})

it.each(ways)('%s: %s frees the place, and the event is raised once', async (_command, _how, act, where) => {
  const { freed, raised } = await freedBy(studio, act)
  expect(freed).toEqual(where().toSorted())
  expect(raised).toEqual(freed)
})

it('a place freed by a freeze, or by ending one before the class, raises the event once', async () => {
  await studio.must(mari, registrations.cancel, { scheduleId })
  const purchaseId = await aPurchase(studio, admin, mari, { validPeriod: 3 })
  const days = { firstDay: '2026-03-13', lastDay: '2026-03-13', reason: 'ill' }
  const register = () => studio.must(mari, registrations.registerWithMembership, { scheduleId, purchaseId })
  const freezeId = async () => (await studio.ask(mari, passes.book, { id: purchaseId, page: 1 }))?.freeze?.id ?? ''
  const freed = { freed: entry(), raised: entry() }
  await studio.must(admin, passes.freeze, {
    purchaseId,
    ...days,
    firstDay: '2026-03-11',
    lastDay: '2026-03-11',
    scheduleIds: [],
  })
  await register()
  const scheduleIds = [scheduleId]
  const end = async () => studio.must(admin, passes.endFreeze, { freezeId: await freezeId(), scheduleIds })
  expect(await freedBy(studio, end)).toEqual(freed)
  await studio.must(admin, passes.freeze, {
    purchaseId,
    ...days,
    firstDay: '2026-03-11',
    lastDay: '2026-03-11',
    scheduleIds: [],
  })
  await register()
  const endOwn = async () => studio.must(mari, passes.endOwn, { freezeId: await freezeId(), scheduleIds })
  expect(await freedBy(studio, endOwn)).toEqual(freed)
  const longer = await aPurchase(studio, admin, mari)
  await studio.must(mari, registrations.registerWithMembership, { scheduleId, purchaseId: longer })
  const freeze = () => studio.must(admin, passes.freeze, { purchaseId: longer, ...days, scheduleIds })
  expect(await freedBy(studio, freeze)).toEqual(freed)
  const third = await aPurchase(studio, admin, mari)
  await studio.must(mari, registrations.registerWithMembership, { scheduleId, purchaseId: third })
  await studio.must(mari, passes.ask, { id: third, ...days })
  const asked = (await studio.ask(mari, passes.book, { id: third, page: 1 }))?.freeze?.id ?? ''
  const approve = () => studio.must(admin, passes.approve, { freezeId: asked, answer: '', scheduleIds })
  expect(await freedBy(studio, approve)).toEqual(freed)
})

describe('free places where registration was not possible before', () => {
  it('are raised when a course is activated again or gets a later deadline', async () => {
    await studio.must(mari, courses.leave, { courseId })
    const set = (status: 'active' | 'archived') => () => studio.must(admin, courses.setStatus, { courseId, status })
    expect(await freedBy(studio, set('archived'))).toEqual({ freed: [], raised: [] })
    expect(await freedBy(studio, set('active'))).toEqual({ freed: course(), raised: course() })
    const deadline = (regDeadline: string) => () => editCourse({ regDeadline })
    expect(await freedBy(studio, deadline('2026-03-09'))).toEqual({ freed: [], raised: [] })
    expect(await freedBy(studio, deadline('2026-03-12'))).toEqual({ freed: course(), raised: course() })
  })

  it('are raised when the cancellation of a class is undone', async () => {
    const cancel = { scheduleId, scheduleIds: [] }
    const { changeId } = await studio.must(admin, schedule.cancelSeries, cancel)
    const undo = () => studio.must(admin, schedule.undoChange, { changeId })
    expect(await freedBy(studio, undo)).toEqual({ freed: entry(), raised: entry() })
  })

  it('are raised when a past class is moved to the future', async () => {
    studio.now += 4 * DAY
    const later = { startDate: '2026-03-20', endDate: '2026-03-20' }
    expect(await freedBy(studio, () => editEntry(later))).toEqual({ freed: entry(), raised: entry() })
  })
})

describe('no place becomes free', () => {
  const nothing = async (act: Act) => expect(await freedBy(studio, act)).toEqual({ freed: [], raised: [] })

  it('cancelling a class frees no place', () => nothing(() => cancelClass(studio, admin, scheduleId)))

  it('removing a person after the class has begun frees no place', async () => {
    studio.now += 4 * DAY
    await nothing(() => studio.must(admin, attendance.removeRegistration, { scheduleId, userId: mari.userId }))
    await nothing(() => setCategory(anna, null))
  })

  it('a person who gives up a registration but is now included frees no place', async () => {
    await setCategory(mari, 'Member-girl')
    await nothing(() => studio.must(mari, registrations.cancel, { scheduleId }))
  })

  it('a person who loses the category but is registered frees no place', async () => {
    await setCategory(mari, 'Member-girl')
    await nothing(() => setCategory(mari, null))
  })

  it('a person who can’t come and loses the category, is deactivated or deleted frees no place', async () => {
    await studio.must(anna, registrations.cantCome, { scheduleId })
    await nothing(() => setCategory(anna, null))
    await setCategory(anna, 'Member-girl')
    await nothing(() => studio.must(admin, accounts.setActive, { userId: anna.userId, active: false }))
    await nothing(() => studio.must(admin, privacy.deleteUser, { userId: anna.userId }))
  })

  it('a change to another included category frees no place', () => nothing(() => setCategory(anna, 'Member-girl-boy')))

  it('a merge in which the kept record takes over the category frees no place, and neither does its undo', async () => {
    const other = await studio.person()
    await nothing(() => merge(other, anna, ['membershipCategory']))
    const [last] = await studio.sql<{ id: string }>`select id from merges`
    await nothing(() => studio.must(admin, merging.undo, { mergeId: last!.id }))
  })

  it('a merge after the class has begun frees no place', async () => {
    studio.now += 4 * DAY
    await nothing(() => merge(anna, mari))
  })

  it('a participant who leaves a course after its deadline frees no place', async () => {
    await editCourse({ regDeadline: '2026-03-09' })
    await nothing(() => studio.must(mari, courses.leave, { courseId }))
  })

  it('a refused command frees no place', () => nothing(() => studio.call(anna, registrations.cancel, { scheduleId })))
})

it('deleting a person raises the event once for each class in which they have a place', async () => {
  await setCategory(mari, 'Member-boy')
  const boys = await anEntry(studio, admin, { categories: ['Boy Group'], inDays: 5 })
  const { freed, raised } = await freedBy(studio, () => studio.must(admin, privacy.deleteUser, { userId: mari.userId }))
  expect(freed).toEqual([...both(), boys.scheduleId].toSorted())
  expect(raised).toEqual(freed)
})

/** Some seconds in `npm test`, with new random input each time. */
const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 6)

/** The ids that may be used for an input field. */
async function idsOf(field: string): Promise<string[]> {
  const tables: Record<string, string> = {
    scheduleId: 'schedule',
    courseId: 'courses',
    userId: 'people',
    keptId: 'people',
    goneId: 'people',
    mergeId: 'merges',
    registrationId: '"courseRegistrations"',
    paymentId: 'payments',
    classId: 'classes',
  }
  const table = tables[field]
  if (table === undefined) return []
  const { rows } = await studio.database.read.execute(`select id from ${table}`)
  return rows.map(({ id }) => String(id))
}

it(
  'any sequence of commands raises the event for every freed place',
  async () => {
    const all = [...studio.services.commands.values()].filter(({ procedure }) => !asksPassword(procedure.input))
    const order = fc.shuffledSubarray(all, { minLength: all.length })
    await fc.assert(
      fc.asyncProperty(order, fc.infiniteStream(fc.nat({ max: 1e6 })), async (commands, numbers) => {
        const pick = <T>(items: readonly T[]): T | undefined => items[Number(numbers.next().value) % items.length]
        await studio.empty()
        await open(studio)
        for (const { name, procedure } of commands) {
          // an earlier change of settings may have switched off the feature
          if (!studio.services.commands.get(name)) continue
          const seed = Number(numbers.next().value)
          const [input] = fc.sample(fitting(procedure.input, ['none']), { seed, numRuns: 1 })
          const named: Record<string, unknown> = { ...(input as object) }
          for (const field of Object.keys(named)) named[field] = pick(await idsOf(field)) ?? named[field]
          const caller = pick([admin, admin, mari, anna]) ?? admin
          const call = () => studio.callRaw(caller, name, { key: newId(), input: named })
          const { freed, raised } = await freedBy(studio, call)
          expect(raised, `${name} ${JSON.stringify(named)}`).toEqual(freed)
        }
        expect(studio.reported).toEqual([])
      }),
      { numRuns, endOnFailure: true },
    )
  },
  numRuns * 30_000,
)

const asksPassword = (input: unknown): boolean =>
  'password' in ((input as { _zod: { def: { shape?: object } } })._zod.def.shape ?? {})
