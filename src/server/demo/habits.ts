import type { ClassName, MembershipName } from './offer.ts'
import { otherMembers, type Taste } from './people.ts'
import { settle } from './desk.ts'
import type { Member, Entry, World } from './world.ts'

interface Habit {
  /** How likely they come to each lesson of a class. */
  readonly classes: Partial<Record<ClassName, number>>
  /** The pass they buy when they have none, if any. */
  readonly pass: MembershipName | null
}

const habits: Readonly<Record<Taste, Habit>> = {
  kpop: { classes: { 'K-POP Cover Dance': 0.5, 'Random Play Dance': 0.4, Heels: 0.35 }, pass: 'K-POP 16+ Pass' },
  fitness: { classes: { 'Dance Fitness': 0.6, 'Stretching and Splits': 0.5 }, pass: 'Fitness 10' },
  girls: { classes: { 'Girl Group Juniors': 0.6, 'Hip-Hop Foundations': 0.4 }, pass: 'Girl Group Pass' },
  boys: { classes: { 'Boy Group Basics': 0.6, 'Hip-Hop Foundations': 0.5 }, pass: 'Boy Group Pass' },
  everything: {
    classes: { 'K-POP Cover Dance': 0.3, 'Dance Fitness': 0.4, Heels: 0.3, 'Stretching and Splits': 0.3 },
    pass: '10-Class Pass',
  },
  guest: { classes: { 'Random Play Dance': 0.5, Heels: 0.3, 'Dance Fitness': 0.3 }, pass: null },
  group: { classes: {}, pass: null },
  none: { classes: {}, pass: null },
}

/** Members come to what they like, week after week; places are taken some days ahead, and now and then given back. */
export function planLessons(world: World): void {
  const { calendar, chance, diary } = world
  for (const entry of world.entries) {
    const day = calendar.dayOf(entry.startsAt)
    for (const profile of otherMembers) {
      const likely = habits[profile.taste].classes[entry.className as ClassName] ?? 0
      // drawn for everyone alike, so that one person's change leaves the others' lives alone
      const [comes, changesMind, ahead, time] = [
        chance.happens(likely),
        chance.happens(0.06),
        chance.between(0, 9),
        chance.daytime(),
      ]
      const at = Math.min(calendar.at(day - ahead, time), entry.startsAt - 30 * 60_000)
      if (!comes || calendar.dayOf(at) <= profile.joins) continue
      diary.note(at, async () => {
        const member = world.member(profile)
        const registered = await takePlace(world, member, entry)
        const regret = (at + entry.startsAt) / 2
        if (registered && changesMind) diary.note(regret, () => world.cancelPlace(member, entry))
      })
    }
  }
}

/** Takes a place where there is one: with a pass, with a new pass, or as a drop-in. Answers whether there was one. */
export async function takePlace(world: World, member: Member, entry: Entry): Promise<boolean> {
  if (!world.canRegister(member, entry)) return false
  const { pass: favourite } = habits[member.profile.taste]
  const buysOne = favourite !== null && world.chance.happens(0.7)
  let pass = world.fittingPass(member, entry)
  if (!pass && buysOne) {
    pass = await world.buy(member, favourite)
    settle(world, pass.bill, entry)
  }
  if (pass && world.fittingPass(member, entry)) await world.registerWithPass(member, entry, pass)
  else settle(world, await world.dropIn(member, entry), entry)
  return true
}
