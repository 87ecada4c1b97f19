import { DAY, MINUTE, weekdayOf } from '#kernel/time.ts'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { runDue } from '#server/jobs/worker.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import { courses } from '#studio/courses/contract.ts'
import { door } from '#studio/door/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { misfit } from '#studio/memberships/rules.ts'
import { payments, type DeskPayment } from '#studio/payments/contract.ts'
import { registrations, type UpcomingEntry } from '#studio/registrations/contract.ts'
import { participants } from '#studio/schedule/rules.ts'
import { waiting as waitingLists } from '#studio/waiting/contract.ts'
import { FIRST_DAY, spread, type Making } from './making.ts'
import { emailOf, founder, known, profileOf, sample, signsUpOn, type Deed, type Profile } from './sample.ts'

/** Weekdays on which the office confirms payments. */
const OFFICE_DAYS = [1, 4]
/** The teacher who collects cash. */
const CASHIER = 'Karolin Saarepuu'
/** Days on which the cashier hands the cash over, and days until an admin counts it: the last one is still waiting. */
const HAND_OVERS = [-37, -30, -23, -16, -9, -2]
const COUNTED_AFTER = 3

/** Plans what happens in the sample studio after it opens. */
export async function planLife(making: Making): Promise<void> {
  const entries = await lessons(making)
  const courseMembers = sample.courses.flatMap(({ name: what, members }) =>
    members.map((member, nth) => ({ ...member, time: `${10 + nth}:20`, does: 'joins' as const, what })),
  )
  for (const deed of [...courseMembers, ...sample.deeds])
    making.plan(making.at(deed.day, deed.time), () => deeds[deed.does](making, deed))
  planVisits(making, entries)
  await planAbsences(making, entries)
  for (const [nth, entry] of entries.entries()) {
    // sometimes nobody takes attendance
    if (spread(nth) < 0.95) making.plan(entry.endsAt + 10 * MINUTE, () => takeAttendance(making, entry))
  }
  for (const day of HAND_OVERS) {
    making.plan(making.at(day, '20:00'), () => handOver(making))
    making.plan(making.at(day + COUNTED_AFTER, '11:30'), () => countCash(making, day === HAND_OVERS.at(-3)))
  }
  for (let day = FIRST_DAY; day <= 0; day++) {
    if (OFFICE_DAYS.includes(weekdayOf(making.date(day)))) making.plan(making.at(day, '11:00'), () => confirm(making))
    making.plan(making.at(day, '21:30'), () => pay(making, day === -1))
  }
}

/** All future classes; those that start at the same time are in a stable order. */
async function lessons(making: Making): Promise<UpcomingEntry[]> {
  const { entries } = await making.ask(null, registrations.upcoming, { weeks: 16 })
  return entries.toSorted((a, b) => a.startsAt - b.startsAt || a.className.localeCompare(b.className))
}

/** People attend the classes they like every week; they book some days ahead, and sometimes cancel. */
function planVisits(making: Making, entries: readonly UpcomingEntry[]): void {
  let nth = 0
  for (const entry of entries) {
    const day = making.dayOf(entry.startsAt)
    for (const profile of sample.people) {
      const likely = tasteOf(profile)?.classes[entry.className] ?? 0
      if (spread(++nth) >= likely) continue
      const time = `${10 + (nth % 10)}:${10 + (nth % 50)}`
      const at = Math.min(making.at(day - (nth % 7), time), entry.startsAt - 30 * MINUTE)
      if (making.dayOf(at) <= signsUpOn(profile)) continue
      making.plan(at, () => takePlace(making, profile, entry))
      if (nth % 17 > 0) continue
      const { id: scheduleId } = entry
      making.plan((at + entry.startsAt) / 2, () =>
        making.call(making.person(profile.name), registrations.cancel, { scheduleId }),
      )
    }
  }
}

