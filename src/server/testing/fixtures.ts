import { DAY, type Instant } from '#kernel/time.ts'
import type { InputOf } from '#kernel/procedures.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { classes } from '#studio/classes/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { settings, type SectionName, type Sections } from '#studio/settings/contract.ts'
import type { Person, TestStudio } from './studio.ts'

const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** Creates an entry at 18:00 (Tallinn) on the day after the studio's current day, through the product's commands. */
export async function anEntry(
  studio: TestStudio,
  admin: Person,
  options: {
    name?: string
    categories?: string[]
    maxParticipants?: number
    inDays?: number
    standardPrice?: number
    memberPrice?: number
  } = {},
): Promise<{ scheduleId: string; classId: string }> {
  const { name = 'Girls beginners', categories = ['Girl Group'], maxParticipants = 10, inDays = 1 } = options
  const form = { name, description: '', defaultMaxParticipants: maxParticipants, categories }
  const { id: classId } = await studio.must(admin, classes.create, form)
  const day = dayOf(studio.now + inDays * DAY)
  const { seriesId } = await studio.must(admin, schedule.add, {
    classId,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    startDate: day,
    endDate: day,
    startTime: '18:00',
    endTime: '19:00',
    standardPrice: options.standardPrice ?? null,
    memberPrice: options.memberPrice ?? null,
  })
  const [row] = await studio.sql<{ id: string }>`select id from schedule where series_id = ${seriesId}`
  if (!row) throw new Error('The entry was not created.')
  return { scheduleId: row.id, classId }
}

/** Cancels a class, and moves the clock past the time in which that can be undone. */
export async function cancelClass(studio: TestStudio, admin: Person, scheduleId: string): Promise<void> {
  await studio.must(admin, registrations.cancelEntry, { scheduleId })
  studio.now += UNDO_WITHIN
  await studio.runJobs()
}

/** The form of `anEntry` at noon on 10 March 2026. */
export const anEntryForm = {
  className: 'Girls beginners',
  classDescription: '',
  maxParticipants: 10,
  categories: ['Girl Group'],
  startDate: '2026-03-11',
  startTime: '18:00',
  endDate: '2026-03-11',
  endTime: '19:00',
  standardPrice: null,
  memberPrice: null,
}

/** The form of `aMembership`. */
export const aMembershipForm = {
  name: 'Four classes',
  description: '',
  standardPrice: 4000,
  memberPrice: 3200,
  classLimit: 4,
  validPeriod: 30,
  categories: [],
  excludedCategories: [],
}

/** Creates a pass in the catalogue. */
export async function aMembership(
  studio: TestStudio,
  admin: Person,
  form: Partial<InputOf<typeof memberships.create>> = {},
): Promise<string> {
  const { id } = await studio.must(admin, memberships.create, { ...aMembershipForm, ...form })
  return id
}

/** The person buys a pass, in cash. */
export async function aPurchase(
  studio: TestStudio,
  admin: Person,
  buyer: Person,
  form: Partial<InputOf<typeof memberships.create>> = {},
): Promise<string> {
  const membershipId = await aMembership(studio, admin, form)
  const { purchaseId } = await studio.must(buyer, memberships.buy, {
    membershipId,
    coverMember: false,
    paymentMethod: 'cash',
  })
  return purchaseId
}

/** The form of a course that starts in ten days and can be joined until the day before. */
export const aCourseForm = (now: Instant) =>
  ({
    name: 'K-pop in six weeks',
    description: '',
    standardPrice: 6000,
    memberPrice: 5000,
    defaultMaxParticipants: 10,
    nrOfClasses: 6,
    startDate: dayOf(now + 10 * DAY),
    endDate: dayOf(now + 50 * DAY),
    regDeadline: dayOf(now + 9 * DAY),
    weekday: 5,
    startTime: '18:00',
    endTime: '19:30',
  }) satisfies InputOf<typeof courses.create>

export async function aCourse(
  studio: TestStudio,
  admin: Person,
  form: Partial<InputOf<typeof courses.create>> = {},
): Promise<string> {
  const { id } = await studio.must(admin, courses.create, { ...aCourseForm(studio.now), ...form })
  return id
}

export const dropIn = (scheduleId: string): InputOf<typeof registrations.registerWithDropIn> => ({
  scheduleId,
  coverMember: false,
  paymentMethod: 'cash',
  discountCode: null,
})

export const joining = (courseId: string): InputOf<typeof courses.join> => ({
  courseId,
  coverMember: false,
  paymentMethod: 'bankTransfer',
  discountCode: null,
})

/**
 * Saves a section of the settings with some fields changed; `before` is the form as the edit began, by default as saved
 * now.
 */
export async function saveSettings<S extends SectionName>(
  studio: TestStudio,
  by: Person,
  section: S,
  change: Partial<Sections[S]>,
  before: Sections[S] = studio.services.settings.sections[section],
) {
  const edit = { section, typed: { ...before, ...change }, before }
  return studio.call(by, settings.save, edit as unknown as InputOf<typeof settings.save>)
}
