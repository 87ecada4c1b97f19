import nodemailer from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { csvOf } from '#kernel/csv.ts'
import { newId } from '#kernel/ids.ts'
import { messageOf } from '#server/mail/message.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { HOSTILE_TEXTS, sampleInput, textsIn } from '#server/testing/inputs.ts'
import { codeOf, visitor, type Person, WITH_FEATURES } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { may, type CallerKind, type Permission } from '#studio/accounts/rules.ts'
import { classes } from '#studio/classes/contract.ts'
import { courses } from '#studio/courses/contract.ts'
import { memberships } from '#studio/memberships/contract.ts'

let http: HttpStudio
let admin: Person
beforeAll(async () => {
  http = await HttpStudio.open({ env: WITH_FEATURES })
  admin = await http.studio.person('admin')
})
afterAll(() => http.close())

const form = {
  displayName: 'Anna',
  familyName: 'Tamm',
  dob: '2000-01-01',
  password: 'correct horse',
  language: 'en' as const,
}
const signUp = (more: object) =>
  http.studio.callRaw(visitor, accounts.signUp.name, {
    key: newId(),
    input: { ...form, email: `${newId()}@example.ee`, ...more },
  })

const UNSEEN = [
  '   ',
  '\u200B\u200B\u200B',
  '\u3164\u3164\u3164',
  '\u2800\u2800\u2800',
  '\u202E\u202C ',
  '\uFEFF\u2060\u00AD',
]
const TURNED = ['Ma\u202Eri', '\u2066Mari\u2069', 'Ma\u200Bri', 'Mari\u200F K', 'Ma\r\nri', 'Ma\u0007ri', 'Ma\u2028ri']

describe('a name', () => {
  it.each(UNSEEN)('that is invisible (%j) counts as missing', async (name) => {
    expect(await codeOf(signUp({ displayName: name }))).toEqual({ displayName: 'fillRequired' })
    expect(await codeOf(signUp({ familyName: name }))).toEqual({ familyName: 'fillRequired' })
  })

  it.each(TURNED)(
    'that misleads (%j) is refused at its field, for people and for everything on offer',
    async (name) => {
      expect(await codeOf(signUp({ displayName: name }))).toEqual({ displayName: 'nameMisleading' })
      for (const { name: command } of [classes.create, courses.create, memberships.create]) {
        const { procedure } = http.services.commands.get(command) ?? {}
        const input = { ...sampleInput(procedure?.input as z.core.$ZodType), name }
        const { body } = await http.studio.callRaw(admin, command, { key: newId(), input })
        expect(body, command).toMatchObject({ code: 'invalidFields', fields: { name: 'nameMisleading' } })
      }
    },
  )

  it.each(['李小龍', 'Õnne-Mai', "O'Neill", 'Zoë 💃🏽', '👩‍👧', 'محمد', 'Nguyễn Thị'])(
    'such as %s is accepted unchanged',
    async (displayName) => {
      expect(await codeOf(signUp({ displayName }))).toBe('done')
    },
  )
})

it.each(['        ', '\u00A0'.repeat(8), '\u200B'.repeat(8)])(
  'a password of only spaces (%j) is refused at its field',
  async (password) => {
    expect(await codeOf(signUp({ password }))).toEqual({ password: 'passwordBlank' })
    const reset = { token: 'x', password }
    expect(
      await codeOf(http.studio.callRaw(visitor, accounts.resetPassword.name, { key: newId(), input: reset })),
    ).toEqual({ password: 'passwordBlank' })
  },
)

it('refuses 10,000 characters in every field of every procedure, and names the field', async () => {
  let fields = 0
  for (const { name, procedure } of http.services.commands.values()) {
    // a file has its own limit
    if (procedure.largest !== undefined) continue
    const input = sampleInput(procedure.input)
    for (const field of textFieldsOf(procedure.input)) {
      const body = { key: newId(), input: { ...input, [field]: 'x'.repeat(10_000) } }
      const outcome = await http.studio.callRaw(admin, name, body)
      expect
        .soft(outcome, `${name} ${field}`)
        .toMatchObject({ status: 400, body: { fields: { [field]: 'invalidInput' } } })
      fields++
    }
  }
  for (const { name, procedure } of http.services.queries.values()) {
    for (const field of textFieldsOf(procedure.input)) {
      const parsed = procedure.input.safeParse({ ...sampleInput(procedure.input), [field]: 'x'.repeat(10_000) })
      expect.soft(parsed.success, `${name} ${field}`).toBe(false)
      fields++
    }
  }
  expect(fields).toBeGreaterThan(60)
})

