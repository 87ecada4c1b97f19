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

const FORM = {
  displayName: 'Mari',
  familyName: 'Maasikas',
  dob: '2000-01-01',
  language: 'en',
  password: 'tantsin',
} as const

type Trouble = 'none' | 'refuses' | 'hangs' | 'is away'

interface Guards {
  /** Replaces the saving of a delivery. */
  readonly delivered?: () => Promise<unknown>
  /** Makes commands wait until the hanging server times out, as if they delivered their e-mails themselves. */
  readonly waiting?: boolean
}

/**
 * This many people sign up while the mail server has this trouble for ten minutes; returns the response times of the
 * commands (ms), and how often each e-mail finally arrived.
 */
async function lettersWhile(trouble: Trouble, people: number, { delivered, waiting = false }: Guards = {}) {
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
    const since = performance.now()
    // a command that waits for nothing else
    await studio.must(visitor, accounts.signUp, { ...FORM, email })
    mailer.soon()
    if (waiting) {
      await server.silentTo(person + 1)
      await mailer.stop()
      mailer = startMailer(parts)
    }
    times.push(performance.now() - since)
    studio.now += (10 * MINUTE) / people
  }
  if (trouble === 'is away') server = await mailServer(server.port)
  // hanging connections are closed when the server stops, as at a restart
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
      // past the pauses between attempts, and the lease of interrupted deliveries
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
  'commands stay as fast as usual and each e-mail arrives once, whatever the mail server does',
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
  'commands that deliver their own e-mails fail the same test by waiting (negative control)',
  async () => {
    const usual = percentile((await lettersWhile('none', 2)).times, 50)
    // they wait until the hanging server times out after ten seconds
    const more = Math.min(...(await lettersWhile('hangs', 1, { waiting: true })).times) - usual
    expect(more).toBeGreaterThan(limit(50))
    figure(10, 'with delivery inside the command', `commands +${more.toFixed(0)} ms while the mail server hangs`)
  },
  PATIENCE,
)

it(
  'a delivery that is not saved fails the same test by arriving twice (negative control)',
  async () => {
    const people = numbers(2, 20)
    const forget = () => studio.database.transaction((tx) => tx.execute(sql`update outbox set sent_at = null`))
    const { arrived, different } = await lettersWhile('none', people, { delivered: forget })
    expect([arrived, different]).toEqual([2 * people, people])
    figure(10, 'without the note of a delivery', `${people} letters arrived ${arrived} times`)
  },
  PATIENCE,
)
