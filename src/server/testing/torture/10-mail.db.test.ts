import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { startMailer } from '#server/mail/mailer.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { mailServer } from '#server/testing/mail/mailServer.ts'
import { outboxRows } from '#server/testing/mail/outboxFixture.ts'
import { TestStudio, visitor } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { figure, limit, numbers, PATIENCE, percentile } from './numbers.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'letters-'))
let studio: TestStudio
beforeAll(async () => {
  studio = await TestStudio.open()
})
afterAll(async () => {
  await studio.close()
  rmSync(dataDir, { recursive: true })
})

type Trouble = 'none' | 'refuses' | 'hangs' | 'is away'

/**
 * So many people ask for a reset link while the mail server is in that trouble for ten minutes; answers how long the
 * commands took in milliseconds, and how often each letter arrived in the end. `delivered` comes when all are.
 */
async function lettersWhile(trouble: Trouble, people: number, delivered?: () => Promise<unknown>) {
  await studio.empty()
  let server = await mailServer()
  const settings = { ...studio.services.settings, smtpUrl: server.url, dataDir }
  if (trouble === 'refuses') server.mischief = (step) => (step === 'from' ? '451 later' : undefined)
  if (trouble === 'hangs') server.mischief = (step) => (step === 'from' ? 'silence' : undefined)
  if (trouble === 'is away') await server.close()
  const quiet = { report: () => {}, say: () => {}, log: () => {} }
  const parts = { database: studio.database, settings, clock: () => studio.now, ...quiet }
  let mailer = startMailer(parts)
  const times: number[] = []
  for (let person = 0; person < people; person++) {
    const email = `${trouble.replace(' ', '')}${person}@example.ee`
    await studio.person('user', { email })
    const since = performance.now()
    await studio.must(visitor, accounts.requestPasswordReset, { email })
    mailer.soon()
    times.push(performance.now() - since)
    studio.now += (10 * MINUTE) / people
  }
  if (trouble === 'is away') server = await mailServer(server.port)
  // connections that hang are given up when the server stops, as at a restart
  const hanging = trouble === 'hangs' ? server : null
  if (hanging) {
    await hanging.close()
    server = await mailServer(hanging.port)
  }
  server.mischief = () => undefined
  await mailer.stop()
  mailer = startMailer(parts)
  const untilAllAreSent = async () => {
    while (server.arrived.length < people || (await outboxRows(studio.database)).some(({ sentAt }) => !sentAt)) {
      // over the pauses between attempts, and the lease of who was interrupted
      studio.now += 6 * MINUTE
      mailer.soon()
      await sleep(20)
    }
  }
  await untilAllAreSent()
  if (delivered) {
    await delivered()
    await untilAllAreSent()
  }
  await mailer.stop()
  await server.close()
  const arrivals = server.arrived.map(({ to }) => to.join())
  return { times, arrived: arrivals.length, different: new Set(arrivals).size }
}

it(
  'whatever the mail server does, commands take as long as ever, and each letter arrives once',
  async () => {
    const people = numbers(6, 200)
    const usual = percentile((await lettersWhile('none', people)).times, 50)
    for (const trouble of ['refuses', 'hangs', 'is away'] as const) {
      const { times, arrived, different } = await lettersWhile(trouble, people)
      expect([arrived, different]).toEqual([people, people])
      const more = percentile(times, 50) - usual
      expect(more).toBeLessThan(limit(50))
      figure(
        10,
        `mail server ${trouble} for 10 minutes`,
        `commands ${more >= 0 ? '+' : ''}${more.toFixed(1)} ms at the median; ${people} letters, each delivered once`,
      )
    }
    expect(studio.reported).toEqual([])
    await expectInvariants(studio)
  },
  PATIENCE,
)

it(
  'a delivery that is not noted is found by the same test: the letter arrives again',
  async () => {
    const people = numbers(2, 20)
    const forget = () => studio.database.transaction((tx) => tx.execute(sql`update outbox set sent_at = null`))
    const { arrived, different } = await lettersWhile('none', people, forget)
    expect([arrived, different]).toEqual([2 * people, people])
    figure(10, 'without the note of a delivery', `${people} letters arrived ${arrived} times`)
  },
  PATIENCE,
)
