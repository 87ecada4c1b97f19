import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { newId } from '#kernel/ids.ts'
import type { Command } from '#kernel/procedures.ts'
import { named } from '#server/access.ts'
import { busyStudio, rowsOf, type BusyStudio } from '#server/testing/busyStudio.ts'
import { dropIn } from '#server/testing/fixtures.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { fitting, sampleInput } from '#server/testing/inputs.ts'
import { visitor, type Person, WITH_FEATURES } from '#server/testing/studio.ts'
import { may, type CallerKind, type Permission } from '#studio/accounts/rules.ts'
import { payments } from '#studio/payments/contract.ts'
import { registrations } from '#studio/registrations/contract.ts'

let http: HttpStudio
let busy: BusyStudio
/** Callers who must not see or change another person's data. */
const strangers = {} as Record<'visitor' | 'unverified' | 'user', Person>
const kinds = ['visitor', 'unverified', 'user'] as const

beforeAll(async () => {
  http = await HttpStudio.open({ env: WITH_FEATURES })
  busy = await busyStudio(http.studio)
  strangers.visitor = visitor
  strangers.unverified = await http.studio.person('unverified')
  strangers.user = await http.studio.person('user')
})
afterAll(() => http.close())

const allows = (procedure: { may: string }, kind: CallerKind) => may(kind, procedure.may as Permission)
const secretsIn = (text: string) => busy.secrets.filter((secret) => text.includes(secret))
const all = () => [...http.services.commands.values(), ...http.services.queries.values()]
const inputsFor = (schema: unknown, count: number) =>
  fc.sample(fitting(schema as z.core.$ZodType, busy.ids), { seed: 7, numRuns: count })

/** Paths and types of all fields in a result, at any depth. */
function fieldsOf(schema: unknown, path = ''): { path: string; type: string }[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const here = { path, type: def.type }
  if (def.type === 'object') {
    const inner = Object.entries(def.shape).flatMap(([name, field]) => fieldsOf(field, `${path}.${name}`))
    return [def.catchall ? { path, type: 'loose object' } : here, ...inner]
  }
  // of a union, the fields of every option
  if (def.type === 'union') return def.options.flatMap((option) => fieldsOf(option, path))
  if (def.type === 'array') return [here, ...fieldsOf(def.element, path)]
  return def.type === 'nullable' || def.type === 'optional' ? [here, ...fieldsOf(def.innerType, path)] : [here]
}

describe('the fields of a result', () => {
  it('are all named in its schema', () => {
    const plain = ['object', 'array', 'nullable', 'optional', 'string', 'number', 'boolean', 'enum', 'literal']
    const other = all().flatMap(({ name, procedure }) =>
      fieldsOf(procedure.answer)
        .filter(({ type }) => !plain.includes(type))
        .map(({ path, type }) => `${name}${path}: ${type}`),
    )
    // free-form data about a log line, for staff only
    const metadata = ['accounts.logs.lines.metadata: record', 'accounts.logsForExport.rows.metadata: record']
    expect(new Set(other)).toEqual(new Set(metadata))
  })

  it("include no e-mail, birth date or name, except for staff or one's own", () => {
    const own =
      'accounts.me accounts.details accounts.saveDetails accounts.verifyEmail privacy.download papers.content papers.statement'.split(
        ' ',
      )
    // one's children, other guardians of them, and people one pays for
    const family = ['families.mine', 'payments.mine', 'payments.allMine', 'privacy.downloadChild']
    // shown to the owner of the link
    const byLink = [
      'accounts.resetPassword',
      'signing.ways',
      'signing.checkAddressLink',
      'signing.takeAddress',
      'signing.checkKeepLink',
      'signing.finishProvider',
      // the address at which the invited person was asked
      'families.checkInvitation',
    ]
    // the studio's own e-mail address, shown on every page, and whoever teaches, whose name is at every class
    const studio = ['settings.shown']
    const teachers = ['rooms.shown']
    const personal = (answer: unknown) =>
      fieldsOf(answer).filter(({ path }) => /\.(\w*email|dob|displayName|familyName|userId|userName)$/i.test(path))
    for (const { name, procedure } of all()) {
      if (![...own, ...family, ...byLink, ...studio, ...teachers].includes(name) && allows(procedure, 'user'))
        expect(personal(procedure.answer), name).toEqual([])
      if (!['accounts.user', 'accounts.details', 'accounts.saveDetails'].includes(name))
        expect(fieldsOf(procedure.answer).map(({ path }) => path)).not.toContain('.dob')
    }
    // phone numbers: one's own, of participants for their teacher, and all for admins
    const numbers = all().filter(({ procedure }) =>
      fieldsOf(procedure.answer).some(({ path }) => path.endsWith('.phone')),
    )
    const answeredTo = (kind: CallerKind) =>
      numbers.filter(({ procedure }) => allows(procedure, kind)).map(({ name }) => name)
    // a paper has the studio's phone number
    const papers = ['papers.content', 'papers.statement']
    const ownNumbers = ['accounts.details', 'accounts.saveDetails', 'privacy.download', ...papers, ...studio]
    expect(new Set(answeredTo('user'))).toEqual(new Set(ownNumbers))
    expect(new Set(answeredTo('teacher'))).toEqual(new Set([...ownNumbers, 'attendance.contacts', 'courses.contacts']))
    // the same search finds such fields where they are expected
    const { answer } = http.services.queries.get('accounts.user')?.procedure ?? {}
    expect(personal(answer).map(({ path }) => path)).toEqual(expect.arrayContaining(['.email', '.dob', '.displayName']))
  })
})

