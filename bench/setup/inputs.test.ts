import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { commands, queries } from '#server/studio.ts'
import { callsOn, SEARCHES_ALL } from './calls.ts'
import { sizes } from './decade.ts'
import { screensOf } from './screens.ts'

const screens = screensOf(sizes.quick)
const calls = callsOn(sizes.quick)

it('measures the growth of every query and every command, and of no other', () => {
  expect(Object.keys(screens).toSorted()).toEqual([...queries.keys()].toSorted())
  expect(Object.keys(calls).toSorted()).toEqual([...commands.keys()].toSorted())
})

it('excuses by name none but commands that there are', () => {
  expect(SEARCHES_ALL.filter((name) => !commands.has(name))).toEqual([])
})

it('asks nothing that its procedure would refuse for its shape', () => {
  const asked = [
    ...Object.entries(screens).flatMap(([name, inputs]) => inputs.map((input) => ({ name, input }))),
    ...Object.entries(calls).map(([name, { input }]) => ({ name, input })),
  ]
  const unfit = asked.filter(({ name, input }) => {
    const schema = (queries.get(name) ?? commands.get(name))?.procedure.input
    return !schema || !z.safeParse(schema, input).success
  })
  expect(unfit).toEqual([])
})
