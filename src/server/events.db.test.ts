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

it('reaches its own handlers in their order, one after the other, and no others', async () => {
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

it('is of no consequence where nobody handles it', async () => {
  await expect(raiseTo([])(context, event('unheard'), {})).resolves.toBeUndefined()
})

/** The studio's commands, with one event handled differently. */
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

it('is handled in the transaction of the command: what fails there undoes all of it', async () => {
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

it('sees what the command has written, and what it writes and sends is committed with it', async () => {
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
