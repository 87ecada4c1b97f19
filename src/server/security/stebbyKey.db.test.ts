import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeBackup } from '#server/backup/write.ts'
import { rows } from '#server/db/database.ts'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { runErrands } from '#server/testing/runErrands.ts'
import { StebbyServer, type Trouble } from '#server/testing/stebbyServer.ts'
import { TestStudio, WITH_FEATURES } from '#server/testing/studio.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { stebby } from '#studio/stebby/contract.ts'
import { readSettings } from '#server/settings.ts'

const KEY = 'sk-9f3a7c-that-nobody-reads'
let studio: TestStudio
let outside: StebbyServer

beforeAll(async () => {
  outside = await StebbyServer.open(KEY)
  studio = await TestStudio.open({ ...WITH_FEATURES, STEBBY_URL: outside.url, STEBBY_API_KEY: KEY })
  const { stebby: access } = studio.services.settings
  Object.assign(studio.services.settings, { stebby: access && { ...access, patience: 200 } })
})
afterAll(async () => {
  outside.close()
  await studio.close()
})

async function wholeDatabase(): Promise<string> {
  const tables = await studio.sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const found = await studio.database.read.execute(sql`select t::text as row from ${sql.identifier(name)} t`)
      return rows<{ row: string }>(found).map(({ row }) => row)
    }),
  )
  return texts.flat().join('\n')
}

it('the key is sent only to Stebby: no log, result, output or backup contains it, whatever fails', async () => {
  const admin = await studio.person('admin')
  const { scheduleId } = await anEntry(studio, admin, { inDays: 0, maxParticipants: 20 })
  const answers: unknown[] = []
  const troubles: (Trouble | null)[] = [null, 'hangsAfter', 'cutBefore', 'failsAfter', 'page', 'redirect']
  for (const [index, trouble] of troubles.entries()) {
    const code = `T-${100 + index}`
    outside.sells({ code, name: 'Dance class', price: 15 })
    const member = await studio.person('user')
    await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const [due] = await studio.ask(member, payments.mine, {})
    const paymentId = due?.id ?? ''
    if (trouble) outside.troubles('read', trouble)
    answers.push(await studio.call(admin, stebby.look, { paymentId, code }))
    await runErrands(studio)
    answers.push(await studio.call(admin, stebby.look, { paymentId, code }))
    await runErrands(studio)
    const { ticket } = await studio.ask(admin, stebby.ofPayment, { paymentId })
    if (trouble) outside.troubles('use', trouble)
    answers.push(await studio.call(admin, stebby.use, { paymentId, ticketId: ticket?.id ?? '' }))
    await runErrands(studio)
    answers.push(await studio.ask(admin, stebby.ofPayment, { paymentId }))
  }
  answers.push(await studio.ask(admin, stebby.desk, {}), await studio.ask(admin, stebby.connected, {}))

  const file = join(studio.services.settings.dataDir, 'backup.jsonl.gz')
  await writeBackup(studio.database, file, studio.now)
  const backup = gunzipSync(readFileSync(file)).toString('utf8')
  // the search works: data that is not secret is found, and Stebby was called with the key
  expect(backup).toContain('T-101')
  expect(outside.used.get('T-100')).toBe(1)
  for (const text of [backup, await wholeDatabase(), JSON.stringify(answers), studio.reported.join('\n')])
    expect(text).not.toContain(KEY)
  // a ticket code is worth money too: no log contains it
  expect(JSON.stringify(await studio.sql`select * from logs`)).not.toMatch(/T-10\d/)
})

it('the key is not printed when the settings are wrong', () => {
  const read = readSettings({ STEBBY_URL: 'http://stebby.example', STEBBY_API_KEY: `${KEY} and more` })
  const mistakes = 'mistakes' in read ? read.mistakes : []
  expect(mistakes).toEqual([
    'STEBBY_URL must be an https address.',
    'STEBBY_API_KEY holds what no key holds, such as a space.',
  ])
})
