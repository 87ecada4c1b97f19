import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { newId } from '#kernel/ids.ts'
import type { Engine } from '#server/db/connection.ts'
import { databaseOver } from '#server/db/database.ts'
import { answerQuery } from '#server/live/queries.ts'
import { Refused } from '#server/access.ts'
import { busyStudio, type BusyStudio } from '#server/testing/busyStudio.ts'
import { testEngine } from '#server/testing/database.ts'
import { fitting } from '#server/testing/inputs.ts'
import { TestStudio, WITH_FEATURES } from '#server/testing/studio.ts'

// every statement of the studio goes through a connection, with its text and its values separate
const statements: { text: string; values: readonly unknown[] }[] = []
let studio: TestStudio
let busy: BusyStudio
beforeAll(async () => {
  const { engine } = await testEngine()
  studio = await TestStudio.open(WITH_FEATURES, databaseOver(watched(engine)))
  busy = await busyStudio(studio)
})
afterAll(() => studio.close())
beforeEach(() => {
  statements.length = 0
})

/** The engine with every statement recorded. */
const watched = (engine: Engine): Engine => ({
  ...engine,
  connect: async (...how) => {
    const connection = await engine.connect(...how)
    return {
      ...connection,
      query: (text, values = [], ...more) => {
        statements.push({ text, values })
        return connection.query(text, values, ...more)
      },
    }
  },
})

/** Two texts that would break out of a statement, of the same length and number of words. */
const [ONE, OTHER] = [`zzone'; drop table users; --"`, `zztwo'; drop table people; -"`]
const hostile = /zzone|zztwo|drop table/i
const fits = (schema: z.core.$ZodType, value: unknown) => (schema as z.ZodMiniType).safeParse(value).success

/** The input with that text in every text field, and the number of such fields. */
function laced(
  schema: z.core.$ZodType,
  input: unknown,
  text: string,
): { input: Record<string, unknown>; places: number } {
  const made = { ...(input as Record<string, unknown>) }
  let places = 0
  for (const name of Object.keys(made)) {
    for (const value of [text, [text]]) {
      if (!fits(schema, { ...made, [name]: value })) continue
      made[name] = value
      places++
    }
  }
  return { input: made, places }
}

const samples = (schema: z.core.$ZodType) => fc.sample(fitting(schema, busy.ids), { seed: 7, numRuns: 6 })

/** Texts of all statements of one query. */
async function asked(name: string, input: unknown): Promise<string[]> {
  const query = studio.services.queries.get(name)
  if (!query) throw new Error(`There is no query ${name}.`)
  const caller = await studio.services.identify(studio.database.read, busy.admin.sessionToken, studio.now)
  statements.length = 0
  await answerQuery(studio.services, query, caller, input).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
  })
  return statements.map(({ text }) => text)
}

describe('typed text', () => {
  it('is a value in the statements of every query, and never changes their text', async () => {
    let places = 0
    let values = 0
    for (const { name, procedure } of studio.services.queries.values()) {
      for (const sample of samples(procedure.input)) {
        const one = laced(procedure.input, sample, ONE)
        places += one.places
        const texts = await asked(name, one.input)
        values += statements
          .flatMap((statement) => statement.values)
          .filter((value) => hostile.test(String(value))).length
        expect
          .soft(
            texts.filter((text) => hostile.test(text)),
            name,
          )
          .toEqual([])
        if (one.places > 0)
          expect.soft(await asked(name, laced(procedure.input, sample, OTHER).input), name).toEqual(texts)
      }
    }
    // the texts did reach the database
    expect(places).toBeGreaterThan(30)
    expect(values).toBeGreaterThan(30)
  })

  it("is never in the text of any command's statements either", async () => {
    let values = 0
    const last = ({ name }: { name: string }) => (name === 'settings.save' ? 1 : 0)
    // settings.save goes last: it switches features off, and with them their commands
    const commands = [...studio.services.commands.values()].toSorted((a, b) => last(a) - last(b))
    for (const { name, procedure } of commands) {
      for (const sample of samples(procedure.input)) {
        const { input } = laced(procedure.input, sample, ONE)
        // skip commands that would end the session or the role of the caller
        if (/signOut|setRole|setActive|deleteUser/.test(name)) continue
        await studio.callRaw(busy.admin, name, { key: newId(), input })
      }
    }
    for (const { text } of statements) expect.soft(text).not.toMatch(hostile)
    for (const statement of statements) values += statement.values.filter((value) => hostile.test(String(value))).length
    expect(values).toBeGreaterThan(30)
    expect(studio.reported).toEqual([])
  })

  it('would be noticed in a statement', async () => {
    await studio.database.read.execute(sql.raw(`select '${ONE.slice(0, 5)}'`))
    expect(statements.filter(({ text }) => hostile.test(text))).toHaveLength(1)
  })
})

it('an order or filter outside the offered choices is refused before any statement', () => {
  let choices = 0
  for (const { name, procedure } of studio.services.queries.values()) {
    const [sample] = samples(procedure.input)
    const { def } = (procedure.input as z.core.$ZodType as z.core.$ZodTypes)._zod
    for (const [field, inner] of def.type === 'object' ? Object.entries(def.shape) : []) {
      if ((inner as z.core.$ZodTypes)._zod.def.type !== 'enum') continue
      choices++
      for (const value of [ONE, 'id', 'password_hash', 'name desc', 'name;--', ['name'], '__proto__', null])
        expect.soft(fits(procedure.input, { ...(sample as object), [field]: value }), `${name} ${field}`).toBe(false)
    }
  }
  expect(choices).toBeGreaterThanOrEqual(10)
})
