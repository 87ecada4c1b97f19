import { describe, expect, it } from 'vitest'
import { aCourse, aMembership, anEntry, dropIn, joining } from '#server/testing/fixtures.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { classes } from '#studio/classes/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'
import { schedule } from '#studio/schedule/contract.ts'
import { entryFormOf } from '#studio/schedule/rules/entry.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let berit: Person
let carl: Person

studioForEach(async (empty) => {
  studio = empty
  berit = await studio.person('admin', { displayName: 'Berit' })
  carl = await studio.person('admin', { displayName: 'Carl' })
})

interface Edited {
  readonly name: string
  readonly description: string
}
type Outcome = Promise<{
  body: { ok: boolean; code?: string; params?: object | undefined; fields?: object | undefined }
}>

/** A thing with an edit form: `save` sends a change together with the form as it was when this was created. */
interface Thing {
  readonly save: (person: Person, change: Partial<Edited>) => Outcome
  readonly saved: () => Promise<Edited>
  readonly nameField: string
}

const things: Record<string, () => Promise<Thing>> = {
  class: async () => {
    const before = { name: 'Heels', description: 'Steps', defaultMaxParticipants: 9, categories: ['Girl Group'] }
    const { id: classId } = await studio.must(berit, classes.create, before)
    return {
      nameField: 'name',
      save: (person, change) => studio.call(person, classes.update, { ...before, ...change, classId, before }),
      saved: async () => only(await studio.ask(berit, classes.list, {})),
    }
  },
  course: async () => {
    const courseId = await aCourse(studio, berit, { name: 'Heels', description: 'Steps' })
    const one = async () => only([await studio.ask(berit, courses.one, { courseId })])
    const before = await one()
    return {
      nameField: 'name',
      save: (person, change) => studio.call(person, courses.update, { ...before, ...change, courseId, before }),
      saved: one,
    }
  },
  membership: async () => {
    const membershipId = await aMembership(studio, berit, { name: 'Heels', description: 'Steps' })
    const one = async () => only(await studio.ask(berit, memberships.manage, {}))
    const item = await one()
    const before = { ...item, standardPrice: item.standardPrice ?? 0, memberPrice: item.memberPrice ?? 0 }
    return {
      nameField: 'name',
      save: (person, change) => studio.call(person, memberships.update, { ...before, ...change, membershipId, before }),
      saved: one,
    }
  },
  'schedule entry': async () => {
    const { scheduleId } = await anEntry(studio, berit)
    const one = async () => only([await studio.ask(berit, schedule.entry, { scheduleId })])
    const before = entryFormOf(await one(), 'Europe/Tallinn')
    const own = ({ name, description }: Partial<Edited>) => ({
      ...(name !== undefined && { className: name }),
      ...(description !== undefined && { classDescription: description }),
    })
    return {
      nameField: 'className',
      save: (person, change) => studio.call(person, schedule.update, { ...before, ...own(change), scheduleId, before }),
      saved: async () => {
        const { className, classDescription } = await one()
        return { name: className, description: classDescription }
      },
    }
  },
}

function only<T>(found: readonly (T | null)[]): T {
  const [one] = found
  if (found.length !== 1 || !one) throw new Error(`Expected one, found ${found.length}.`)
  return one
}

