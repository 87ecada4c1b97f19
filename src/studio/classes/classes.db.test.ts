import { describe, expect, it } from 'vitest'
import { anEntry } from '#server/testing/fixtures.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { classes } from './contract.ts'

let studio: TestStudio
let admin: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
})

const form = { name: 'Girls beginners', description: 'Steps', defaultMaxParticipants: 10, categories: ['Girl Group'] }

describe('the classes overview', () => {
  it('lists the newest first, or the oldest', async () => {
    for (const name of ['First', 'Second']) {
      await studio.must(admin, classes.create, { ...form, name })
      studio.now += 1000
    }
    const names = async (order: 'newest' | 'oldest') =>
      (await studio.ask(admin, classes.overview, { order, page: 1 })).rows.map(({ name }) => name)
    expect(await names('newest')).toEqual(['Second', 'First'])
    expect(await names('oldest')).toEqual(['First', 'Second'])
  })

  it('shows 50 at a time, and the last page when a page beyond it is requested', async () => {
    await studio.database.transaction((tx) =>
      tx.execute(
        `insert into classes select 'c' || n, 'Class ' || n, '', 5, '{Boy Group}', now(), now() from generate_series(1, 1000) n`,
      ),
    )
    const last = await studio.ask(admin, classes.overview, { order: 'newest', page: 77 })
    expect([last.rows.length, last.total, last.page]).toEqual([50, 1000, 20])
    expect(await studio.ask(admin, classes.list, {})).toHaveLength(1000)
  })

  it('updates by itself when another person adds a class', async () => {
    const screen = await studio.watch(admin, classes.overview, { order: 'newest', page: 1 })
    expect((await screen.next()).total).toBe(0)
    await studio.must(admin, classes.create, form)
    expect((await screen.next()).total).toBe(1)
    screen.stop()
  })
})

describe('a class', () => {
  it('is changed, and the change is logged', async () => {
    const { id } = await studio.must(admin, classes.create, form)
    studio.now += 1000
    await studio.must(admin, classes.update, {
      classId: id,
      ...form,
      name: ' Girls advanced ',
      defaultMaxParticipants: 12,
      before: form,
    })
    const { rows } = await studio.ask(admin, classes.overview, { order: 'newest', page: 1 })
    expect(rows).toMatchObject([{ name: 'Girls advanced', defaultMaxParticipants: 12, updatedAt: studio.now }])
    const lines = await studio.sql`select message, metadata from logs order by id desc limit 1`
    expect(lines).toEqual([{ message: 'Class changed: Girls advanced.', metadata: { classId: id } }])
  })

  it.each([
    [{ name: 'ab' }, { name: 'classNameTooShort' }],
    [{ name: 'x'.repeat(51) }, { name: 'classNameTooLong' }],
    [{ description: ' ' }, { description: 'descriptionRequired' }],
    [{ description: 'x'.repeat(301) }, { description: 'descriptionTooLong' }],
    [{ defaultMaxParticipants: 0 }, { defaultMaxParticipants: 'participantsOutOfRange' }],
    [{ defaultMaxParticipants: 101 }, { defaultMaxParticipants: 'participantsOutOfRange' }],
    [{ categories: [] }, { categories: 'categoryMissing' }],
  ])('is not changed to %j', async (wrong, fields) => {
    const { id } = await studio.must(admin, classes.create, form)
    const edit = { classId: id, ...form, ...wrong, before: form }
    expect(await codeOf(studio.call(admin, classes.update, edit))).toEqual(fields)
  })

  it('keeps its schedule entries when it is deleted', async () => {
    const { classId, scheduleId } = await anEntry(studio, admin)
    await studio.must(admin, classes.remove, { classId })
    expect(await studio.ask(admin, classes.list, {})).toEqual([])
    expect(await studio.sql`select id, class_name, class_id from schedule`).toEqual([
      { id: scheduleId, class_name: 'Girls beginners', class_id: null },
    ])
  })

  it('cannot be changed or deleted after another person has deleted it', async () => {
    const { id: classId } = await studio.must(admin, classes.create, form)
    await studio.must(admin, classes.remove, { classId })
    expect(await codeOf(studio.call(admin, classes.remove, { classId }))).toBe('classNotFound')
    expect(await codeOf(studio.call(admin, classes.update, { classId, ...form, before: form }))).toBe('classNotFound')
  })
})
