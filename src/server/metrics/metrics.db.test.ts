import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { dailyBackup } from '#server/backup/daily.ts'
import { claimDue, markFailed } from '#server/mail/outbox.ts'
import { NEVER, outbox } from '#server/mail/tables.ts'
import { startServer, type RunningServer } from '#server/server.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { TestStudio, testSettings } from '#server/testing/studio.ts'

/** In Debian's package 'prometheus'. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

/** Runs in a separate process: blocking this one would make its server close open connections. */
const promtool = (args: string[], { input = '', cwd }: { input?: string; cwd?: string }) =>
  new Promise<{ error: Error | null; stdout: string; stderr: string }>((done) => {
    const child = execFile('promtool', args, { cwd }, (error, stdout, stderr) => done({ error, stdout, stderr }))
    child.stdin?.end(input)
  })

let studio: TestStudio
let server: RunningServer
let port: number
let metricsPort: number
let away = false

beforeAll(async () => {
  studio = await TestStudio.open()
  await studio.person('admin')
  ;[port, metricsPort] = [await freePort(), await freePort()]
  const settings = testSettings({
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: studio.services.settings.dataDir,
    BACKUP_DIR: 'off',
  })
  const { database } = studio
  const standIn = { ...database, writable: async () => !away && (await database.writable()), close: async () => {} }
  server = await startServer({
    settings,
    webDir: null,
    database: standIn,
    say: () => {},
    clock: () => studio.now,
    deliver: false,
  })
})
afterAll(async () => {
  await server.stop()
  await studio.close()
})

const text = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
const valueOf = async (name: string) => {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(await text()) ?? []
  return value === undefined ? null : Number(value)
}
const write = (statement: ReturnType<typeof sql>) => studio.database.transaction((tx) => tx.execute(statement))

describe('metrics', () => {
  it('show what is waiting and since when, and leave that out while the database is unavailable', async () => {
    const at = (instant: number) => sql`to_timestamp(${instant / 1000}::float8)`
    expect(await valueOf('studio_oldest_letter_seconds')).toBe(0)
    await write(sql`insert into outbox (to_address, subject, text, html, created_at)
      values ('a@example.ee', '', '', '', ${at(studio.now - HOUR)}), ('b@example.ee', '', '', '', ${at(studio.now)})`)
    await write(sql`insert into jobs (kind, subject, at, payload) values
      ('none', 'late', ${at(studio.now - 90_000)}, '{}'), ('none', 'to come', ${at(studio.now + DAY)}, '{}')`)
    expect(await valueOf('studio_oldest_letter_seconds')).toBe(3_600)
    expect(await valueOf('studio_oldest_job_seconds')).toBe(90)
    expect(await valueOf('studio_unmatched_bank_lines')).toBe(0)
    expect(await valueOf('studio_database_up')).toBe(1)
    away = true
    expect(await valueOf('studio_database_up')).toBe(0)
    expect(await valueOf('studio_oldest_letter_seconds')).toBeNull()
    away = false
  })

  it('leave out an e-mail that was given up', async () => {
    await write(sql`delete from outbox`)
    const givenUp = studio.database.read.select({ id: outbox.id }).from(outbox).where(eq(outbox.nextAttemptAt, NEVER))
    await write(sql`insert into outbox (to_address, subject, text, html, created_at)
      values ('mistyped@example.ee', '', '', '', to_timestamp(${(studio.now - DAY) / 1000}::float8))`)
    // a minute later, as the database stamps the row to the microsecond
    const [letter] = await claimDue(studio.database, 1, Date.now() + MINUTE)
    expect(await valueOf('studio_oldest_letter_seconds')).toBe(86_400)
    await markFailed(studio.database, letter!, 'no such mailbox', studio.now, true)
    expect(await givenUp).toHaveLength(1)
    expect(await valueOf('studio_oldest_letter_seconds')).toBe(0)
  })

  it('show the age of the last successful backup', async () => {
    expect(await valueOf('studio_backup_age_seconds')).toBeNull()
    await dailyBackup(studio.database, mkdtempSync(join(tmpdir(), 'studio-metrics-')), studio.now - 2 * HOUR)
    expect(await valueOf('studio_backup_age_seconds')).toBe(7_200)
  })

  it('count requests by route and commands by name, without anything that a person typed', async () => {
    const url = `http://127.0.0.1:${port}`
    await fetch(`${url}/feeds/calendar/a-secret-address.ics`)
    await fetch(`${url}/rpc/payments.confirm`, { method: 'POST', headers: { origin: url }, body: '{}' })
    await fetch(`${url}/rpc/typed-by-somebody`, { method: 'POST', headers: { origin: url }, body: '{}' })
    const all = await text()
    expect(all).toMatch(/route="\/feeds\/calendar\/:file",status="404"/)
    expect(all).toMatch(/route="\/rpc\/payments\.confirm"/)
    expect(all).toMatch(/route="\/rpc\/:name"/)
    expect(all).not.toMatch(/a-secret-address|typed-by-somebody/)
  })

  it.skipIf(!hasPromtool)('pass the checks of Prometheus’s promtool', async () => {
    expect(await promtool(['check', 'metrics'], { input: await text() })).toMatchObject({ error: null, stderr: '' })
  })

  it.skipIf(!hasPromtool)('have alert rules, each of which is silent normally and fires when it should', async () => {
    const cwd = join(import.meta.dirname, '../../../docs/monitoring')
    const { error, stdout, stderr } = await promtool(['test', 'rules', 'alerts.test.yml'], { cwd })
    expect({ error, stderr }, stdout).toEqual({ error: null, stderr: '' })
  })

  it('are served only at their own path', async () => {
    expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404)
  })
})

describe('monitoring of the server', () => {
  it('sees the server live and ready, and not ready while the database refuses writes', async () => {
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
    expect([await ask('/live'), await ask('/ready'), await ask('/health')]).toEqual([200, 200, 200])
    away = true
    expect([await ask('/live'), await ask('/ready')]).toEqual([200, 503])
    away = false
  })
})

it('a start names the metrics port if it is taken, and serves no page', async () => {
  const own = await freePort()
  const settings = testSettings({
    PORT: String(own),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: mkdtempSync(join(tmpdir(), 'studio-')),
    BACKUP_DIR: 'off',
  })
  const database = { ...studio.database, listen: () => {}, close: async () => {} }
  const starting = startServer({ settings, webDir: null, database, say: () => {}, deliver: false })
  await expect(starting).rejects.toMatchObject({ code: 'EADDRINUSE', port: metricsPort })
  await expect(fetch(`http://127.0.0.1:${own}/live`)).rejects.toThrow()
})