it('no query for members takes free text, because every text would be one more result to keep', () => {
  const questions = [...http.services.queries.values()].filter(({ procedure }) => procedure.live)
  const inWords = (kind: CallerKind) =>
    questions.filter(
      ({ procedure: { may: needed, input, subject } }) =>
        // the subject only decides who may ask
        may(kind, needed as Permission) && textFieldsOf(input).some((field) => field !== subject),
    )
  // pages of one course, class or pass: an unknown id, or another person's, gives null
  expect(inWords('user').map(({ name }) => name)).toEqual(['courses.listed', 'registrations.entry', 'passes.book'])
  // the same search finds those for staff
  expect(inWords('admin').length).toBeGreaterThan(5)
})

function textFieldsOf(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type !== 'object') return []
  return Object.entries(def.shape).flatMap(([name, field]) => {
    const inner = (field as z.core.$ZodTypes)._zod.def
    const wrapped = inner.type === 'nullable' || inner.type === 'optional'
    const { type } = wrapped ? (inner.innerType as z.core.$ZodTypes)._zod.def : inner
    return type === 'string' ? [name] : []
  })
}

describe('hostile texts', () => {
  /** Those that are valid names, cut to the longest allowed name. */
  const names: string[] = []
  beforeAll(async () => {
    for (const text of HOSTILE_TEXTS) {
      const displayName = text.slice(0, 40)
      if ((await codeOf(signUp({ displayName, familyName: displayName }))) === 'done') names.push(displayName)
    }
  }, 60_000)

  it('are accepted as names if they hide nothing', () => {
    expect(names.length).toBeGreaterThan(6)
    expect(names.join()).toContain('<script>')
  })

  it('are harmless in e-mails, and in their headers', async () => {
    const letters = await http.studio.sql<{
      id: number
      toAddress: string
      subject: string
      text: string
      html: string
      unsubscribe: string
      calendar: string
    }>`
      select id, to_address as "toAddress", subject, text, html, unsubscribe, calendar from outbox`
    expect(letters.length).toBeGreaterThanOrEqual(names.length)
    const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    for (const letter of letters) {
      // subjects have fixed texts today, but must be safe with a member's text too
      for (const subject of [letter.subject, ...names, ...HOSTILE_TEXTS]) {
        const message = messageOf({ ...letter, subject, createdAt: 0 }, http.services.settings)
        const { message: sent } = await transport.sendMail({ ...message, text: 'x', html: 'x' })
        const [head = ''] = (sent as Buffer).toString('utf8').split('\r\n\r\n')
        expect(head).not.toMatch(/^(bcc|cc):/im)
        expect(head.match(/^to:/gim)).toHaveLength(1)
        expect(head.match(/^subject:/gim)).toHaveLength(1)
        expect(head.split('\r\n').every((line) => line.length < 500)).toBe(true)
      }
      expect(letter.html).not.toMatch(/<script|<img src=x|<svg|onerror=|onload=[^"]*alert\(1\)>/i)
    }
  }, 60_000)

  it('are harmless in the page that contains them', async () => {
    for (const name of names) {
      const [user] = await http.studio.sql<{ id: string }>`select id from people where display_name = ${name.trim()}`
      const person = await http.studio.person('user', { displayName: name })
      expect(user?.id).toBeDefined()
      const answer = await http.fetch('/initial', { headers: http.cookieOf(person) })
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      expect(await answer.json()).toMatchObject({ me: { displayName: name } })
    }
  })

  it('do not run in a spreadsheet', () => {
    const table = csvOf([['name'], ...[...names, ...HOSTILE_TEXTS].map((name) => [name])], 'en')
    for (const cell of table.slice(1).split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/))
      expect(cell).not.toMatch(/^"?\s*[=+\-@]/)
  })

  it('are logged as text, one line each', async () => {
    const member = await http.studio.person('user', { displayName: HOSTILE_TEXTS[0] ?? '' })
    await http.studio.callRaw(admin, accounts.setMemberLevel.name, {
      key: newId(),
      input: { userId: member.userId, memberLevel: '=cmd|\r\n<b>' },
    })
    const client = await http.socket(admin)
    const frame = await client.watch('accounts.logs', { channel: 'auth', search: '', before: null })
    expect(JSON.stringify(frame)).toContain('User registered.')
    client.close()
    // the server prints only its own texts
    expect(http.studio.reported).toEqual([])
  })
})

it('no procedure accepts a text that the database cannot store', () => {
  const procedures = [...http.services.commands.values(), ...http.services.queries.values()]
  const texts = procedures.flatMap(({ name, procedure }) => textsIn(procedure.input, name))
  const taking = texts.filter(([, schema]) => ['Mari\0', 'Mari\uD800'].some((text) => schema.safeParse(text).success))
  expect(texts.length).toBeGreaterThan(50)
  expect(taking.map(([path]) => path)).toEqual([])
})
