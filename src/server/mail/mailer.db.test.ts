import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import { DatabaseUnavailable } from '#server/db/errors.ts'
import type { Looking } from '#server/oneAtATime.ts'
import { forgetTraces } from '#server/commands/forget.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'
import { mailServer, type MailServer } from '#server/testing/mail/mailServer.ts'
import { outboxRows, queue, sender, standingClock } from '#server/testing/mail/outboxFixture.ts'
import { readMessage } from '#server/testing/mail/readMessage.ts'
import { letter } from './letter.ts'
import { startMailer, type MailerParts } from './mailer.ts'

let database: TestDatabase
let server: MailServer
let dataDir: string
let clock: ReturnType<typeof standingClock>
let said: string[]
let reported: string[]
let started: Looking[]

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  await database.empty()
  server = await mailServer()
  dataDir = await mkdtemp(join(tmpdir(), 'mail-'))
  clock = standingClock()
  said = []
  reported = []
  started = []
})
afterEach(async () => {
  vi.useRealTimers()
  for (const mailer of started) await mailer.stop()
  await server.close()
  await rm(dataDir, { recursive: true })
})

function start(settings: Partial<MailerParts['settings']> = {}, over: Database = database): Looking {
  const mailer = startMailer({
    database: over,
    settings: { ...sender, smtpUrl: server.url, dataDir, ...settings },
    clock: clock.read,
    report: (line) => reported.push(line),
    say: (line) => said.push(line),
    log: () => {},
  })
  started.push(mailer)
  return mailer
}

const only = async () => (await outboxRows(database))[0]
const outboxFiles = () => readdir(join(dataDir, 'outbox'))

const until = (holds: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 15_000, interval: 20 })

/** Resolves when every e-mail was sent, or its attempt failed. */
const settled = () =>
  until(async () => {
    const rows = await outboxRows(database)
    return rows.every(({ sentAt, lastError }) => sentAt !== null || lastError !== null)
  })

describe('the mailer', () => {
  test('delivers at once what was queued before it started, and what it is told about', async () => {
    await queue(database, clock.read(), {})
    const mailer = start()
    await server.has(1)
    await queue(database, clock.read(), { to: 'mari@example.ee' })
    mailer.soon()
    await server.has(2)
  })

  test('checks the outbox every ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const transaction = vi.spyOn(database, 'transaction')
    start()
    // the first check claims nothing, and deletes nothing
    await vi.waitFor(() => expect(transaction).toHaveBeenCalledTimes(2))
    await queue(database, clock.read(), {})
    vi.advanceTimersByTime(10_000)
    await server.has(1)
  })

  test('finishes the current e-mail when it stops, and starts no other', async () => {
    let stopping: Promise<void> | undefined
    server.mischief = (step) => {
      if (step === 'data') stopping = mailer.stop()
      return undefined
    }
    await queue(database, clock.read(), {}, {}, {}, {}, {})
    const mailer = start()
    await server.has(1)
    await stopping
    const sent = (await outboxRows(database)).map(({ sentAt }) => sentAt !== null)
    expect(sent).toEqual([true, true, true, true, false])
    mailer.soon()
    expect(server.arrived).toHaveLength(4)
  })

  test('stops within ten seconds although the server hangs, and keeps the e-mail', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    server.mischief = (step) => (step === 'letter' ? 'silence' : undefined)
    await queue(database, clock.read(), {})
    const mailer = start()
    await server.silentTo(1)
    const stopping = mailer.stop()
    vi.advanceTimersByTime(10_000)
    await stopping
    expect(await only()).toMatchObject({ sentAt: null, attempts: 1, text: 'secret link' })
  })

  test('deletes once a day what was sent more than 30 days ago', async () => {
    await queue(database, clock.read(), {})
    const mailer = start()
    await server.has(1)
    await settled()
    clock.move(30 * DAY + HOUR)
    mailer.soon()
    await until(async () => (await outboxRows(database)).length === 0)
  })

  test.for([
    ['is quiet about a database that is away, for others tell of it', new DatabaseUnavailable('away'), []],
    ['reports any other error', new Error('broken'), ['The outbox could not be worked on.']],
  ] as const)('%s', async ([, error, lines]) => {
    const transaction = vi.fn(() => Promise.reject(error))
    const mailer = start({}, { ...database, transaction })
    await vi.waitFor(() => expect(transaction).toHaveBeenCalled())
    await mailer.stop()
    expect(reported).toEqual(lines)
  })
})

