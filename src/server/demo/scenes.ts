import type { LocalTime } from '#kernel/time.ts'
import { courses } from '#studio/courses/contract.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { confirmLater, markAsPaid, markAsPaidByTeacher, settle, teacherOf } from './desk.ts'
import { takePlace } from './habits.ts'
import type { ClassName, CourseKey } from './offer.ts'
import { fixed, otherMembers, type Profile } from './people.ts'
import { afterLesson, known, type Member, type Pass, type World } from './world.ts'

type Deed = (member: Member) => Promise<unknown>

/** Notes what one person does on a day. */
const scene = (world: World, profile: Profile, day: number, time: LocalTime, deed: Deed): void =>
  world.diary.note(world.calendar.at(day, time), async () => {
    await deed(world.member(profile))
  })

const byName = (name: string): Profile =>
  known(
    otherMembers.find(({ displayName, familyName }) => `${displayName} ${familyName}` === name),
    name,
  )

const fitness: readonly ClassName[] = ['Dance Fitness', 'Stretching and Splits']
const any: readonly ClassName[] = [...fitness, 'Random Play Dance']

/** The printed member account: something of everything that a member can have. */
export function planMember(world: World): void {
  const at = (day: number, time: LocalTime, deed: Deed) => scene(world, fixed.member, day, time, deed)
  const visit = (member: Member, classNames: readonly ClassName[], day: number, pass: Pass) =>
    world.registerWithPass(member, world.freeEntry(member, day, ...classNames), pass)
  // a pass that has expired, one class unused
  at(-42, '19:10', async (liis) => {
    const pass = await world.buy(liis, '4-Class Pass')
    confirmLater(world, pass.bill)
    for (const day of [-41, -33, -26]) at(day - 1, '21:00', () => visit(liis, any, day, pass))
  })
  // one that is used up, to the last class
  at(-13, '20:15', async (liis) => {
    const pass = await world.buy(liis, 'Fitness Trial')
    confirmLater(world, pass.bill)
    for (const day of [-11, -7]) at(day - 1, '12:00', () => visit(liis, fitness, day, pass))
  })
  // one in use, said to be paid
  at(-7, '18:40', async (liis) => {
    const pass = await world.buy(liis, '8-Class Pass')
    for (const day of [-6, 1, 2]) await visit(liis, any, day, pass)
    at(-3, '09:20', () => markAsPaid(world, pass.bill))
  })
  // one unused and due, which can be cancelled
  at(-2, '21:30', (liis) => world.buy(liis, 'Fitness 10'))
  // a drop-in that was never paid, and two that are due
  at(-13, '08:15', (liis) => world.dropIn(liis, world.freeEntry(liis, -12, 'Heels', 'Stretching and Splits')))
  at(-1, '17:00', (liis) => world.dropIn(liis, world.freeEntry(liis, 2, 'Heels', 'Stretching and Splits')))
  at(-1, '17:05', (liis) => world.dropIn(liis, world.freeEntry(liis, 1, ...any), { paymentMethod: 'cash' }))
  at(-20, '10:00', async (liis) => settle(world, await world.joinCourse(liis, 'running')))
  at(-4, '10:00', (liis) => world.joinCourse(liis, 'workshop'))
}

/** Each payment's state is to be seen, whatever chance makes of the rest. */
export function planPayments(world: World): void {
  scene(world, byName('Kevin Petrov'), -8, '12:00', async (kevin) => {
    const entry = world.freeEntry(kevin, -7, ...fitness)
    const bill = await world.dropIn(kevin, entry, { paymentMethod: 'cash' })
    world.diary.note(afterLesson(entry, 1), () => markAsPaidByTeacher(world, teacherOf(world, entry), bill, 1000))
  })
  scene(world, byName('Doris Aedma'), -17, '12:00', async (doris) => {
    const bill = await world.dropIn(doris, world.freeEntry(doris, -16, ...fitness), { paymentMethod: 'cash' })
    confirmLater(world, bill, bill.price - 200)
  })
  // ticks the box of cover members without being one
  scene(world, byName('Merili Jõgi'), -9, '12:00', async (merili) => {
    const entry = world.freeEntry(merili, -8, ...fitness)
    await markAsPaid(world, await world.dropIn(merili, entry, { coverMember: true, paymentMethod: 'bankTransfer' }))
  })
  scene(world, byName('Katriin Alver'), -12, '15:00', async (katriin) => {
    await world.cancelPass(katriin, await world.buy(katriin, 'Fitness Trial'))
  })
  scene(world, byName('Maarja Oja'), -11, '15:00', async (maarja) => {
    const { bill } = await world.buy(maarja, 'Fitness Trial')
    await world.visits.act(world.member(fixed.admin), payments.cancel, { paymentId: bill.id })
    bill.status = 'cancelled'
  })
}

