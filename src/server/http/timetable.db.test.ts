import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import ical from 'ical.js'
import { DAY } from '#kernel/time.ts'
import { startServer, type RunningServer } from '#server/server.ts'
import { anEntry, dropIn, saveSettings } from '#server/testing/fixtures.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { TestStudio, testSettings, type Person } from '#server/testing/studio.ts'
import { registrations } from '#studio/registrations/contract.ts'

let studio: TestStudio
let server: RunningServer
let port: number
let admin: Person

beforeEach(async () => {
  studio = await TestStudio.open()
  admin = await studio.person('admin')
  await saveSettings(studio, admin, 'features', { embed: true })
  await serve()
})
afterEach(async () => {
  await server.stop()
  await studio.close()
})

/** A server with the current settings. */
async function serve() {
  port = await freePort()
  const settings = testSettings({ PORT: String(port), DATA_DIR: studio.services.settings.dataDir, BACKUP_DIR: 'off' })
  // the database belongs to the test studio, which closes it
  const database = { ...studio.database, close: async () => {} }
  server = await startServer({ settings, webDir: null, database, say: () => {}, clock: () => studio.now })
}
async function serveAnew() {
  await server.stop()
  await serve()
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', headers })

interface Data {
  readonly classes: readonly {
    readonly id: string
    readonly name: string
    readonly free: number
    readonly places: number
    readonly cancelled: boolean
    readonly startsAt: string
  }[]
}
const dataOf = async (query = '') => (await (await get(`/feeds/timetable.json${query}`)).json()) as Data
const namesOf = async (query = '') => (await dataOf(query)).classes.map(({ name }) => name)

describe('the public timetable', () => {
  it('lists the classes of some days, in one category or in all', async () => {
    await anEntry(studio, admin, { name: 'Tomorrow', inDays: 1, categories: ['Girl Group'] })
    await anEntry(studio, admin, { name: 'Next week', inDays: 9, categories: ['Boy Group'] })
    await anEntry(studio, admin, { name: 'Far', inDays: 20, categories: ['Girl Group'] })
    expect(await namesOf()).toEqual(['Tomorrow', 'Next week'])
    expect(await namesOf('?days=30')).toEqual(['Tomorrow', 'Next week', 'Far'])
    expect(await namesOf('?days=30&category=Girl%20Group')).toEqual(['Tomorrow', 'Far'])
    expect(await namesOf('?category=none')).toEqual([])
    for (const query of ['?days=nonsense', '?days=14&days=3', '?lang=de', '?days=-1']) {
      expect((await get(`/feeds/timetable.json${query}`)).status, query).toBe(200)
    }
  })

  it('shows how many places are free, but not who has one', async () => {
    const { scheduleId } = await anEntry(studio, admin, { name: 'Told', maxParticipants: 2 })
    const member = await studio.person('user', { displayName: 'Liispet' })
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    expect((await dataOf()).classes).toMatchObject([{ name: 'Told', places: 2, free: 1, cancelled: false }])
    const page = await (await get('/embed/timetable?lang=en')).text()
    expect(page).toContain('1 place free')
    expect(page + JSON.stringify(await dataOf())).not.toContain('Liispet')
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    expect((await dataOf()).classes).toMatchObject([{ name: 'Told', cancelled: true }])
    expect(await (await get('/embed/timetable?lang=en')).text()).toContain('Cancelled')
  })

  it('still lists a class that is changed weeks after it was planned', async () => {
    const { scheduleId } = await anEntry(studio, admin, { name: 'Planned long ago', inDays: 40 })
    studio.now += 30 * DAY
    await studio.must(admin, registrations.cancelEntry, { scheduleId })
    expect(await namesOf()).toEqual(['Planned long ago'])
  })

  it('is a calendar feed, and is not sent again while unchanged', async () => {
    const { scheduleId } = await anEntry(studio, admin, { name: 'Followed; twice, "quoted"' })
    const answer = await get('/feeds/timetable.ics')
    const [event, ...others] = new ical.Component(ical.parse(await answer.text()) as unknown[]).getAllSubcomponents(
      'vevent',
    )
    expect(others).toEqual([])
    expect(event?.getFirstPropertyValue('summary')).toBe('Followed; twice, "quoted"')
    expect(event?.getFirstPropertyValue('uid')).toBe(`${scheduleId}@localhost`)
    for (const path of ['/feeds/timetable.ics', '/feeds/timetable.json']) {
      const etag = (await get(path)).headers.get('etag') ?? ''
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
    }
  })

  it('is a page without scripts and cookies that escapes its texts, and opens each link in a new window', async () => {
    await anEntry(studio, admin, { name: '<script>alert(1)</script>' })
    const answer = await get('/embed/timetable?lang=et', { cookie: 'language=en; theme=dark' })
    const page = await answer.text()
    expect(page).not.toContain('<script')
    expect(page).toContain('&lt;script&gt;')
    expect(page).toContain('<html lang="et"')
    expect(answer.headers.get('set-cookie')).toBeNull()
    const links = [...page.matchAll(/<a [^>]*>/g)].map(([link]) => link)
    expect(links.length).toBeGreaterThan(1)
    expect(links.filter((link) => !link.includes('target="_blank" rel="noopener"'))).toEqual([])
  })

  it('links to pages in its own language', async () => {
    const { scheduleId } = await anEntry(studio, admin, { name: 'Led to' })
    const linksOf = async (lang: string) =>
      [...(await (await get(`/embed/timetable?lang=${lang}`)).text()).matchAll(/href="[^"]*\/(class[^"]*)"/g)].map(
        ([, link]) => link,
      )
    expect(await linksOf('et')).toEqual([`class/${scheduleId}?lang=et`, 'classes?lang=et'])
    expect(await linksOf('en')).toEqual([`class/${scheduleId}`, 'classes'])
  })

  it('may be framed by the named sites only', async () => {
    const policyOf = async () => (await get('/embed/timetable')).headers.get('content-security-policy') ?? ''
    expect(await policyOf()).toContain("frame-ancestors 'none'")
    const typed = ' https://Stuudio.example/tunniplaan?x=1\nhttp://localhost:8080'
    await saveSettings(studio, admin, 'embed', { sites: typed })
    await serveAnew()
    expect(await policyOf()).toContain('frame-ancestors https://stuudio.example http://localhost:8080')
    expect(await policyOf()).toContain("default-src 'none'")
    expect((await get('/embed/timetable')).headers.get('x-frame-options')).toBeNull()
    // all other pages keep their header
    expect((await get('/feeds/timetable.json')).headers.get('x-frame-options')).toBe('DENY')
  })

  it('rejects an invalid site in the settings, at its field', async () => {
    for (const sites of ['stuudio.example', 'https://a.example javascript:alert(1)', "'self'", '*', 'https://*.ee']) {
      const { body } = await saveSettings(studio, admin, 'embed', { sites })
      expect(body, sites).toMatchObject({ code: 'invalidFields', fields: { sites: 'siteInvalid' } })
    }
  })

  it('is not available while it is switched off', async () => {
    await saveSettings(studio, admin, 'features', { embed: false })
    await serveAnew()
    for (const path of ['/embed/timetable', '/feeds/timetable.json', '/feeds/timetable.ics'])
      expect((await get(path)).status).toBe(404)
    expect(studio.reported).toEqual([])
  })
})