/** Sometimes an included person can't come, and reports an absence two days before. */
async function planAbsences(making: Making, entries: readonly UpcomingEntry[]): Promise<void> {
  const { classCategories } = (await making.services).settings
  let nth = 0
  for (const { id: scheduleId, startsAt, categories } of entries) {
    for (const profile of sample.people) {
      if (!isIncluded(classCategories, profile.membershipCategory ?? null, categories)) continue
      if (spread(++nth) >= 0.04) continue
      const at = making.at(making.dayOf(startsAt) - 2, '12:40')
      if (making.dayOf(at) <= signsUpOn(profile)) continue
      making.plan(at, () => making.call(making.person(profile.name), registrations.cantCome, { scheduleId }))
    }
  }
}

const tasteOf = ({ taste }: Profile) => (taste === undefined ? undefined : sample.tastes[taste])

/** The person's usual payment method; group members can't pay with Stebby. */
function usualOrder({ groupMember: coverMember = false, pays = 'bankTransfer' }: Profile) {
  return { coverMember, paymentMethod: coverMember && pays === 'stebby' ? 'bankTransfer' : pays } as const
}

const buy = (making: Making, profile: Profile, name: string) =>
  making.must(making.person(profile.name), memberships.buy, {
    membershipId: known(making.membershipIds.get(name), name),
    ...usualOrder(profile),
  })

async function hasPlace(making: Making, { name }: Profile, { id }: UpcomingEntry): Promise<boolean> {
  const places = await making.ask(making.person(name), registrations.mine, {})
  return places.some(({ scheduleId }) => scheduleId === id)
}

async function payByPass(making: Making, { name }: Profile, { id: scheduleId }: UpcomingEntry, purchaseId: string) {
  const place = { scheduleId, purchaseId }
  return (await making.call(making.person(name), registrations.registerWithMembership, place)).body.ok
}

async function dropIn(making: Making, profile: Profile, { id: scheduleId }: UpcomingEntry, deed: Partial<Deed> = {}) {
  const { coverMember, paymentMethod } = { ...usualOrder(profile), ...deed }
  const place = { scheduleId, coverMember, paymentMethod, discountCode: null }
  return (await making.call(making.person(profile.name), registrations.registerWithDropIn, place)).body.ok
}

/** Books a place if there is one: with a pass, with a new pass, or as a drop-in. Returns whether it was booked. */
async function takePlace(making: Making, profile: Profile, entry: UpcomingEntry): Promise<boolean> {
  if (await hasPlace(making, profile, entry)) return false
  const owned = await making.ask(making.person(profile.name), memberships.mine, {})
  const fitting = owned.find((pass) => misfit(pass, entry, making.clock) === null)
  const favourite = tasteOf(profile)?.pass
  const buysOne = !fitting && favourite && spread(entry.startsAt / MINUTE) < 0.7
  const purchaseId = buysOne ? (await buy(making, profile, favourite)).purchaseId : fitting?.id
  return purchaseId ? payByPass(making, profile, entry, purchaseId) : dropIn(making, profile, entry)
}

