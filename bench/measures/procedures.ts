import fc from 'fast-check'
import { openDatabase } from '#server/db/database.ts'
import type { NamedCommand } from '#server/commands/runCommand.ts'
import type { NamedQuery } from '#server/live/queries.ts'
import { fitting } from '#server/testing/inputs.ts'
import { TestStudio, WITH_FEATURES } from '#server/testing/studio.ts'
import type { EngineName, Engines } from '../setup/engines.ts'
import { median, type Figure } from '../setup/figures.ts'
import type { Scale } from '../setup/scale.ts'
import { fillYears, someIds } from '../setup/studio.ts'

/** Every query and every command, with generated inputs, in a studio with many years of data: none may fail. */
export async function measureProcedures(engines: Engines, engine: EngineName, scale: Scale): Promise<Figure[]> {
  const found: Figure[] = []
  for (const times of engine === 'embedded' ? scale.sizes.slice(0, 1) : scale.sizes) {
    const options =
      engine === 'embedded'
        ? { dataDir: engines.emptyFolder() }
        : { dataDir: '', databaseUrl: await engines.emptyDatabase() }
    await fillYears(options, times)
    const studio = await TestStudio.open(WITH_FEATURES, await openDatabase(options))
    try {
      studio.now = Date.now()
      const { failed, slowest } = await callAll(studio, scale.inputs)
      found.push({
        measure:
          times > 1 && engine === 'PostgreSQL'
            ? 'PostgreSQL: procedures that fail, ten times as many'
            : `${engine}: procedures that fail, 5,000 people and 200,000 payments`,
        value: failed.length,
        detail: [...failed, `slowest: ${slowest}`].join('; '),
      })
    } finally {
      await studio.close()
    }
  }
  return found
}

async function callAll(studio: TestStudio, inputs: number): Promise<{ failed: string[]; slowest: string }> {
  const admin = await studio.person('admin')
  const failed: string[] = []
  const times: { name: string; time: number }[] = []
  const each = async ({ name, procedure }: NamedCommand | NamedQuery, call: (input: unknown) => Promise<void>) => {
    // with a subject, omit optional inputs: the call is then about the admin, who may not make it for others
    const optional = procedure.subject === undefined
    const took: number[] = []
    for (const input of fc.sample(fitting(procedure.input, someIds, { optional }), { seed: 1, numRuns: inputs })) {
      const began = performance.now()
      try {
        await call(input)
      } catch (error) {
        failed.push(`${name} ${JSON.stringify(input)}: ${String(error)}`)
        return
      }
      took.push(performance.now() - began)
    }
    times.push({ name, time: median(took) })
  }
  for (const query of studio.services.queries.values()) {
    await each(query, async (input) => void (await studio.ask(admin, { ...query.procedure, name: query.name }, input)))
  }
  // settings come last, as they may disable a feature and its commands
  const sets = ({ name }: NamedCommand) => Number(name.startsWith('settings.'))
  for (const command of [...studio.services.commands.values()].toSorted((a, b) => sets(a) - sets(b))) {
    // a new session for each command, since some end it
    const caller = await studio.person('admin')
    await each(command, async (input) => {
      const { status } = await studio.callRaw(caller, command.name, { key: crypto.randomUUID(), input })
      if (status >= 500) throw new Error(`${status} ${studio.reported.join(' ')}`)
    })
  }
  const slow = times.toSorted((a, b) => b.time - a.time).slice(0, 5)
  return { failed, slowest: slow.map(({ name, time }) => `${name} ${time.toFixed(0)} ms`).join(', ') }
}
