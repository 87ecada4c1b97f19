import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { DAY, HOUR } from '#kernel/time.ts'
import { noAccess } from '#server/access.ts'
import { answerQuery } from '#server/live/queries.ts'
import { aCourse, anEntry, cancelClass, dropIn, joining } from '#server/testing/fixtures.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { TEST_NOON, visitor, WITH_FEATURES, type Person } from '#server/testing/studio.ts'
import { courses } from '#studio/courses/contract.ts'
import { mailings } from '#studio/mailings/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'
import { bounds } from './pageTurns.ts'
import { drawPreview } from './previewPicture.ts'

const dir = mkdtempSync(join(tmpdir(), 'studio-public-'))
writeFileSync(
  join(dir, 'index.html'),
  '<html lang="en"><head><title>Studio</title></head><body><div id="root"></div><!--initial--></body></html>',
)
let http: HttpStudio
/** The same studio with all features off. */
let plain: HttpStudio
beforeAll(async () => {
  http = await HttpStudio.open({ webDir: dir, env: WITH_FEATURES })
  plain = await HttpStudio.open({ webDir: dir })
})
afterAll(async () => {
  await http.close()
  await plain.close()
  rmSync(dir, { recursive: true })
})

/** A marker in texts of staff and data of people that must not be on a public page. */
const PRIVATE = 'Salajane'
const CODE = 'SALAKOOD'
const [ROOM, TEACHER] = ['Peegelsaal', 'Taimi Maasikas']

interface Planted {
  readonly admin: Person
  readonly scheduleId: string
  readonly courseId: string
  readonly secrets: readonly string[]
}

async function plant(at: HttpStudio): Promise<Planted> {
  const { studio } = at
  await studio.empty()
  studio.now = TEST_NOON
  const write = (statement: ReturnType<typeof sql>) => studio.database.transaction((tx) => tx.execute(statement))
  const admin = await studio.person('admin', { displayName: `${PRIVATE}ülem` })
  const teacher = await studio.person('teacher', { displayName: 'Taimi' })
  const [comes, waits] = [
    await studio.person('user', { displayName: `${PRIVATE}mari` }),
    await studio.person('user', { displayName: `${PRIVATE}ann` }),
  ]
  await write(sql`update people set phone = '+3725' || (1000000 + length(id) + ascii(id))`)
  const { scheduleId } = await anEntry(studio, admin, { inDays: 3, maxParticipants: 1 })
  const courseId = await aCourse(studio, admin, { defaultMaxParticipants: 1 })
  await write(sql`insert into rooms (id, name, position) values ('r1', ${ROOM}, 1)`)
  for (const table of ['schedule', 'courses'])
    await write(
      sql`update ${sql.identifier(table)} set room_id = 'r1', teacher_ids = array[${teacher.accountId}], edited_by = ${admin.accountId}`,
    )
  await write(sql`insert into taken (id, owner_id, title, room_id, teacher_ids, starts_at, ends_at)
    select 'taken', id, class_name, 'r1', teacher_ids, starts_at, ends_at from schedule`)
  await studio.must(admin, courses.addDiscountCode, { courseId, code: CODE, amount: 500, audience: 'members' })
  await studio.must(comes, registrations.registerWithDropIn, dropIn(scheduleId))
  await studio.must(comes, courses.join, joining(courseId))
  if (at === http) {
    await studio.must(waits, waiting.join, { kind: 'class', id: scheduleId, takeWith: null })
    await studio.must(waits, waiting.join, { kind: 'course', id: courseId, takeWith: null })
  }
  for (const audience of [
    { kind: 'class', id: scheduleId },
    { kind: 'course', id: courseId },
  ] as const) {
    const words = { subject: `${PRIVATE} teema`, text: `${PRIVATE} tekst` }
    await studio.must(admin, mailings.send, { id: newId(), audience, ...words, accounts: 1 })
  }
  await studio.writeLetters()
  const found = await studio.sql<{ secret: string }>`
    select id as secret from people union select phone from people union select email from accounts
    union select id from accounts where id <> ${teacher.accountId}
    union select id from payments union select id from registrations union select id from "courseRegistrations"`
  const secrets = [PRIVATE, CODE, ...found.map(({ secret }) => secret).filter((secret) => secret.length > 3)]
  return { admin, scheduleId, courseId, secrets }
}

const page = async (at: HttpStudio, path: string, language = 'en') =>
  await (await at.fetch(path, { headers: { 'accept-language': language, cookie: `language=${language}` } })).text()
const picture = (at: HttpStudio, path: string) => at.fetch(`/preview/en${path}.png`)

/** Results of all queries that a visitor can make with one of these ids, or without input. */
async function told(at: HttpStudio, ids: readonly string[]): Promise<string> {
  const caller = { kind: 'visitor' } as const
  const inputs = [{}, { weeks: 8 }, { days: 60, category: null }, ...ids.flatMap((id) => [{ id }, { courseId: id }])]
  const answers: string[] = []
  for (const query of at.services.queries.values()) {
    if (noAccess(caller, query.procedure) !== null) continue
    const typed = inputs.flatMap((input) => {
      const read = query.procedure.input.safeParse(input)
      return read.success ? [read.data] : []
    })
    for (const input of typed) answers.push(await answerQuery(at.services, query, caller, input))
  }
  return answers.join('\n')
}

