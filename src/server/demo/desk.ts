import { attendance } from '#studio/attendance/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { fixed, otherStaff } from './people.ts'
import { timetable } from './offer.ts'
import { afterLesson, known, type Bill, type Member, type Entry, type World } from './world.ts'

const MONDAY = 1
const THURSDAY = 4

const teachers = { kpop: fixed.teacher, boys: otherStaff.boysTeacher, fitness: otherStaff.fitnessTeacher }

export function teacherOf(world: World, entry: Entry): Member {
  const offered = timetable.find(({ name }) => name === entry.className)
  return world.member(teachers[known(offered, entry.className).teacher])
}

/** Who is in the office today. */
const adminOn = (world: World, day: number): Member => world.member(day % 3 === 0 ? otherStaff.admin : fixed.admin)

export async function markAsPaid(world: World, bill: Bill): Promise<void> {
  if (bill.status !== 'due') return
  await world.visits.act(bill.owner, payments.markAsPaid, { paymentId: bill.id })
  bill.status = 'markedByUser'
}

export async function markAsPaidByTeacher(
  world: World,
  teacher: Member,
  bill: Bill,
  received = bill.price,
): Promise<void> {
  if (bill.status !== 'due' && bill.status !== 'markedByUser') return
  await world.visits.act(teacher, payments.markAsPaidByTeacher, { paymentId: bill.id, actualAmount: received })
  bill.status = 'markedByTeacher'
}

/** An admin confirms on the next Monday or Thursday, with what really came in. */
export function confirmLater(world: World, bill: Bill, received = bill.price): void {
  const { calendar, diary, visits } = world
  const day = calendar.next(calendar.dayOf(diary.now) + 1, MONDAY, THURSDAY)
  diary.note(calendar.at(day, '11:00'), async () => {
    if (bill.status === 'cancelled' || bill.status === 'confirmed') return
    await visits.act(adminOn(world, day), payments.confirm, { paymentId: bill.id, actualAmount: received })
    bill.status = 'confirmed'
  })
}

/** What usually becomes of a payment: cash at the lesson, money from elsewhere within days; and some are forgotten. */
export function settle(world: World, bill: Bill, lesson: Entry | null = null): void {
  const { calendar, chance, diary } = world
  const today = calendar.dayOf(diary.now)
  const fate = chance.next()
  const short = chance.happens(0.06) ? 500 : 0
  const received = Math.max(0, bill.price - short)
  if (bill.paymentMethod === 'cash') {
    if (fate > 0.9) return
    const at = lesson ? afterLesson(lesson, 5) : calendar.at(calendar.next(today + 1, MONDAY, THURSDAY), '18:00')
    const teacher = lesson ? teacherOf(world, lesson) : world.member(fixed.teacher)
    diary.note(at, async () => {
      await markAsPaidByTeacher(world, teacher, bill, received)
      confirmLater(world, bill, received)
    })
    return
  }
  if (fate > 0.93) return
  const forgetsToSay = fate > 0.85
  const days = forgetsToSay ? 7 : chance.between(0, 4)
  const at = Math.max(calendar.at(today + days, chance.daytime()), diary.now + 60_000)
  diary.note(at, async () => {
    // the money is on the bank statement even where nobody said so
    if (!forgetsToSay) await markAsPaid(world, bill)
    confirmLater(world, bill, received)
  })
}

/** Days; before that only those who registered are marked, for the making's sake. */
const INCLUDED_ARE_MARKED = 5

/** The teacher fills in the register after the lesson, now and then not. */
export function takeAttendance(world: World, entry: Entry): void {
  const { calendar, chance, diary, visits } = world
  if (chance.happens(0.05)) return
  diary.note(afterLesson(entry, 10), async () => {
    const recent = calendar.dayOf(entry.startsAt) >= -INCLUDED_ARE_MARKED
    const present = [...entry.places.keys(), ...(recent ? world.included(entry) : [])]
    for (const member of present) {
      const value = chance.happens(0.9) ? ('attended' as const) : ('no-show' as const)
      const mark = { scheduleId: entry.id, userId: member.userId, value }
      await visits.act(teacherOf(world, entry), attendance.take, mark)
    }
  })
}