describe.each(Object.entries(things))('two admins who edit a %s', (_kind, make) => {
  it('both succeed if they change different fields', async () => {
    const { save, saved } = await make()
    const both = [save(berit, { name: 'Vogue' }), save(carl, { description: 'Turns' })]
    expect(await Promise.all(both.map(codeOf))).toEqual(['done', 'done'])
    expect(await saved()).toMatchObject({ name: 'Vogue', description: 'Turns' })
  })

  it('the second is refused with the changed fields and the name of the first', async () => {
    const { save, saved, nameField } = await make()
    expect(await codeOf(save(berit, { name: 'Vogue' }))).toBe('done')
    const { body } = await save(carl, { name: 'Jazz', description: 'Turns' })
    expect(body).toMatchObject({
      code: 'editedMeanwhile',
      params: { name: 'Berit Maasikas' },
      fields: { [nameField]: 'fieldEdited' },
    })
    expect(await saved()).toMatchObject({ name: 'Vogue' })
    expect((await saved()).description).not.toBe('Turns')
  })

  it('exactly one is saved if both change the same field concurrently', async () => {
    const { save, saved, nameField } = await make()
    const names = ['Vogue', 'Jazz', 'Waacking', 'Popping']
    const people = [berit, carl, berit, carl]
    const codes = await Promise.all(names.map((name, index) => codeOf(save(people[index] ?? berit, { name }))))
    expect(codes.filter((code) => code !== 'done')).toEqual(
      Array.from({ length: 3 }, () => ({ [nameField]: 'fieldEdited' })),
    )
    expect((await saved()).name).toBe(names[codes.indexOf('done')])
  })

  it('both succeed if they change a field to the same value', async () => {
    const { save } = await make()
    expect(await codeOf(save(berit, { name: 'Vogue' }))).toBe('done')
    expect(await codeOf(save(carl, { name: 'Vogue' }))).toBe('done')
  })
})

describe('saving an edit form', () => {
  it('does not conflict with registrations made meanwhile', async () => {
    const { scheduleId } = await anEntry(studio, berit)
    const entry = only([await studio.ask(berit, schedule.entry, { scheduleId })])
    const before = entryFormOf(entry, 'Europe/Tallinn')
    const courseId = await aCourse(studio, berit)
    const course = only([await studio.ask(berit, courses.one, { courseId })])
    const member = await studio.person()
    studio.now += 1000
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    await studio.must(member, courses.join, joining(courseId))
    const renamed = studio.call(carl, schedule.update, { ...before, className: 'Vogue', scheduleId, before })
    expect(await codeOf(renamed)).toBe('done')
    const longer = studio.call(carl, courses.update, { ...course, nrOfClasses: 7, courseId, before: course })
    expect(await codeOf(longer)).toBe('done')
  })

  it('keeps a course archived that another admin has archived meanwhile', async () => {
    const courseId = await aCourse(studio, berit)
    const before = only([await studio.ask(berit, courses.one, { courseId })])
    await studio.must(berit, courses.setStatus, { courseId, status: 'archived' })
    expect(await codeOf(studio.call(carl, courses.update, { ...before, name: 'Vogue', courseId, before }))).toBe('done')
    expect(await studio.ask(carl, courses.one, { courseId })).toMatchObject({ name: 'Vogue', status: 'archived' })
  })

  it('is refused if only the combination of both edits is invalid', async () => {
    const { scheduleId } = await anEntry(studio, berit)
    const before = entryFormOf(only([await studio.ask(berit, schedule.entry, { scheduleId })]), 'Europe/Tallinn')
    const save = (person: Person, change: object) =>
      studio.call(person, schedule.update, { ...before, ...change, scheduleId, before })
    expect(await codeOf(save(berit, { endTime: '18:30' }))).toBe('done')
    expect(await codeOf(save(carl, { startTime: '18:45' }))).toEqual({ endTime: 'fieldEdited' })
  })

  it('keeps a start time in the hour that is repeated when clocks go back, if another field is edited', async () => {
    const { scheduleId } = await anEntry(studio, berit)
    // on 25 October 2026, 03:30 occurs twice in Tallinn; this is the second time
    const second = Date.parse('2026-10-25T01:30:00Z')
    await studio.database.transaction((tx) =>
      tx.execute(`update schedule set starts_at = '2026-10-25T01:30:00Z', ends_at = '2026-10-25T02:30:00Z'`),
    )
    const before = entryFormOf(only([await studio.ask(berit, schedule.entry, { scheduleId })]), 'Europe/Tallinn')
    await studio.must(berit, schedule.update, { ...before, className: 'Night', scheduleId, before })
    expect(await studio.ask(berit, schedule.entry, { scheduleId })).toMatchObject({ startsAt: second })
  })
})
