import { expect, it } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { runCommand } from '#server/commands/runCommand.ts'
import { anEntry, dropIn } from '#server/testing/fixtures.ts'
import { expectInvariants } from '#server/testing/invariants.ts'
import { requestOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { registrations } from '#studio/registrations/contract.ts'
import { event, on, raiseTo, type Event, type Raise } from './events.ts'
import type { CommandContext } from './procedures.ts'

let studio: TestStudio
let admin: Person

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
})

const context = {} as CommandContext

it("runs only the event's own handlers, one after the other in order", async () => {
  const freed = event<{ place: string }>('freed')
  const same = event<{ place: string }>('freed')
  const seen: string[] = []
  const notes =
    (name: string) =>
    async (_c: CommandContext, { place }: { place: string }) => {
      seen.push(`${name} begins with ${place}`)
      await Promise.resolve()
      seen.push(`${name} ends`)
    }
  const raise = raiseTo([on(freed, notes('first')), on(same, notes('another')), on(freed, notes('second'))])
  await raise(context, freed, { place: 'a' })
  expect(seen).toEqual(['first begins with a', 'first ends', 'second begins with a', 'second ends'])
})

it('an event without handlers has no effect', async () => {
  await expect(raiseTo([])(context, event('unheard'), {})).resolves.toBeUndefined()
})

/** The studio's commands, with another handler for one event. */
const withHandler = (name: string, handle: (c: CommandContext) => Promise<unknown>) => {
  const raise: Raise = async (c, raised: Event<never>, facts) => {
    await studio.services.raise(c, raised, facts as never)
    if (raised.name === name) await handle(c)
  }
  return { ...studio.services, raise }
}

async function cancelOwn(handle: (c: CommandContext) => Promise<unknown>) {
  const member = await studio.person()
  const { scheduleId } = await anEntry(studio, admin)
  await studio.must(member, registrations.registerWithDropIn, dropIn(scheduleId))
  const named = studio.services.commands.get(registrations.cancel.name)
  if (!named) throw new Error('There is no such command.')
  const services = withHandler('registrations.placeFreed', handle)
  return await runCommand(services, named, { key: newId(), input: { scheduleId } }, requestOf(member))
}

const places = async () => (await studio.sql`select 1 from registrations`).length

it("runs handlers in the command's transaction: a failure rolls all of it back", async () => {
  const outcome = await cancelOwn(async ({ tx }) => {
    await tx.execute(`update schedule set class_name = 'Changed'`)
    throw new Error('planted')
  })
  expect(outcome.status).toBe(500)
  expect(studio.reported.splice(0).join()).toContain('planted')
  expect(await places()).toBe(1)
  expect(await studio.sql`select class_name as name from schedule`).toEqual([{ name: 'Girls beginners' }])
  await expectInvariants(studio)
})

it("lets a handler see the command's writes, and commits the handler's writes and e-mails with it", async () => {
  const outcome = await cancelOwn(async (c) => {
    const { rows } = await c.tx.execute('select 1 from registrations')
    await c.tx.execute(`update schedule set class_name = 'Freed ${rows.length}'`)
    c.mail({ to: 'anna@example.ee', subject: 'A place is free', text: '', html: '' })
  })
  expect(outcome.body).toEqual({ ok: true, value: {} })
  expect(await places()).toBe(0)
  expect(await studio.sql`select class_name as name from schedule`).toEqual([{ name: 'Freed 0' }])
  expect(await studio.sql`select subject from outbox`).toEqual([{ subject: 'A place is free' }])
})