describe('a delivered message', () => {
  const words = letter({
    language: 'et',
    studio: {
      ...sender,
      studioAddress: '',
      studioPhone: '',
      studioUrl: 'https://stuudio.example',
      baseUrl: 'https://book.stuudio.example',
      look: { key: '0-641a5c', accent: '#641a5c', hasLogo: false, isOwn: false },
    },
    greeting: 'Tere, Õie!',
    paragraphs: ['Palun kinnita, et see aadress on sinu oma.', '.üks punkt rea alguses'],
    button: { label: 'Kinnita aadress', url: `https://stuudio.example/verify?token=${'a1B2'.repeat(30)}&x=õ` },
    closing: 'Kohtume tantsupõrandal!',
  })

  test('contains exactly what was queued, in Estonian, as text and as HTML', async () => {
    await queue(database, clock.read(), {
      to: 'oie@näide.ee',
      subject: 'Kinnita oma e-posti aadress, Õie 👩‍👧',
      ...words,
    })
    start()
    await server.has(1)
    const { headers, text, html } = readMessage(server.arrived[0]?.raw ?? '')
    expect(text.trim()).toBe(words.text.trim())
    expect(html.trim()).toBe(words.html.trim())
    expect(headers).toMatchObject({
      from: ['Tantsustuudio Hoog <kirjad@stuudio.example>'],
      'reply-to': ['abi@stuudio.example'],
      to: ['oie@xn--nide-loa.ee'],
      subject: ['Kinnita oma e-posti aadress, Õie 👩‍👧'],
      'auto-submitted': ['auto-generated'],
      date: ['Mon, 02 Mar 2026 12:00:00 +0000'],
    })
    expect(server.arrived[0]).toMatchObject({ from: 'kirjad@stuudio.example', to: ['oie@xn--nide-loa.ee'] })
  })

  test('has headers for one-click unsubscribe if its kind can be ended, by https only', async () => {
    const unsubscribe = `https://book.stuudio.example/unsubscribe?token=${'a1B2'.repeat(11)}`
    await queue(database, clock.read(), { unsubscribe }, {})
    start()
    await server.has(2)
    const headers = server.arrived.map(({ raw }) => readMessage(raw).headers)
    const ofOptional = headers.filter((each) => 'list-unsubscribe' in each)
    expect(ofOptional).toHaveLength(1)
    expect(ofOptional[0]).toMatchObject({
      'list-unsubscribe': [`<${unsubscribe}>`],
      'list-unsubscribe-post': ['List-Unsubscribe=One-Click'],
    })
    expect(headers.filter((each) => 'list-unsubscribe-post' in each)).toHaveLength(1)
  })

  test('has the class as a calendar file that asks for no reply', async () => {
    const calendar = 'BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nSUMMARY:Õhtu\r\nEND:VCALENDAR\r\n'
    await queue(database, clock.read(), { calendar })
    start()
    await server.has(1)
    const raw = server.arrived[0]?.raw ?? ''
    const part = raw.split(/\r?\n--/).find((each) => each.includes('text/calendar')) ?? ''
    expect(part).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=PUBLISH/i)
    expect(part).toMatch(/Content-Disposition: attachment; filename=classes\.ics/i)
    const [, body = ''] = part.split(/\r?\n\r?\n/)
    expect(Buffer.from(body, 'base64').toString('utf8')).toBe(calendar)
  })

  test.for([
    'Hello\r\nBcc: everyone@example.ee\r\n\r\nNew body',
    'Hello\nBcc: everyone@example.ee',
    'Hello\rBcc: everyone@example.ee',
    'Hello\u2028Bcc: everyone@example.ee\u0085X-Evil: 1 \u202Eee.elpmaxe',
    '=?UTF-8?Q?Hello=0D=0ABcc:_everyone@example.ee?=',
  ])('gets no extra header from the subject %j', async (subject) => {
    await queue(database, clock.read(), { subject })
    start({ studioName: 'Hoog\r\nBcc: everyone@example.ee', supportEmail: 'abi@stuudio.example\r\nBcc: x@example.ee' })
    await server.has(1)
    const { headers, text } = readMessage(server.arrived[0]?.raw ?? '')
    const ours = [
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ]
    expect(Object.keys(headers).toSorted()).toEqual(ours)
    expect(Object.values(headers).every((values) => values.length === 1)).toBe(true)
    expect(headers['subject']?.[0]).not.toMatch(/[\p{Cc}\p{Zl}\u202E]/u)
    expect(text.trim()).toBe('secret link')
    expect(server.arrived[0]?.to).toEqual(['anna@example.ee'])
  })

  test.for([
    'anna@example.ee, everyone@example.ee',
    'anna@example.ee>\r\nRCPT TO:<everyone@example.ee',
    'anna@example.ee\nBcc: everyone@example.ee',
    'Team: anna@example.ee, everyone@example.ee;',
    '"x@y" <everyone@example.ee>',
    'anna',
    '',
  ])('is never sent to an address such as %j', async (to) => {
    await queue(database, clock.read(), { to })
    start()
    await settled()
    expect(server.arrived).toEqual([])
    expect((await only())?.lastError).toContain('not one plain e-mail address')
    expect(reported.join()).not.toMatch(/anna|everyone/)
  })
})

