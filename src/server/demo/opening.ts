import { addDays, weekdayOf } from '#kernel/time.ts'
import { asStudio } from '#server/commands/asStudio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { changeRole } from '#studio/accounts/server/people.ts'
import { hashPassword } from '#studio/accounts/server/passwords.ts'
import { staySignedIn } from '#studio/accounts/server/sample.ts'
import { classes } from '#studio/classes/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { families } from '#studio/families/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { rooms } from '#studio/rooms/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { isFull } from '#studio/schedule/rules.ts'
import { settings } from '#studio/settings/contract.ts'
import { spread, type Making } from './making.ts'
import { emailOf, founder, known, profileOf, sample, SAMPLE_PASSWORD, signsUpOn, type Profile } from './sample.ts'

/** First day of classes; they are scheduled for six weeks before and after today. */
const FIRST_LESSON = -42
const LAST_LESSON = 42
/** Day on which guardians add their children. */
const FAMILIES = -14

/** The first admin sets the studio up on the first morning; the others sign up from that day on. */
export async function openStudio(making: Making): Promise<void> {
  // all accounts have the same password (shown on the sign-in screen), so it is hashed once
  const passwordHash = await hashPassword(SAMPLE_PASSWORD)
  await signUp(making, founder, passwordHash)
  // make the first admin, as `npm run role` does
  const { userId } = making.person(founder.name)
  const made = await asStudio(await making.services, 'role', (c) => changeRole(c, userId, 'admin'))
  if (!made.ok) throw new Error(`The first admin could not be made: ${made.code}.`)
  for (const profile of sample.people) {
    if (profile.role && profile !== founder) await welcome(making, profile, passwordHash)
  }
  await priceMonths(making)
  const roomIds = await makeRooms(making)
  await offerClasses(making, roomIds)
  await offerCourses(making, roomIds)
  for (const [nth, profile] of sample.people.entries()) {
    if (profile.role) continue
    making.plan(making.at(signsUpOn(profile), `10:${10 + nth}`), () => welcome(making, profile, passwordHash))
  }
  for (const family of sample.families) {
    making.plan(making.at(FAMILIES, '20:00'), () => bringChildren(making, family))
    making.plan(making.at(-1, '19:00'), () => bookForChild(making, family))
  }
}

/** Signs a person up, and sets the role or category of their profile. */
async function welcome(making: Making, profile: Profile, passwordHash: string): Promise<void> {
  const { name, role, membershipCategory } = profile
  await signUp(making, profile, passwordHash)
  if (!role && !membershipCategory) return
  const { userId } = making.person(name)
  const admin = making.person(founder.name)
  const proven = { accountId: admin.accountId, passwordHash }
  if (role) await making.must(admin, accounts.setRole, { userId, role, password: SAMPLE_PASSWORD }, proven)
  if (membershipCategory) await making.must(admin, accounts.setMembershipCategory, { userId, membershipCategory })
}

/** Signs up, and unless the profile says otherwise, opens the link in the e-mail and signs in. */
async function signUp(making: Making, profile: Profile, passwordHash: string): Promise<void> {
  const { name, age, language = 'et' } = profile
  const [displayName = '', familyName = ''] = name.split(' ')
  const email = emailOf(profile)
  const credentials = { email, password: SAMPLE_PASSWORD }
  const year = Number(making.date(0).slice(0, 4)) - age - 1
  const dob = addDays(`${year}-01-01`, Math.floor(spread(making.people.size) * 365))
  await making.must(null, accounts.signUp, { displayName, familyName, dob, language, ...credentials }, passwordHash)
  if (profile.unverified) return
  await making.must(null, accounts.verifyEmail, { token: await making.tokenInLetterTo(email) })
  const ids = await making.idsOf(email)
  const proven = { accountId: ids.accountId, passwordHash }
  const { session } = await making.call(null, accounts.signIn, credentials, proven)
  making.people.set(name, { ...ids, sessionToken: known(session?.token, `session of ${email}`) })
  const { database } = await making.services
  await database.transaction((tx) => staySignedIn(tx, ids.accountId))
  // most people allow photos, so that the sign beside the others stands out
  if (spread(making.people.size) < 0.85) await making.must(making.person(name), families.setPhotos, { allowed: true })
}

type Family = (typeof sample.families)[number]

