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
/** Who must not see or change what is another's. */
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

/** The names and kinds of all fields of an answer, however deep. */
function fieldsOf(schema: unknown, path = ''): { path: string; type: string }[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const here = { path, type: def.type }
  if (def.type === 'object') {
    const inner = Object.entries(def.shape).flatMap(([name, field]) => fieldsOf(field, `${path}.${name}`))
    return [def.catchall ? { path, type: 'loose object' } : here, ...inner]
  }
  // the one that its status names
  if (def.type === 'union') return def.options.flatMap((option) => fieldsOf(option, path))
  if (def.type === 'array') return [here, ...fieldsOf(def.element, path)]
  return def.type === 'nullable' || def.type === 'optional' ? [here, ...fieldsOf(def.innerType, path)] : [here]
}

describe('what an answer may hold', () => {
  it('is named field by field: nothing comes along unnamed', () => {
    const plain = ['object', 'array', 'nullable', 'optional', 'string', 'number', 'boolean', 'enum', 'literal']
    const other = all().flatMap(({ name, procedure }) =>
      fieldsOf(procedure.answer)
        .filter(({ type }) => !plain.includes(type))
        .map(({ path, type }) => `${name}${path}: ${type}`),
    )
    // what a log line was about; for staff
    const metadata = ['accounts.logs.lines.metadata: record', 'accounts.logsForExport.rows.metadata: record']
    expect(new Set(other)).toEqual(new Set(metadata))
  })

  it('names nobody’s e-mail, birth date or name, unless it is for staff, or one’s own', () => {
    const own =
      'accounts.me accounts.details accounts.saveDetails accounts.verifyEmail privacy.download papers.content papers.statement'.split(
        ' ',
      )
    // one's children, who else acts for them, and for whom one pays
    const family = ['families.mine', 'payments.mine', 'payments.allMine']
    // told to whom it belongs
    const byLink = [
      'accounts.resetPassword',
      'signing.ways',
      'signing.checkAddressLink',
      'signing.takeAddress',
      'signing.checkKeepLink',
      'signing.finishProvider',
      // at which it was asked
      'families.checkInvitation',
    ]
    // the studio's own address, which stands on every page
    const studio = ['settings.shown']
    const personal = (answer: unknown) =>
      fieldsOf(answer).filter(({ path }) => /\.(\w*email|dob|displayName|familyName|userId|userName)$/i.test(path))
    for (const { name, procedure } of all()) {
      if (![...own, ...family, ...byLink, ...studio].includes(name) && allows(procedure, 'user'))
        expect(personal(procedure.answer), name).toEqual([])
      if (!['accounts.user', 'accounts.details', 'accounts.saveDetails'].includes(name))
        expect(fieldsOf(procedure.answer).map(({ path }) => path)).not.toContain('.dob')
    }
    // a phone number is one's own, or is answered where somebody teaches, or to admins
    const numbers = all().filter(({ procedure }) =>
      fieldsOf(procedure.answer).some(({ path }) => path.endsWith('.phone')),
    )
    const answeredTo = (kind: CallerKind) =>
      numbers.filter(({ procedure }) => allows(procedure, kind)).map(({ name }) => name)
    // a paper has the studio's
    const papers = ['papers.content', 'papers.statement']
    const ownNumbers = ['accounts.details', 'accounts.saveDetails', 'privacy.download', ...papers, ...studio]
    expect(new Set(answeredTo('user'))).toEqual(new Set(ownNumbers))
    expect(new Set(answeredTo('teacher'))).toEqual(new Set([...ownNumbers, 'attendance.contacts', 'courses.contacts']))
    // the same search finds them where they are
    const { answer } = http.services.queries.get('accounts.user')?.procedure ?? {}
    expect(personal(answer).map(({ path }) => path)).toEqual(expect.arrayContaining(['.email', '.dob', '.displayName']))
  })
})

describe('a stranger', () => {
  it('finds nothing of another in any answer, whatever is asked and pushed', async () => {
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
    // now everything about the member changes while they watch
    const { member, admin, scheduleId } = busy
    await http.must(member, registrations.cancel, { scheduleId })
    await http.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
    const [due] = await studio.ask(member, payments.mine, {})
    await http.must(admin, payments.confirm, { paymentId: due?.id, actualAmount: 1 })
    // one place more, as one given back and taken again may leave what is seen as it was
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

  it('would be caught: the member’s own frames, and those of staff, hold what the search looks for', async () => {
    const own = await http.socket(busy.member)
    expect(secretsIn(JSON.stringify(await own.watch('accounts.me', {})))).toContain('victoria.7f3a@private.example')
    expect(secretsIn(JSON.stringify(await own.watch('payments.mine', {}))).length).toBeGreaterThan(0)
    own.close()
    const staff = await http.socket(busy.admin)
    const answer = JSON.stringify(await staff.watch('accounts.user', { userId: busy.member.userId }))
    expect(secretsIn(answer)).toEqual(expect.arrayContaining(['victoria.7f3a@private.example', '1987-06-05']))
    staff.close()
  })

  it('changes nothing of another by any command, and is told nothing about it', async () => {
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

  it('would be caught: the member’s own command shows in those rows', async () => {
    const before = await untouchable()
    const [due] = await http.studio.ask(busy.member, payments.mine, {})
    const { paymentId } = { paymentId: due?.id ?? '' }
    await http.studio.must(busy.admin, payments.cancel, { paymentId })
    expect(await untouchable()).not.toEqual(before)
  })
})

/**
 * Inputs that aim at the member: each of her ids wherever an id may stand, and some of any kind. Those open to visitors
 * know nobody but by a password or a link, and take long.
 */
function triedOn(procedure: Command, kind: CallerKind): unknown[] {
  if (!allows(procedure, kind) || allows(procedure, 'visitor')) return inputsFor(procedure.input, 1)
  const input = sampleInput(procedure.input, busy.ids)
  const fields = Object.keys(input).filter((name) => name.endsWith('Id'))
  const aimed = fields.flatMap((name) => busy.ids.map((id) => ({ ...input, [name]: id })))
  return [...aimed, ...inputsFor(procedure.input, 5)]
}

/** The member's rows, but for the letters and log lines that anybody can cause by asking for a new password. */
async function untouchable() {
  // what the member did before is not what is looked for
  await http.services.uses.write(http.studio.database)
  const { emailLinks: _links, logs: _logs, ...own } = await rowsOf(http.studio, busy.member)
  return own
}