describe('without a mail server', () => {
  const link = `http://localhost:3000/verify?token=${'a1B2'.repeat(30)}&next=%2Fdashboard`

  test('each e-mail becomes a file that only its owner can read, named in one line', async () => {
    await queue(database, clock.read(), {
      subject: 'Kinnita oma E-posti aadress!',
      text: `Tere, Õie!\n${link}\n`,
      html: '<p>Tere, Õie!</p>',
    })
    start({ smtpUrl: null })
    await settled()
    expect(await outboxFiles()).toEqual(['1-kinnita-oma-e-posti-aadress.eml'])
    const file = join(dataDir, 'outbox', '1-kinnita-oma-e-posti-aadress.eml')
    expect(said).toEqual([`An e-mail was written to ${file}`])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataDir, 'outbox'))).mode & 0o777).toBe(0o700)
    const raw = await readFile(file, 'utf8')
    const { headers, text, html } = readMessage(raw)
    expect(headers).toMatchObject({ to: ['anna@example.ee'], subject: ['Kinnita oma E-posti aadress!'] })
    expect(text).toContain(`Tere, Õie!\n${link}`)
    expect(html).toContain('<p>Tere, Õie!</p>')
    expect(raw, 'the link can be copied from the file as it is').toContain(`\r\n${link}\r\n`)
    expect(await only()).toMatchObject({ text: '', html: '' })
  })

  test.for(['../../etc/passwd', '/etc/passwd', '..\\..\\x', '\u202E\r\n', '', 'ä'.repeat(1_000)])(
    'a file stays in its folder, whatever the subject (%#)',
    async (subject) => {
      await queue(database, clock.read(), { subject })
      start({ smtpUrl: null })
      await settled()
      expect(await readdir(dataDir)).toEqual(['outbox'])
      const files = await outboxFiles()
      expect(files).toHaveLength(1)
      expect(files[0]).toMatch(/^1-[a-z0-9][a-z0-9-]{0,49}\.eml$/)
    },
  )

  test('a file is deleted with its row: a deleted person leaves none, and other files stay', async () => {
    await queue(database, clock.read(), { to: 'mari@example.ee' }, { to: 'anna@example.ee' })
    const mailer = start({ smtpUrl: null })
    await until(async () => (await outboxRows(database)).every(({ sentAt }) => sentAt !== null))
    const folder = join(dataDir, 'outbox')
    const own = ['note.eml', '7.eml', '3-verify-your-email.eml.bak']
    for (const name of own) await writeFile(join(folder, name), 'by hand')
    const person = { accountId: null, emails: ['mari@example.ee'], name: 'Mari Maasikas' }
    await database.transaction((tx) => forgetTraces(tx, person))
    clock.move(MINUTE)
    mailer.soon()
    await until(async () => !(await outboxFiles()).includes('1-verify-your-email.eml'))
    expect((await outboxFiles()).toSorted()).toEqual([...own, '2-verify-your-email.eml'].toSorted())
    expect(reported).toEqual([])
  })

  test('an e-mail that cannot be written stays queued, like any other', async () => {
    await queue(database, clock.read(), {})
    start({ smtpUrl: null, dataDir: join(dataDir, 'x\0') })
    await settled()
    expect(await only()).toMatchObject({ sentAt: null, attempts: 1 })
    expect(said).toEqual([])
    expect(reported).toHaveLength(1)
  })
})
