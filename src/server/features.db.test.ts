import { expect, it } from 'vitest'
import { command, nothing, query } from '#kernel/procedures.ts'
import { done } from '#kernel/result.ts'
import { saveSettings } from '#server/testing/fixtures.ts'
import { run, shared } from '#server/procedures.ts'
import { codeOf, type Person, type TestStudio } from '#server/testing/studio.ts'
import { studioForEach } from '#server/testing/studioForEach.ts'
import { settings } from '#studio/settings/contract.ts'
import { features, isFeature, switchedOn } from '#studio/settings/rules.ts'
import type { NamedCommand } from './commands/runCommand.ts'

let studio: TestStudio
let admin: Person

const feature = 'waitingLists'
const ENDS = 'settings.featureEnds'
const join = { ...command({ may: 'browse', input: nothing, answer: nothing, feature }), name: 'waiting.join' }
const mine = { ...query({ may: 'browse', input: nothing, answer: nothing, feature }), name: 'waiting.mine' }

studioForEach(async (empty) => {
  studio = empty
  admin = await studio.person('admin')
  const { commands, queries } = studio.services
  const handler = run(async () => done({})) as unknown as NamedCommand['handler']
  commands.set(join.name, { name: join.name, procedure: join, handler })
  queries.set(mine.name, { name: mine.name, procedure: mine, handler: shared([], async () => ({})) })
})

const turn = (on: boolean) => codeOf(saveSettings(studio, admin, 'features', { [feature]: on }))

it('in a new studio every feature is off, and its procedures are unknown', async () => {
  expect(switchedOn(studio.services.settings.sections)).toEqual([])
  const { commands, queries } = studio.services
  expect([commands.get(join.name), queries.get(mine.name)]).toEqual([undefined, undefined])
})

it('a feature is available as soon as it is switched on, and gone when it is switched off', async () => {
  const { commands, queries } = studio.services
  expect(await turn(true)).toBe('done')
  expect((await studio.ask(admin, settings.shown, {})).features).toEqual([feature])
  expect(commands.get(join.name)?.name).toBe(join.name)
  expect(queries.get(mine.name)?.name).toBe(mine.name)
  expect(await codeOf(studio.call(admin, join, {}))).toBe('done')
  expect(await turn(false)).toBe('done')
  expect(studio.raised).toContainEqual({
    name: ENDS,
    facts: expect.objectContaining({ feature }) as unknown,
  })
  expect([commands.get(join.name), queries.get(mine.name)]).toEqual([undefined, undefined])
})

it('a feature stays on while something in it is pending', async () => {
  await turn(true)
  const services = studio.services as { raise: typeof studio.services.raise }
  const { raise } = services
  services.raise = async (c, event, facts) => {
    if (event.name === ENDS) (facts as { keep: (code: string) => void }).keep('offersPending')
    return await raise(c, event, facts)
  }
  try {
    expect(await turn(false)).toEqual({ [feature]: 'offersPending' })
  } finally {
    services.raise = raise
  }
  expect(switchedOn(studio.services.settings.sections)).toEqual([feature])
})

it('procedures name only existing features', () => {
  const { commands, queries } = studio.services
  const named = [...commands.values(), ...queries.values()].flatMap(({ procedure }) => procedure.feature ?? [])
  expect(named.filter((name) => !isFeature(name))).toEqual([])
  expect(features.length).toBe(12)
})