/** A guardian adds children, and invites a second guardian for one of them. */
async function bringChildren(making: Making, { guardian, children, shares }: Family): Promise<void> {
  const by = making.person(guardian)
  for (const { name, age } of children) {
    const [displayName = '', familyName = ''] = name.split(' ')
    const year = Number(making.date(0).slice(0, 4)) - age - 1
    const child = { displayName, familyName, dob: `${year}-05-10` }
    const { personId } = await making.must(by, families.addChild, child)
    making.childIds.set(name, personId)
    await making.must(by, families.setPhotos, { personId, allowed: true })
  }
  if (!shares) return
  const email = emailOf(profileOf(shares.with))
  const rights = { canBook: true, pays: true, getsNotices: true }
  const people = [known(making.childIds.get(shares.child), shares.child)]
  await making.must(by, families.inviteGuardian, { email, people, rights })
  const token = await making.tokenInLetterTo(email)
  await making.must(making.person(shares.with), families.acceptInvitation, { token })
}

/** Books a child into the next class with a free place. */
async function bookForChild(making: Making, { guardian, books }: Family): Promise<void> {
  const { entries } = await making.ask(null, registrations.upcoming, { weeks: 2 })
  const lesson = entries.find((entry) => entry.className === books.class && !isFull(entry))
  if (!lesson) return
  const personId = known(making.childIds.get(books.child), books.child)
  const payment = { coverMember: false, paymentMethod: 'bankTransfer', discountCode: null } as const
  await making.must(making.person(guardian), registrations.registerWithDropIn, {
    scheduleId: lesson.id,
    personId,
    ...payment,
  })
}

/** Sets monthly prices for the children's groups. */
async function priceMonths(making: Making): Promise<void> {
  const admin = making.person(founder.name)
  const { membershipCategories } = await making.ask(admin, settings.shown, {})
  for (const [id, monthlyPrice] of Object.entries(sample.monthlyPrices)) {
    const category = known(
      membershipCategories.find((one) => one.id === id),
      id,
    )
    const { name, nameEt, groupPrice: marked } = category
    const before = { name, nameEt, marked, monthlyPrice: null }
    await making.must(admin, settings.editCategory, { kind: 'membership', id, ...before, monthlyPrice, before })
  }
}

type RoomIds = ReadonlyMap<string, string>

async function makeRooms(making: Making): Promise<RoomIds> {
  const ids = new Map<string, string>()
  for (const name of new Set(sample.classes.map(({ room }) => room))) {
    ids.set(name, (await making.must(making.person(founder.name), rooms.add, { name })).id)
  }
  return ids
}

/** Room and teacher of a sample class or course. */
const whereAndWho = (making: Making, roomIds: RoomIds, { teacher, room }: { teacher: string; room: string }) => ({
  roomId: known(roomIds.get(room), room),
  teacherIds: [making.person(teacher).accountId],
})

async function offerClasses(making: Making, roomIds: RoomIds): Promise<void> {
  const admin = making.person(founder.name)
  const dates = { startDate: making.date(FIRST_LESSON), endDate: making.date(LAST_LESSON) }
  for (const sampleClass of sample.classes) {
    const { name, description, defaultMaxParticipants, categories, times, prices } = sampleClass
    const taught = whereAndWho(making, roomIds, sampleClass)
    const form = { name, description, defaultMaxParticipants, categories, ...taught }
    const { id: classId } = await making.must(admin, classes.create, form)
    const { standardPrice = null, memberPrice = null } = prices ?? {}
    for (const time of times) {
      await making.must(admin, schedule.add, { classId, ...time, ...dates, standardPrice, memberPrice })
    }
  }
  for (const form of sample.memberships) {
    making.membershipIds.set(form.name, (await making.must(admin, memberships.create, form)).id)
  }
}

async function offerCourses(making: Making, roomIds: RoomIds): Promise<void> {
  const admin = making.person(founder.name)
  for (const { from, deadlineBefore, discountCodes, members: _, teacher, room, ...course } of sample.courses) {
    const first = from + ((course.weekday - weekdayOf(making.date(from)) + 7) % 7)
    const { id: courseId } = await making.must(admin, courses.create, {
      ...course,
      ...whereAndWho(making, roomIds, { teacher, room }),
      startDate: making.date(first),
      endDate: making.date(first + 7 * (course.nrOfClasses - 1)),
      regDeadline: making.date(first - deadlineBefore),
    })
    making.courseIds.set(course.name, courseId)
    for (const code of discountCodes ?? []) await making.must(admin, courses.addDiscountCode, { courseId, ...code })
  }
}