/** Actions by the name that the sample uses for them. */
const deeds: Readonly<Record<Deed['does'], (making: Making, deed: Deed) => Promise<unknown>>> = {
  archives: (making, { who, what }) =>
    making.must(making.person(who), courses.setStatus, { courseId: courseIdOf(making, what), status: 'archived' }),
  buys: (making, { who, what }) => buy(making, profileOf(who), what),
  cancels: async (making, { who, what }) => {
    const owned = await making.ask(making.person(who), memberships.mine, {})
    const { id: purchaseId } = known(
      owned.find(({ membershipName }) => membershipName === what),
      what,
    )
    await making.must(making.person(who), memberships.cancelPurchase, { purchaseId })
  },
  cancelsLesson: async (making, { who, what, from = 0 }) => {
    const [lesson] = await lessonsFrom(making, from, [what])
    const { id: scheduleId } = known(lesson, what)
    await making.must(making.person(who), registrations.cancelEntry, { scheduleId })
    making.clock += UNDO_WITHIN
    await runDue(await making.services)
  },
  cancelsPaymentOf: async (making, { who, what }) => {
    const { id: paymentId } = await paymentOf(making, what)
    await making.must(making.person(who), payments.cancel, { paymentId })
  },
  comes: async (making, deed) => {
    const profile = profileOf(deed.who)
    const owned = await making.ask(making.person(deed.who), memberships.mine, {})
    const pass = owned.find(({ membershipName }) => membershipName === deed.pass)
    for (const entry of await lessonsFrom(making, deed.from ?? 0, deed.classes ?? [])) {
      if (await hasPlace(making, profile, entry)) continue
      if (pass ? await payByPass(making, profile, entry, pass.id) : await dropIn(making, profile, entry, deed)) return
    }
  },
  joins: (making, { who, what, discountCode = null }) => {
    const order = { courseId: courseIdOf(making, what), ...usualOrder(profileOf(who)), discountCode }
    return making.must(making.person(who), courses.join, order)
  },
  leaves: (making, { who, what }) =>
    making.must(making.person(who), courses.leave, { courseId: courseIdOf(making, what) }),
  marks: async (making, { who, what }) => {
    const { id: paymentId } = await paymentOf(making, who, what)
    await making.must(making.person(who), payments.markAsPaid, { paymentId })
  },
}

const courseIdOf = (making: Making, name: string) => known(making.courseIds.get(name), name)

const lessonsFrom = async (making: Making, day: number, names: readonly string[]) =>
  (await lessons(making)).filter(
    (entry) => entry.startsAt >= making.at(day, '00:00') && names.includes(entry.className),
  )

async function paymentOf(making: Making, name: string, description?: string) {
  const open = await making.ask(making.person(name), payments.mine, {})
  const found = open.find((payment) => description === undefined || payment.description === description)
  return known(found, `payment of ${name}`)
}

/** The teacher takes attendance after the class. */
async function takeAttendance(making: Making, { id: scheduleId, className, startsAt }: UpcomingEntry): Promise<void> {
  const { teacher } = known(
    sample.classes.find(({ name }) => name === className),
    className,
  )
  const who = making.person(teacher)
  const { entries } = await making.ask(who, attendance.classDetails, { scheduleId })
  const coming = entries.flatMap(({ registrants }) => registrants.map(({ userId }) => userId))
  const isHere = (nth: number) => spread(nth + startsAt / DAY) < 0.9
  const userIds = coming.filter((_, nth) => isHere(nth))
  if (userIds.length > 0) await making.must(who, attendance.takeAll, { scheduleId, userIds })
  for (const userId of coming.filter((_, nth) => !isHere(nth)))
    await making.must(who, attendance.take, { scheduleId, userId, value: 'no-show' })
}

/** Open payments, each with a fixed random number (0 to 1) that decides what happens to it. */
async function openPayments(making: Making) {
  const rows: DeskPayment[] = []
  for (const status of ['due', 'markedByUser', 'markedByTeacher'] as const) {
    const open = { status, month: null, search: '', part: 0 }
    rows.push(...(await making.ask(making.person(founder.name), payments.overviewForExport, open)).rows)
  }
  // payments for children stay due, so that visitors of the demo see them as a guardian
  return rows
    .filter(({ email }) => email !== '')
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .map((payment) => ({ ...payment, fate: spread(Math.floor(payment.createdAt / 1000)) }))
}

/**
 * Each evening cash is collected at a class, and people mark their transfers as paid; some forget. On the last evening
 * two cash payments are always collected, so that visitors of the demo find some money in the cash box.
 */