describe('a stranger', () => {
  it('finds nothing of another person in any result or pushed change', async () => {
    const { studio } = http
    const watching = kinds.map((kind) => http.socket(strangers[kind]))
    const sockets = await Promise.all(watching)
    for (const [index, client] of sockets.entries()) {
      const kind = kinds[index] as CallerKind
      for (const { name, procedure } of http.services.queries.values()) {
        for (const input of inputsFor(procedure.input, 6)) {
          const frame = await client.watch(name, input)
          const ofOther = named(procedure, input) !== undefined
          if (allows(procedure, kind) && procedure.live && !ofOther) expect(frame, name).toHaveProperty('answer')
          else expect(frame, `${name} as ${kind}`).toHaveProperty('refused')
          client.socket.send(JSON.stringify({ leave: frame?.['key'] }))
        }
        await client.watch(name, sampleInput(procedure.input, busy.ids), `kept ${name}`)
      }
    }
    // now change everything about the member while the strangers are subscribed
    const { member, admin, scheduleId } = busy
    await http.must(member, registrations.cancel, { scheduleId })
    await http.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const [due] = await studio.ask(member, payments.mine, {})
    await http.must(admin, payments.confirm, { paymentId: due?.id, actualAmount: 1 })
    // one more registration, because cancelling and registering again may leave the result unchanged
    await http.must(await studio.person('user'), registrations.registerWithDropIn, dropIn(scheduleId))
    for (const client of sockets) {
      const shown = await client.frame(
        (frame) =>
          frame['key'] === 'kept registrations.upcoming' && JSON.stringify(frame).includes('"registeredCount":2'),
      )
      expect(shown).toBeDefined()
      expect(secretsIn(JSON.stringify(client.frames))).toEqual([])
      client.close()
    }
  })

  it('would be noticed: results of the member and of staff contain what the search looks for', async () => {
    const own = await http.socket(busy.member)
    expect(secretsIn(JSON.stringify(await own.watch('accounts.me', {})))).toContain('victoria.7f3a@private.example')
    expect(secretsIn(JSON.stringify(await own.watch('payments.mine', {}))).length).toBeGreaterThan(0)
    own.close()
    const staff = await http.socket(busy.admin)
    const answer = JSON.stringify(await staff.watch('accounts.user', { userId: busy.member.userId }))
    expect(secretsIn(answer)).toEqual(expect.arrayContaining(['victoria.7f3a@private.example', '1987-06-05']))
    staff.close()
  })

  it('cannot change anything of another person by any command, and learns nothing about it', async () => {
    const before = await untouchable()
    for (const kind of kinds) {
      for (const { name, procedure } of http.services.commands.values()) {
        if (name === 'accounts.signOut') continue
        for (const input of triedOn(procedure, kind)) {
          const { body } = await http.studio.callRaw(strangers[kind], name, { key: newId(), input })
          expect(secretsIn(JSON.stringify(body)), `${name} as ${kind}: ${JSON.stringify(input)}`).toEqual([])
        }
      }
    }
    expect(await untouchable()).toEqual(before)
    expect(http.studio.reported).toEqual([])
  }, 60_000)

  it("would be noticed: the member's own command changes those rows", async () => {
    const before = await untouchable()
    const [due] = await http.studio.ask(busy.member, payments.mine, {})
    const { paymentId } = { paymentId: due?.id ?? '' }
    await http.studio.must(busy.admin, payments.cancel, { paymentId })
    expect(await untouchable()).not.toEqual(before)
  })
})

/**
 * Inputs that target the member: each of her ids in every id field, and some random ones. Commands for visitors need a
 * password or a link to find a person, and are slow, so they get fewer.
 */
function triedOn(procedure: Command, kind: CallerKind): unknown[] {
  if (!allows(procedure, kind) || allows(procedure, 'visitor')) return inputsFor(procedure.input, 1)
  const input = sampleInput(procedure.input, busy.ids)
  const fields = Object.keys(input).filter((name) => name.endsWith('Id'))
  const aimed = fields.flatMap((name) => busy.ids.map((id) => ({ ...input, [name]: id })))
  return [...aimed, ...inputsFor(procedure.input, 5)]
}

/** The member's rows, without e-mails and log lines that anybody causes by requesting a new password. */
async function untouchable() {
  // save earlier uses of the member's session first, so that they do not count as changes
  await http.services.uses.write(http.studio.database)
  const { emailLinks: _links, logs: _logs, ...own } = await rowsOf(http.studio, busy.member)
  return own
}
