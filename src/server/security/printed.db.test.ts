import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { busyStudio, type BusyStudio } from '#server/testing/busyStudio.ts'
import { HttpStudio } from '#server/testing/httpStudio.ts'
import { sampleInput } from '#server/testing/inputs.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { WITH_FEATURES } from '#server/testing/studio.ts'

const SECRET = 'Zq7planted'
/** The planted secret in the formats of different fields. */
const FORMS = [
  `${SECRET} words`,
  SECRET,
  `${SECRET}@example.ee`,
  `https://${SECRET}.example/`,
  `${SECRET}-${'k'.repeat(33)}`,
]

let http: HttpStudio
let busy: BusyStudio
let metricsPort: number

beforeAll(async () => {
  metricsPort = await freePort()
  http = await HttpStudio.open({ env: { ...WITH_FEATURES, METRICS_PORT: String(metricsPort) } })
  busy = await busyStudio(http.studio)
})
afterAll(() => http.close())

/** Settings whose URLs are secrets, or contain one. */
const ADDRESSES = [
  `/verify?token=${SECRET}`,
  `/reset-password?token=${SECRET}`,
  `/unsubscribe/${SECRET}`,
  `/calendar/${SECRET}/${SECRET}.ics`,
  `/papers/${SECRET}.pdf`,
  `/preview/et/class/${SECRET}.png`,
  `/rpc/${SECRET}`,
  `/${SECRET}`,
  `/class/${SECRET}`,
  `/pass/${SECRET}`,
  `/look/${SECRET}/logo.png`,
]

/** Tables needed to identify the caller: they stay readable, or no handler would run. */
const IDENTIFY = ['accounts', 'people', 'sessions', 'rateLimits']

/** Makes the database refuse every write with an error that contains the written values. */
async function withNothingWritable(work: () => Promise<void>): Promise<void> {
  const { database } = http.studio
  const tables = await http.studio.sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`
  const spoilt = tables.filter(({ name }) => !IDENTIFY.includes(name))
  const each = (statement: (name: string) => ReturnType<typeof sql>) =>
    database.transaction(async (tx) => {
      for (const { name } of spoilt) await tx.execute(statement(name))
    })
  await each((name) => sql`alter table ${sql.identifier(name)} add constraint planted check (false) not valid`)
  try {
    await work()
  } finally {
    await each((name) => sql`alter table ${sql.identifier(name)} drop constraint planted`)
  }
}

/** The input with the secret in every text field that accepts it. */
function withSecrets(schema: z.ZodMiniType, input: Record<string, unknown>): { input: unknown; places: number } {
  let places = 0
  const whole: { input: unknown } = { input }
  const visit = (holder: Record<string, unknown> | unknown[], key: string | number) => {
    const value = (holder as Record<string | number, unknown>)[key]
    if (typeof value === 'object' && value !== null) {
      const inner = value as Record<string, unknown> | unknown[]
      for (const name of Array.isArray(inner) ? inner.keys() : Object.keys(inner)) visit(inner, name)
    }
    if (typeof value !== 'string') return
    const form = FORMS.find((text) => {
      ;(holder as Record<string | number, unknown>)[key] = text
      return schema.safeParse(whole.input).success
    })
    if (form === undefined) (holder as Record<string | number, unknown>)[key] = value
    else places++
  }
  visit(whole, 'input')
  return { input: whole.input, places }
}

it('prints no secret, and exposes none in metrics, when one is planted in every input', async () => {
  const { reported } = http.studio
  const { commands, queries } = http.services
  const planted: number[] = []
  const codes: (string | undefined)[] = []
  await withNothingWritable(async () => {
    for (const [name, { procedure }] of commands) {
      if (name === 'accounts.signOut') continue
      const { input, places } = withSecrets(procedure.input, sampleInput(procedure.input, busy.ids))
      planted.push(places)
      const answer = (await (await http.post(busy.admin, name, input)).json()) as { code?: string }
      codes.push(answer.code)
    }
    const socket = await http.socket(busy.admin)
    for (const [name, { procedure }] of queries) {
      const { input, places } = withSecrets(procedure.input, sampleInput(procedure.input, busy.ids))
      planted.push(places)
      if (procedure.live) await socket.watch(name, input)
    }
    socket.close()
    for (const path of ADDRESSES) {
      await http.fetch(path, {
        headers: { 'user-agent': SECRET, referer: `https://${SECRET}.example/`, 'x-request-id': SECRET },
      })
      await http.fetch(path, { method: 'POST', headers: { cookie: `session=${SECRET}` }, body: SECRET })
    }
  })
  // handlers did run, and lines were printed
  expect(codes.filter((code) => code === 'unexpected').length).toBeGreaterThan(20)
  expect(planted.reduce((sum, places) => sum + places)).toBeGreaterThan(100)
  expect(reported.length).toBeGreaterThan(20)
  expect(reported.filter((line) => line.includes(SECRET))).toEqual([])
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toContain('studio_')
  expect(metrics).not.toContain(SECRET)
})