async function pay(making: Making, isLast: boolean): Promise<void> {
  let sure = 2
  for (const { id: paymentId, status, paymentMethod, createdAt, price, fate, email } of await openPayments(making)) {
    const profile = known(
      sample.people.find((profile) => emailOf(profile) === email),
      email,
    )
    // the demo's member account keeps something to pay
    if (status !== 'due' || profile.printedAs) continue
    const isSure = isLast && paymentMethod === 'cash' && sure-- > 0
    if (!isSure && making.clock - createdAt < fate * 4 * DAY) continue
    if (paymentMethod !== 'cash' && fate < 0.85)
      await making.must(making.person(profile.name), payments.markAsPaid, { paymentId })
    if (isSure || (paymentMethod === 'cash' && fate < 0.9))
      await making.must(making.person(CASHIER), payments.markAsPaidByTeacher, { paymentId, actualAmount: price })
  }
}

/** Sometimes less money arrives than was due. */
const received = (price: number, fate: number) => Math.max(0, price - (fate < 0.06 ? 500 : 0))

/** The office confirms payments of some days ago, also some that nobody marked as paid. */
async function confirm(making: Making): Promise<void> {
  for (const { id: paymentId, status, paymentMethod, updatedAt, price, fate } of await openPayments(making)) {
    // cash is confirmed when the box is counted
    if (status === 'markedByTeacher' && paymentMethod === 'cash') continue
    const days = (making.clock - updatedAt) / DAY
    const arrived = status === 'due' ? days > 7 && fate > 0.85 && fate < 0.93 : days > 4
    if (!arrived) continue
    await making.must(making.person(founder.name), payments.confirm, { paymentId, actualAmount: received(price, fate) })
  }
}

/** The cashier returns the money of cancelled payments, and hands over the rest. */
async function handOver(making: Making): Promise<void> {
  const cashier = making.person(CASHIER)
  const { boxes } = await making.ask(cashier, door.boxes, {})
  const inBox = boxes.find(({ boxOf }) => boxOf === cashier.accountId)?.takings ?? []
  for (const { id: takingId, cancelled } of inBox)
    if (cancelled) await making.must(cashier, door.giveBack, { takingId })
  const takingIds = inBox.filter(({ cancelled }) => !cancelled).map(({ id }) => id)
  if (takingIds.length > 0) await making.must(cashier, door.handOver, { boxOf: cashier.accountId, takingIds })
}

/** An admin counts what was handed over; once five euros are missing. */
async function countCash(making: Making, isShort: boolean): Promise<void> {
  const admin = making.person(founder.name)
  const { waiting } = await making.ask(admin, door.boxes, {})
  for (const { id: handOverId, cents } of waiting) {
    const counted = isShort
      ? { counted: cents - 500, reason: 'Üks viieeurone on puudu' }
      : { counted: cents, reason: '' }
    await making.must(admin, door.confirmHandOver, { handOverId, ...counted })
  }
}

/** Fills one future class, and leaves one place in another; runs last. */
export async function fillLessons(making: Making): Promise<void> {
  const placesLeft = (entry: UpcomingEntry) => entry.maxParticipants - participants(entry)
  for (const [className, leave] of [
    ['K-POP Cover Dance', 0],
    ['Heels', 1],
  ] as const) {
    const tomorrow = await lessonsFrom(making, 1, [className])
    const entry = known(
      tomorrow.find((entry) => placesLeft(entry) >= leave),
      className,
    )
    let left = placesLeft(entry)
    for (const profile of sample.people) {
      if (left === leave) break
      if (tasteOf(profile) && profile.age > 14 && (await takePlace(making, profile, entry))) left--
    }
    if (leave === 0) await wait(making, entry)
  }
}

/** Number of people on the waiting list of the full class. */
const WHO_WAIT = 3

async function wait(making: Making, entry: UpcomingEntry): Promise<void> {
  let waiting = 0
  for (const profile of sample.people) {
    if (waiting === WHO_WAIT) return
    if (!tasteOf(profile)) continue
    const list = { kind: 'class', id: entry.id, takeWith: null } as const
    // people who have a place or are included are refused
    if ((await making.call(making.person(profile.name), waitingLists.join, list)).body.ok) waiting++
  }
}
