import { addDays, dateIn } from '#kernel/time.ts'
import { classes } from '#studio/classes/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { settings } from '#studio/settings/contract.ts'
import type { Feature } from '#studio/settings/rules.ts'
import type { Session, StudioServer } from './server.ts'

export const today = () => dateIn('Europe/Tallinn', Date.now())

/** A class with one entry, tomorrow at 18:00 or after `inDays`, created with an admin's commands. */
export async function scheduledClass(
  server: StudioServer,
  admin: Session,
  name: string,
  more: {
    maxParticipants?: number
    categories?: string[]
    inDays?: number
    startTime?: string
    endTime?: string
    teacherIds?: string[]
  } = {},
): Promise<void> {
  const {
    maxParticipants = 10,
    categories = ['Girl Group'],
    inDays = 1,
    startTime = '18:00',
    endTime = '19:30',
    teacherIds = [],
  } = more
  const form = { name, description: `${name} for everyone`, defaultMaxParticipants: maxParticipants, categories }
  const { id: classId } = await server.must(classes.create, form, admin)
  const day = addDays(today(), inDays)
  await server.must(
    schedule.add,
    {
      classId,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      startDate: day,
      endDate: day,
      startTime,
      endTime,
      standardPrice: null,
      memberPrice: null,
      teacherIds,
    },
    admin,
  )
}

/** The id of the next schedule entry with this name. */
export async function entryOf(server: StudioServer, session: Session, name: string): Promise<string> {
  const { entries } = await server.ask(registrations.upcoming, { weeks: 2 }, session)
  const entry = entries.find(({ className }) => className === name)
  if (!entry) throw new Error(`No ${name} within two weeks.`)
  return entry.id
}

/** The registrants page of that class: a page holds ten entries, and other tests have classes on the same day. */
export const registrantsOf = async (server: StudioServer, session: Session, name: string): Promise<string> =>
  `/admin/class-registrants?entry=${await entryOf(server, session, name)}`

/** A course that is open for registration for another week, with optional discount codes. */
export async function openCourse(
  server: StudioServer,
  admin: Session,
  name: string,
  codes: readonly { code: string; amount: number; audience: 'members' | 'others' }[] = [],
  places = 12,
): Promise<string> {
  const form = {
    name,
    description: `${name}: six evenings of choreography, from the first count to the stage.`,
    standardPrice: 6000,
    memberPrice: 5000,
    defaultMaxParticipants: places,
    nrOfClasses: 6,
    startDate: addDays(today(), 10),
    endDate: addDays(today(), 50),
    regDeadline: addDays(today(), 7),
    weekday: 4,
    startTime: '18:00',
    endTime: '19:30',
  }
  const { id: courseId } = await server.must(courses.create, form, admin)
  for (const code of codes) await server.must(courses.addDiscountCode, { courseId, ...code }, admin)
  return courseId
}

export async function membershipForSale(
  server: StudioServer,
  admin: Session,
  name: string,
  more: { standardPrice?: number; classLimit?: number; validPeriod?: number; categories?: string[] } = {},
): Promise<string> {
  const form = {
    name,
    description: `${name}: four classes within a month`,
    standardPrice: 4000,
    memberPrice: 3200,
    classLimit: 4,
    validPeriod: 30,
    categories: ['Girl Group'],
    excludedCategories: [],
    ...more,
  }
  return (await server.must(memberships.create, form, admin)).id
}

/** Turns features on or off, and returns what sets them back. */
export async function withFeatures(
  server: StudioServer,
  admin: Session,
  on: Partial<Record<Feature, boolean>>,
): Promise<() => Promise<unknown>> {
  const { features: before } = await server.ask(settings.all, {}, admin)
  const typed = { ...before, ...on }
  await server.must(settings.save, { section: 'features', typed, before }, admin)
  return () => server.must(settings.save, { section: 'features', typed: before, before: typed }, admin)
}

/** A second guardian of a child, invited by the first one, who has accepted. */
export async function secondGuardian(
  server: StudioServer,
  first: Session,
  second: { email: string; displayName: string; personId: string; pays: boolean },
): Promise<Session> {
  const { email, displayName, personId, pays } = second
  const guardian = await server.person({ email, displayName })
  const rights = { canBook: true, pays, getsNotices: true }
  await server.must(families.inviteGuardian, { email, people: [personId], rights }, first)
  await server.must(families.acceptInvitation, { token: await server.tokenFor(email, '/family-invitation') }, guardian)
  return guardian
}
