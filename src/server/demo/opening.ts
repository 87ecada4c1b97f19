import { addDays } from '#kernel/time.ts'
import type { CommandServices } from '#server/commands/runCommand.ts'
import { asStudio } from '#server/commands/asStudio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { changeRole } from '#studio/accounts/server/people.ts'
import { classes } from '#studio/classes/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { courseOffer, membershipOffer, timetable, type CourseKey } from './offer.ts'
import { everyone, fixed, SAMPLE_PASSWORD, type Profile } from './people.ts'
import type { World } from './world.ts'

export const FIRST_DAY = -45
/** Lessons are held for six weeks before today and six weeks after it. */
const FIRST_LESSON = -42
const LAST_LESSON = 42

/** Signs up, gets the role and the category that the profile names. */
async function welcome(world: World, profile: Profile): Promise<void> {
  const { visits, calendar, chance, members } = world
  const year = Number(calendar.date(0).slice(0, 4)) - profile.age - 1
  const dob = addDays(`${year}-01-01`, chance.between(0, 364))
  const visitor = await visits.join(profile, dob)
  members.set(profile.email, { ...visitor, profile, passes: [] })
  if (profile === fixed.admin) return
  const { userId } = visitor
  const admin = world.member(fixed.admin)
  const { role, membershipCategory } = profile
  if (role !== 'user') await visits.act(admin, accounts.setRole, { userId, role, password: SAMPLE_PASSWORD })
  if (membershipCategory !== null)
    await visits.act(admin, accounts.setMembershipCategory, { userId, membershipCategory })
}

/** The first admin comes from the studio itself, as `npm run role` would make one. */
async function welcomeFirstAdmin(world: World, services: CommandServices): Promise<void> {
  await welcome(world, fixed.admin)
  const { userId } = world.member(fixed.admin)
  const made = await asStudio(services, 'role', (c) => changeRole(c, userId, 'admin'))
  if (!made.ok) throw new Error(`The first admin could not be made: ${made.code}.`)
}

async function offerClasses(world: World): Promise<void> {
  const { visits, calendar } = world
  const admin = world.member(fixed.admin)
  for (const { name, description, defaultMaxParticipants, categories, times, ...more } of timetable) {
    const form = { name, description, defaultMaxParticipants, categories: [...categories] }
    const { id: classId } = await visits.act(admin, classes.create, form)
    const prices = 'prices' in more ? more.prices : { standardPrice: null, memberPrice: null }
    for (const { weekdays, startTime, endTime } of times) {
      const dates = { startDate: calendar.date(FIRST_LESSON), endDate: calendar.date(LAST_LESSON) }
      await visits.act(admin, schedule.add, {
        classId,
        weekdays: [...weekdays],
        startTime,
        endTime,
        ...dates,
        ...prices,
      })
    }
  }
  const { entries } = await visits.ask(null, registrations.upcoming, { weeks: 16 })
  // entries that start together would come in the order of their ids, which differs from making to making
  const inOrder = entries.toSorted((a, b) => a.startsAt - b.startsAt || a.className.localeCompare(b.className))
  world.entries = inOrder.map((entry) => ({ ...entry, places: new Map() }))
}

async function offerMemberships(world: World): Promise<void> {
  const { visits, catalogue } = world
  const admin = world.member(fixed.admin)
  for (const item of membershipOffer) {
    const { categories, excludedCategories } = item
    const form = { ...item, categories: [...categories], excludedCategories: [...excludedCategories] }
    await visits.act(admin, memberships.create, form)
  }
  for (const item of await visits.ask(null, memberships.catalogue, {})) catalogue.set(item.name, item)
}

async function offerCourses(world: World): Promise<void> {
  const { visits, calendar, courseIds } = world
  const admin = world.member(fixed.admin)
  for (const [key, { from, deadlineBefore, ...course }] of Object.entries(courseOffer)) {
    const first = calendar.next(from, course.weekday)
    const { id } = await visits.act(admin, courses.create, {
      ...course,
      startDate: calendar.date(first),
      endDate: calendar.date(first + 7 * (course.nrOfClasses - 1)),
      regDeadline: calendar.date(first - deadlineBefore),
    })
    courseIds.set(key as CourseKey, id)
  }
  const courseId = world.courseId('startingSoon')
  await visits.act(admin, courses.addDiscountCode, { courseId, code: 'DISCOUNT5', amount: 500, audience: 'members' })
  await visits.act(admin, courses.addDiscountCode, { courseId, code: 'DISCOUNT10', amount: 1000, audience: 'others' })
}

/** The first admin sets the studio up on the first morning; people sign up from that day on. */
export async function openStudio(world: World, services: CommandServices): Promise<void> {
  const { diary, calendar, chance } = world
  await welcomeFirstAdmin(world, services)
  await offerClasses(world)
  await offerMemberships(world)
  await offerCourses(world)
  for (const profile of everyone.slice(1)) {
    const time = profile.role === 'user' ? chance.daytime() : '09:30'
    diary.note(calendar.at(profile.joins, time), () => welcome(world, profile))
  }
}