const courseMembers: Readonly<Record<CourseKey, readonly [name: string, day: number, code?: string][]>> = {
  archived: [
    ['Grete Paju', -43],
    ['Lenna Kuusik', -43],
    ['Karl Vaher', -42],
  ],
  ended: [
    ['Piret Vahtra', -41],
    ['Maarja Oja', -41],
    ['Kristel Nurk', -40],
    ['Katriin Alver', -40],
    ['Johanna Kask', -39],
  ],
  running: [
    ['Lenna Kuusik', -40],
    ['Emili Raudsepp', -36],
    ['Saskia Tammela', -33],
    ['Eliise Kuuse', -30],
    ['Mattias Sild', -27],
    ['Ragnar Kaljula', -24],
    ['Carmen Randoja', -22],
    ['Helen Kaasik', -19],
  ],
  full: [
    ['Anete Luik', -38],
    ['Kertu Vesik', -35],
    ['Laura Põder', -32],
    ['Simona Lember', -29],
    ['Sander Ots', -25],
    ['Annabel Soosaar', -21],
    ['Kaur Rannamets', -13],
    ['Merili Jõgi', -6],
  ],
  startingSoon: [
    ['Getter Lehtla', -20],
    ['Tanel Rohtla', -14, 'DISCOUNT10'],
    ['Laura Põder', -10, 'DISCOUNT5'],
    ['Kristel Nurk', -7],
    ['Kevin Petrov', -3],
  ],
  workshop: [
    ['Mirtel Aasmäe', -18],
    ['Rebeka Ilves', -11],
    ['Oskar Lillemets', -8],
    ['Kaur Rannamets', -5],
  ],
}

export function planCourses(world: World): void {
  for (const [course, members] of Object.entries(courseMembers) as [CourseKey, typeof courseMembers.full][]) {
    for (const [name, day, code] of members) {
      scene(world, byName(name), day, world.chance.daytime(), async (member) =>
        settle(world, await world.joinCourse(member, course, code)),
      )
    }
  }
  scene(world, fixed.groupMember, -6, '12:00', async (hanna) =>
    settle(world, await world.joinCourse(hanna, 'startingSoon')),
  )
  // changes her mind while she still may
  scene(world, byName('Nora Sepping'), -15, '14:00', async (nora) => {
    await world.leaveCourse(nora, 'workshop', await world.joinCourse(nora, 'workshop'))
  })
}

/** What an admin does now and then: puts away what is over, and cancels a lesson of a week in which nobody teaches. */
export function planOffice(world: World): void {
  scene(world, fixed.admin, -25, '10:30', async (admin) => {
    await world.visits.act(admin, courses.setStatus, { courseId: world.courseId('archived'), status: 'archived' })
  })
  scene(world, fixed.admin, -3, '10:30', async (admin) => {
    const from = world.calendar.at(14, '00:00')
    const lesson = world.entries.find(
      ({ className, startsAt }) => className === 'Girl Group Performance' && startsAt >= from,
    )
    const { id: scheduleId } = known(lesson, 'lesson to cancel')
    await world.visits.act(admin, registrations.cancelEntry, { scheduleId })
  })
}

/** Of the lessons to come, one is full and another has a single place left: the last thing that happens. */
export function planFullLessons(world: World): void {
  const tomorrow = world.calendar.at(1, '00:00')
  const fill = async (className: ClassName, leave: number) => {
    const open = world.entries.find(
      (entry) => entry.className === className && entry.startsAt >= tomorrow && world.placesLeft(entry) >= leave,
    )
    const entry = known(open, `places in ${className}`)
    for (const profile of otherMembers) {
      if (world.placesLeft(entry) <= leave) return
      if (profile.age > 14) await takePlace(world, world.member(profile), entry)
    }
  }
  world.diary.note(world.diary.end, async () => {
    await fill('K-POP Cover Dance', 0)
    await fill('Heels', 1)
  })
}