describe('the public pages of a class and a course', () => {
  let planted: Planted
  beforeEach(async () => {
    planted = await plant(http)
  })

  it('reveal no people, codes or e-mails to a visitor: not in the page, its preview, or any live result', async () => {
    const { scheduleId, courseId, secrets } = planted
    const paths = [`/class/${scheduleId}`, `/course/${courseId}`]
    expect(secrets.length).toBeGreaterThan(15)
    for (const path of paths) {
      for (const language of ['en', 'et']) {
        const html = await page(http, path, language)
        expect(html).toContain('og:image')
        expect(secrets.filter((secret) => html.includes(secret))).toEqual([])
      }
      expect((await picture(http, path)).headers.get('content-type')).toBe('image/png')
    }
    const answers = await told(http, [scheduleId, courseId])
    // public data is found, so the search works
    expect([scheduleId, courseId, ROOM, TEACHER].filter((shown) => !answers.includes(shown))).toEqual([])
    expect(secrets.filter((secret) => answers.includes(secret))).toEqual([])
    expect(http.studio.reported).toEqual([])
  })

  it('have a canonical URL that opens in the language in which they were shared', async () => {
    const path = `/class/${planted.scheduleId}`
    const shown = await (await http.fetch(`${path}?lang=et`)).text()
    expect(shown).toContain('<html lang="et"')
    expect(shown).toContain(`${path}?lang=et">`)
    expect(await page(http, path)).toContain(`${path}">`)
  })

  it('say that a cancelled class is cancelled, and offer no place in it', async () => {
    const { admin, scheduleId } = planted
    await cancelClass(http.studio, admin, scheduleId)
    const html = await page(http, `/class/${scheduleId}`)
    expect(html).toContain('content="Cancelled: Friday 13 March, 18:00–19:00"')
    expect(html).toContain('https://schema.org/EventCancelled')
    expect(html).toContain('https://schema.org/SoldOut')
    expect(await page(http, `/class/${scheduleId}`, 'et')).toContain('content="Jääb ära: reede, 13. märts')
  })

  it.each([
    ['is over', async ({ studio }: HttpStudio) => void (studio.now += 3 * DAY + 8 * HOUR), 'class'],
    ['has ended', async ({ studio }: HttpStudio) => void (studio.now += 60 * DAY), 'course'],
    [
      'was archived',
      async ({ studio }: HttpStudio, { admin, courseId }: Planted) =>
        void (await studio.must(admin, courses.setStatus, { courseId, status: 'archived' })),
      'course',
    ],
  ] as const)('are those of nothing where it %s', async (_, change, kind) => {
    const { scheduleId, courseId } = planted
    await change(http, planted)
    const path = kind === 'class' ? `/class/${scheduleId}` : `/course/${courseId}`
    expect((await http.fetch(path)).status).toBe(404)
    // the page contains the server's time
    const html = async (at: string) => (await page(http, at)).replaceAll(at, '').replaceAll(at.replace(/.*\//, ''), '')
    expect(await html(path)).toBe(await html(`/${kind}/${'x'.repeat(22)}`))
    expect(await html(path)).not.toContain('og:')
    expect((await picture(http, path)).status).toBe(404)
    const query = kind === 'class' ? registrations.entry : courses.listed
    expect(await http.studio.ask(visitor, query, { id: kind === 'class' ? scheduleId : courseId })).toBeNull()
  })
})

it('reveals nothing of features that are off: no room, no teacher, no waiting list', async () => {
  const { scheduleId, courseId, secrets } = await plant(plain)
  const paths = [`/class/${scheduleId}`, `/course/${courseId}`]
  const all = [
    ...(await Promise.all(paths.map((path) => page(plain, path)))),
    await told(plain, [scheduleId, courseId]),
  ]
  expect(all[0]).toContain('og:image')
  expect((await plain.fetch(`/class/${scheduleId}`)).status).toBe(200)
  expect([...secrets, ROOM, TEACHER].filter((secret) => all.join('\n').includes(secret))).toEqual([])
})

describe('the picture of a preview', () => {
  it('waits in a queue, as pages do, in which one address holds only so many', async () => {
    const { byOne } = bounds
    bounds.byOne = 0
    try {
      const refused = await http.fetch('/preview/en/class/any.png')
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    } finally {
      bounds.byOne = byOne
    }
    expect((await http.fetch('/preview/en/class/any.png')).status).toBe(404)
  })

  /** Share of pixels in this area that are not background. */
  async function ink(title: string, part: { left: number; top: number; width: number; height: number }) {
    const drawn = await drawPreview({ title, when: 'Friday 13 March, 18:00–19:00' }, http.services.settings)
    const { width, height, format } = await sharp(drawn).metadata()
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' })
    const { data } = await sharp(drawn).extract(part).greyscale().raw().toBuffer({ resolveWithObject: true })
    return data.filter((pixel) => pixel > 200).length / data.length
  }

  it.each([
    'Contemporary and improvisation for beginners, with live music and guests',
    'W'.repeat(90),
    'Tantsu'.repeat(15),
  ])('fits %s, with the time below it', async (title) => {
    expect(await ink(title, { left: 0, top: 190, width: 1200, height: 200 })).toBeGreaterThan(0.02)
    // no text reaches the edges
    expect(await ink(title, { left: 0, top: 580, width: 600, height: 50 })).toBe(0)
    expect(await ink(title, { left: 1130, top: 0, width: 70, height: 360 })).toBe(0)
  })

  it('is drawn even if the name has only characters that no font has', async () => {
    expect(await ink('💃🏽🇪🇪', { left: 80, top: 190, width: 700, height: 100 })).toBeGreaterThan(0)
  })

  it('has a bold name, whatever was drawn before', async () => {
    const name = { left: 0, top: 190, width: 1200, height: 100 }
    await ink('First', name)
    const [bold, again] = [await ink('Salsa I', name), await ink('Salsa l', name)]
    expect(Math.abs(bold - again) / bold).toBeLessThan(0.1)
    expect(bold).toBeGreaterThan(0.065)
  })
})
