import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { newId } from '#kernel/ids.ts'
import { busyStudio, type BusyStudio } from '#server/testing/busyStudio.ts'
import { paid } from '#server/testing/paid.ts'
import { anEntry, dropIn, joining } from '#server/testing/fixtures.ts'
import { EXTRA_FIELDS, sampleInput } from '#server/testing/inputs.ts'
import { TestStudio, visitor, type Person, WITH_FEATURES } from '#server/testing/studio.ts'

let studio: TestStudio
let busy: BusyStudio
let me: Person

beforeAll(async () => {
  studio = await TestStudio.open(WITH_FEATURES)
  busy = await busyStudio(studio)
  me = await studio.person('user')
})
afterAll(() => studio.close())

const callWith = (name: string, input: object, from: Person = me) =>
  studio.callRaw(from, name, { key: newId(), input: { ...input, ...EXTRA_FIELDS } })

describe('unknown fields', () => {
  it('reach no handler, at any depth, of any procedure', () => {
    for (const { name, procedure } of [...studio.services.commands.values(), ...studio.services.queries.values()]) {
      const input = sampleInput(procedure.input)
      const parsed = procedure.input.safeParse({ ...input, ...extras(fieldsOf(procedure.input)) })
      // either dropped or refused
      if (parsed.success) expect(parsed.data, name).toEqual(input)
    }
  })

  it('would be noticed: a schema that accepts unknown fields lets them through', async () => {
    const { looseObject } = await import('zod/mini')
    const parsed = looseObject({}).safeParse(extras([]))
    expect(parsed.data).toHaveProperty('role')
  })

  it('make nobody an admin, verified, or another person at sign-up', async () => {
    const form = { displayName: 'Eve', familyName: 'Kask', dob: '2000-01-01', email: 'eve@example.ee' }
    const outcome = await callWith('accounts.signUp', { ...form, password: 'quiet waltz', language: 'en' }, visitor)
    expect(outcome.body.ok).toBe(true)
    const [eve] = await studio.sql<{ id: string; role: string; verified: unknown }>`
      select id, role, email_verified_at as verified, created_at as "createdAt" from accounts where email = 'eve@example.ee'`
    expect(eve).toMatchObject({ role: 'user', verified: null, createdAt: studio.now })
    expect(eve?.id).not.toBe('chosen-by-me')
  })

  it("do not make a purchase cheaper, paid, or another person's", async () => {
    const { scheduleId } = await anEntry(studio, busy.admin, { inDays: 3 })
    const order = { membershipId: busy.membershipId, coverMember: false, paymentMethod: 'cash' }
    expect((await callWith('memberships.buy', order)).body.ok).toBe(true)
    expect((await callWith('courses.join', joining(busy.courseId))).body.ok).toBe(true)
    expect((await callWith('registrations.registerWithDropIn', dropIn(scheduleId))).body.ok).toBe(true)
    const found = await studio.sql`
      select price, status, ${paid} as actual from payments p where user_id = ${me.userId} order by price`
    const due = { status: 'due', actual: null }
    expect(found).toEqual([
      { price: 1500, ...due },
      { price: 4000, ...due },
      { price: 6000, ...due },
    ])
    expect(await studio.sql`select 1 from payments where user_id = 'somebody-else' or id = 'chosen-by-me'`).toEqual([])
  })

  it('do not settle a payment when it is marked as paid', async () => {
    const [payment] = await studio.sql<{ id: string }>`
      select id from payments where user_id = ${me.userId} and payment_method <> 'cash'`
    expect((await callWith('payments.markAsPaid', { paymentId: payment?.id })).body.ok).toBe(true)
    expect(await studio.sql`select status, ${paid} as actual from payments p where id = ${payment?.id}`).toEqual([
      { status: 'markedByUser', actual: null },
    ])
  })

  it('do not pollute the prototype of all objects', async () => {
    const poisoned: unknown = JSON.parse(
      '{"__proto__":{"role":"admin","polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    )
    for (const [name, { procedure }] of studio.services.commands) {
      if (name === 'accounts.signOut') continue
      const input: unknown = Object.assign(Object.create(null), sampleInput(procedure.input), poisoned)
      const { body } = await studio.callRaw(visitor, name, { key: newId(), input })
      expect(body).not.toMatchObject({ code: 'unexpected' })
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(studio.reported).toEqual([])
  })

  it('are refused beside the input', async () => {
    const body = { key: newId(), input: { language: 'et' }, userId: busy.member.userId }
    expect(await studio.callRaw(me, 'accounts.setLanguage', body)).toMatchObject({ status: 400 })
  })
})

/** The extra fields, without those that this procedure accepts. */
function extras(own: readonly string[]) {
  const poison: Record<string, unknown> = { ...EXTRA_FIELDS }
  Object.defineProperty(poison, '__proto__', { value: { role: 'admin' }, enumerable: true })
  return Object.fromEntries(Object.entries(poison).filter(([name]) => !own.includes(name)))
}

/** Includes optional fields. */
const fieldsOf = (input: z.core.$ZodType): string[] =>
  Object.keys((input as z.core.$ZodTypes)._zod.def.type === 'object' ? (input as z.core.$ZodObject)._zod.def.shape : {})
