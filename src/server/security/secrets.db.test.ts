import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rows } from '#server/db/database.ts'
import { buildApp } from '#server/http/app.ts'
import { LiveSockets } from '#server/live/sockets.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { visitor, type Person } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'

let http: HttpStudio
beforeAll(async () => {
  http = await HttpStudio.open()
})
afterAll(() => http.close())

/** All data of the database as text. */
async function wholeDatabase(): Promise<string> {
  const tables = await http.studio.sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const found = await http.studio.database.read.execute(sql`select t::text as row from ${sql.identifier(name)} t`)
      return rows<{ row: string }>(found).map(({ row }) => row)
    }),
  )
  return texts.flat().join('\n')
}

const anna = {
  displayName: 'Anna',
  familyName: 'Tamm',
  dob: '2000-02-03',
  email: 'anna@example.ee',
  password: 'correct horse battery',
  language: 'en' as const,
}

/** Signs in, with a new session. */
async function signedIn(): Promise<Person> {
  const answer = await http.post(visitor, accounts.signIn.name, { email: anna.email, password: anna.password })
  const token = /session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? ''
  return { ...visitor, sessionToken: token }
}

describe('the database', () => {
  it('stores no password, session or link, nor anything from which they could be guessed quickly', async () => {
    await http.must(visitor, accounts.signUp, anna)
    const me = await signedIn()
    await http.must(me, accounts.resendVerification, {})
    const letters = await http.studio.sql<{ text: string }>`select text from outbox`
    const tokens = letters.map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '')
    expect(tokens).toHaveLength(2)
    await http.must(visitor, accounts.verifyEmail, { token: tokens[0] })
    await http
      .must(visitor, accounts.resendVerificationTo, { email: anna.email, password: anna.password })
      .catch(() => {})
    // e-mails contain their links until they are sent
    await http.studio.database.transaction((tx) => tx.execute(sql`delete from outbox`))

    const kept = await wholeDatabase()
    const { sessionToken } = me
    const quick = [anna, { email: anna.email, password: anna.password }, anna.password].flatMap((value) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return (['hex', 'base64', 'base64url'] as const).map((form) => createHash('sha256').update(text).digest(form))
    })
    for (const secret of [anna.password, sessionToken ?? '', ...tokens, ...quick]) {
      expect(secret.length).toBeGreaterThan(20)
      expect(kept).not.toContain(secret)
    }
    // the search works: data that is not secret is found
    expect(kept).toContain(anna.email)
    expect(kept).toContain('scrypt$')
  })

  it('counts attempts without saying whose', async () => {
    await http.post(visitor, accounts.signIn.name, { email: anna.email, password: 'wrong one' })
    const keys = await http.studio.sql<{ key: string }>`select key from "rateLimits"`
    expect(keys.length).toBeGreaterThan(0)
    for (const { key } of keys) expect(key).toMatch(/^[a-zA-Z]+:[\w-]{43}$/)
  })
})

describe("the server's output", () => {
  it("has the error's id and stack, but no value of the failed statement", async () => {
    const person = await http.studio.person('user', { email: 'victoria@private.example' })
    await http.studio.database.transaction((tx) =>
      tx.execute(sql`alter table accounts add constraint planted check (language <> 'et')`),
    )
    try {
      const answer = await http.post(person, 'accounts.setLanguage', { language: 'et' })
      const body = (await answer.json()) as { code: string; params: { id: string } }
      expect(answer.status).toBe(500)
      expect(JSON.stringify(body)).toMatch(/^\{"ok":false,"code":"unexpected","params":\{"id":"[0-9a-f]{8}"\}\}$/)
      const [reported = ''] = http.studio.reported.splice(0)
      expect(reported).toContain(`(${body.params.id})`)
      expect(reported).toContain('planted')
      expect(reported).toMatch(/at .*\.ts:\d+/)
      expect(reported).not.toContain('victoria@private.example')
      expect(reported).not.toContain(person.userId)
    } finally {
      await http.studio.database.transaction((tx) => tx.execute(sql`alter table accounts drop constraint planted`))
    }
  })

  it("for a failed page reveals only the error's id to the browser", async () => {
    const reported: string[] = []
    const sockets = new LiveSockets(http.services)
    const app = await buildApp({
      ...http.services,
      sockets,
      firstScreen: () => Promise.reject(new Error('planted at /srv/studio')),
      logo: async () => null,
      webDir: null,
      draw: null,
      report: (line, error) => reported.push(`${line} ${String(error)}`),
    })
    const answer = await app.inject({ url: '/initial', headers: { host: http.host } })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).toMatch(/^\{"ok":false,"code":"unexpected","params":\{"id":"[0-9a-f]{8}"\}\}$/)
    expect(reported[0]).toContain('planted')
    await app.close()
    sockets.close()
  })
})

describe('the data folder', () => {
  it('hides the secret of the running server from other users of the computer', async () => {
    const { dataDir } = http.services.settings
    expect(modeOf(join(dataDir, 'control.json'))).toBe('600')
    const { secret } = JSON.parse(readFileSync(join(dataDir, 'control.json'), 'utf8')) as { secret: string }
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(await wholeDatabase()).not.toContain(secret)
  })
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

const PATTERNS: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'a cloud key': /\bAKIA[0-9A-Z]{16}\b/,
  'a token of a code host': /\b(gh[pousr]_[A-Za-z0-9]{36}|glpat-[\w-]{20}|npm_[A-Za-z0-9]{36})\b/,
  'a password in an address':
    /\b(postgres(ql)?|smtps?|https?|mysql):\/\/[^\s:@/'"`$<]+:(?!password|secret|change-this|hun|hidden|geheim|p%40ss)[^\s:@/'"`$<]+@/i,
}
const found = (text: string) => Object.keys(PATTERNS).filter((name) => PATTERNS[name]?.test(text))

describe('the repository', () => {
  it('contains no key and no password', () => {
    const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { encoding: 'utf8' })
    const files = listed.split('\0').filter((file) => /\.(ts|tsx|mjs|js|json|md|html|css|sql|yml|yaml|env)$/.test(file))
    expect(files.length).toBeGreaterThan(300)
    const faults = files.flatMap((file) =>
      existsSync(file) ? found(readFileSync(file, 'utf8')).map((what) => `${file}: ${what}`) : [],
    )
    expect(faults).toEqual([])
    expect(files.filter((file) => /(^|\/)(\.env|data|demo-data)(\/|$)/.test(file))).toEqual([])
  })

  it('would be noticed: the search finds planted ones', () => {
    // built from parts, so that this file does not contain them
    expect(found(['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' '))).toEqual(['a private key'])
    expect(found(['AKIA', 'ABCDEFGHIJKLMNOP'].join(''))).toEqual(['a cloud key'])
    expect(found(['postgres://studio:', 'tr0ub4dor@db/x'].join(''))).toEqual(['a password in an address'])
  })
})

describe('the files that the browser loads', () => {
  const folder = 'dist/web'
  it('contain no code of the server', ({ skip }) => {
    if (!existsSync(folder)) return skip('Not built yet: npm test builds it first.')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(js|css|html)$/.test(file),
    )
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8')
      expect(found(text), file).toEqual([])
      expect(text, file).not.toMatch(
        /DATABASE_URL|SMTP_URL|TRUST_PROXY|scrypt\$|token_hash|password_hash|sourceMappingURL/,
      )
    }
    expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'))).toEqual(
      [],
    )
  })
})
