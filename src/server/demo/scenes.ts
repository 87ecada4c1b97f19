import type { LocalTime } from '#kernel/time.ts'
import { payments } from '#studio/payments/contract.ts'
import { confirmLater, markAsPaid, markAsPaidByTeacher, settle, teacherOf } from './desk.ts'
import { takePlace } from './habits.ts'
import type { ClassName, CourseKey } from './offer.ts'
import { fixed, otherMembers, type Profile } from './people.ts'
import { known, type Dancer, type Entry, type World } from './world.ts'

type Deed = (dancer: Dancer) => Promise<unknown>

/** Notes what one person does on a day. */
const scene = (world: World, profile: Profile, day: number, time: LocalTime, deed: Deed): void =>
  world.diary.note(world.calendar.at(day, time), async () => {
    await deed(world.dancer(profile))
  })

const byName = (name: string): Profile =>
  known(
    otherMembers.find(({ displayName, familyName }) => `${displayName} ${familyName}` === name),
    name,
  )

/** The printed member account: something of everything that a member can have. */
export function planMember(world: World): void {
  const at = (day: number, time: LocalTime, deed: Deed) => scene(world, fixed.member, day, time, deed)
  const visit = async (dancer: Dancer, className: ClassName, day: number) => {
    const entry = world.entryOf(className, day)
    await world.registerWithPass(dancer, entry, known(world.fittingPass(dancer, entry), `pass for ${className}`))
  }
  // a pass that has expired, one class unused
  at(-42, '19:10', async (liis) => confirmLater(world, (await world.buy(liis, '4-Class Pass')).bill))
  at(-41, '12:00', (liis) => visit(liis, 'Stretching and Splits', -40))
  at(-33, '12:00', (liis) => visit(liis, 'Dance Fitness', -32))
  at(-26, '12:00', (liis) => visit(liis, 'Random Play Dance', -25))
  // one that is used up, to the last class
  at(-13, '20:15', async (liis) => confirmLater(world, (await world.buy(liis, 'Fitness Trial')).bill))
  at(-12, '12:00', (liis) => visit(liis, 'Dance Fitness', -11))
  at(-12, '12:05', (liis) => visit(liis, 'Dance Fitness', -7))
  // one in use, said to be paid
  at(-6, '18:40', async (liis) => {
    await world.buy(liis, '8-Class Pass')
    await visit(liis, 'Heels', -5)
  })
  at(-3, '09:20', (liis) => markAsPaid(world, known(liis.passes.at(-1), 'pass').bill))
  at(-2, '18:00', (liis) => visit(liis, 'Random Play Dance', 1))
  at(-2, '18:05', (liis) => visit(liis, 'Stretching and Splits', 2))
  // one unused and due, which can be cancelled
  at(-2, '21:30', (liis) => world.buy(liis, 'Fitness 10'))
  // a drop-in that was never paid, and two that are due
  at(-13, '08:15', (liis) => world.dropIn(liis, world.entryOf('Heels', -12)))
  at(-1, '17:00', (liis) => world.dropIn(liis, world.entryOf('Heels', 2)))
  at(-1, '17:05', (liis) => world.dropIn(liis, world.entryOf('Dance Fitness', 1), { paymentMethod: 'cash' }))
  at(-20, '10:00', async (liis) => settle(world, await world.joinCourse(liis, 'running')))
  at(-4, '10:00', (liis) => world.joinCourse(liis, 'workshop'))
}

/** Each payment's state is to be seen, whatever chance makes of the rest. */
export function planPayments(world: World): void {
  const lesson = (day: number): Entry => world.entryOf('Dance Fitness', day)
  const admin = () => world.dancer(fixed.admin)
  scene(world, byName('Kevin Petrov'), -8, '12:00', async (kevin) => {
    const entry = lesson(-7)
    const bill = await world.dropIn(kevin, entry, { paymentMethod: 'cash' })
    world.diary.note(entry.endsAt + 60_000, () => markAsPaidByTeacher(world, teacherOf(world, entry), bill, 1000))
  })
  scene(world, byName('Doris Aedma'), -17, '12:00', async (doris) => {
    const bill = await world.dropIn(doris, lesson(-15), { paymentMethod: 'cash' })
    confirmLater(world, bill, bill.price - 200)
  })
  // ticks the box of cover members without being one
  scene(world, byName('Merili Jõgi'), -9, '12:00', async (merili) => {
    const bill = await world.dropIn(merili, lesson(-7), { coverMember: true, paymentMethod: 'bankTransfer' })
    await markAsPaid(world, bill)
  })
  scene(world, byName('Katriin Alver'), -12, '15:00', async (katriin) => {
    await world.cancelPass(katriin, await world.buy(katriin, 'Fitness Trial'))
  })
  scene(world, byName('Maarja Oja'), -11, '15:00', async (maarja) => {
    const { bill } = await world.buy(maarja, 'Fitness Trial')
    await world.visits.act(admin(), payments.cancel, { paymentId: bill.id })
    bill.status = 'cancelled'
  })
}

const courseMembers: Readonly<Record<CourseKey, readonly [name: string, day: number, code?: string][]>> = {
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
      scene(world, byName(name), day, world.chance.daytime(), async (dancer) =>
        settle(world, await world.joinCourse(dancer, course, code)),
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

/** Of the lessons to come, one is full and another has a single place left. */
export function planFullLessons(world: World): void {
  const fill = (className: ClassName, placesLeft: number) =>
    world.diary.note(world.calendar.at(-1, '20:00'), async () => {
      const entry = world.entryOf(className, 1)
      for (const profile of otherMembers) {
        const dancer = world.dancer(profile)
        const left = entry.maxParticipants - entry.places.size - world.included(entry).length
        if (left > placesLeft && profile.age > 14) await takePlace(world, dancer, entry)
      }
    })
  fill('K-POP Cover Dance', 0)
  fill('Heels', 1)
}
