import { sql, type SQL } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { newId } from '#kernel/ids.ts'
import { bookkeepingOf, type Topic } from '#server/changes/topics.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { sqlError } from '#server/db/errors.ts'
import type { QueryHandler, SharedQuery } from '#server/procedures.ts'
import { busyStudio, type BusyStudio } from '#server/testing/busyStudio.ts'
import { anEntry } from '#server/testing/fixtures.ts'
import { fitting } from '#server/testing/inputs.ts'
import { TestStudio, WITH_FEATURES } from '#server/testing/studio.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { may, type Caller, type Permission } from '#studio/accounts/rules.ts'
import { attendance } from '#studio/attendance/contract.ts'
import { waiting } from '#studio/waiting/contract.ts'
import { topicsOf, whoIs, type NamedQuery } from './queries.ts'

let studio: TestStudio
let busy: BusyStudio
let callers: Caller[]
let ids: string[]
beforeAll(async () => {
  studio = await TestStudio.open(WITH_FEATURES)
  busy = await busyStudio(studio)
  const { admin, member, scheduleId } = busy
  const included = await studio.person('user', { membershipCategory: 'Member-girl' })
  await anEntry(studio, admin, { inDays: 0 })
  await studio.must(admin, attendance.take, { scheduleId, userId: member.userId, value: 'attended' })
  await studio.must(member, accounts.askForDeletion, {})
  // full with the included person
  const full = await anEntry(studio, admin, { maxParticipants: 1 })
  await studio.must(await studio.person(), waiting.join, { kind: 'class', id: full.scheduleId, takeWith: null })
  ids = [...busy.ids, full.scheduleId]
  const { identify, database } = studio.services
  const tokens = [admin.sessionToken, member.sessionToken, included.sessionToken, null]
  callers = await Promise.all(tokens.map((token) => identify(database.read, token, studio.now)))
})
afterAll(() => studio.close())

/** Tables without topics of their own, and the tables with which their rows change. */
const FOLLOWING: Readonly<Record<string, readonly string[]>> = {
  payments: ['paymentHistory', 'receipts', 'payers'],
  papers: ['invoiceLines'],
  purchases: ['passEntries'],
}

/** Owner columns other than user_id. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  people: ['id'],
  accounts: ['id', 'person_id'],
  payments: ['user_id', 'payer_id'],
  sessions: ['account_id'],
  credentials: ['account_id'],
  emailLinks: ['account_id'],
  chosenWays: ['account_id'],
  pushSubscriptions: ['account_id'],
  feeds: ['account_id'],
  payerReferences: ['payer_id'],
  credits: ['payer_id'],
  papers: ['payer_id'],
  paperBuyers: ['payer_id'],
  passkeys: ['account_id'],
  providerLinks: ['account_id'],
  twoSteps: ['account_id'],
  recoveryCodes: ['account_id'],
  guardians: ['account_id', 'person_id'],
  familyInvitations: ['account_id'],
}

/** Lets a role read only what these topics cover. */
function grants(topics: readonly string[], role: SQL): SQL[] {
  return topics.flatMap((topic) => {
    const [name = '', part] = topic.split(':')
    const whole = [name, ...(FOLLOWING[name] ?? [])].map(
      (table) => sql`grant select on ${sql.identifier(table)} to ${role}`,
    )
    if (part === undefined || name === 'logs' || topics.includes(name)) return whole
    if (part === 'content') return [...whole, otherBookkeeping(name)]
    const owner = sql.join(
      (OWNERS[name] ?? ['user_id']).map((column) => sql`${sql.identifier(column)} = ${sql.raw(`'${part}'`)}`),
      sql` or `,
    )
    return [
      ...whole,
      sql`alter table ${sql.identifier(name)} enable row level security`,
      sql`create policy own on ${sql.identifier(name)} to ${role} using (${owner})`,
    ]
  })
}

/** Changes all columns that a content topic such as `accounts:content` leaves out. */
function otherBookkeeping(table: string): SQL {
  const changes = bookkeepingOf(table).map((column) => {
    const other = column.endsWith('_count') ? sql`0` : sql`timestamptz '2001-01-01'`
    return sql`${sql.identifier(column)} = ${other}`
  })
  return sql`update ${sql.identifier(table)} set ${sql.join(changes, sql`, `)}`
}

class Undone extends Error {}

interface Question {
  readonly handler: QueryHandler<unknown, unknown>
  readonly procedure: NamedQuery['procedure']
  readonly caller: Caller
  readonly input: unknown
}

/** The result when only data of these topics is visible; without topics everything is visible. */
async function answerTo(question: Question, topics?: readonly string[]): Promise<unknown> {
  const { handler, caller, input } = question
  let answer: unknown
  const role = sql.identifier(`reader_${newId()}`)
  const asked = studio.database.transaction(async (db) => {
    if (topics) {
      await db.execute(sql`create role ${role}`)
      for (const grant of grants(topics, sql`${role}`)) await db.execute(grant)
      await db.execute(sql`set local role ${role}`)
    }
    const { now, services } = studio
    const context = { db, now, settings: services.settings, changesAt: () => {}, ...whoIs(question, caller, input) }
    answer = await handler.run(context, input)
    throw new Undone()
  })
  await asked.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return answer
}

/** What the result depends on besides the query's topics; null when nothing. */
async function unnamed(question: Question, full: string): Promise<string | null> {
  const topics = topicsOf(question, question.caller, question.input)
  try {
    const answer = JSON.stringify(z.parse(question.procedure.answer, await answerTo(question, topics)))
    return answer === full ? null : `another answer without what ${topics.join(', ')} leave out`
  } catch (error) {
    if (sqlError(error)?.code !== '42501') throw error
    return `${(error as { cause?: Error }).cause?.message ?? String(error)}; named are ${topics.join(', ')}`
  }
}

/** Inputs of a query: some random ones, and ones with ids that exist, each with every choice of every other field. */
function inputsOf(schema: z.core.$ZodType): unknown[] {
  const some = fc.sample(fitting(schema, ids) as fc.Arbitrary<object>, { seed: 3, numRuns: 20 })
  const finding = (field: string) => (/^id$|Id$/.test(field) ? ids : field === 'search' ? ['', 'victoria'] : [])
  const chosen = choicesIn(schema).flatMap(([field, values]) => values.map((value) => ({ ...some[0], [field]: value })))
  const fields = Object.keys(some[0] ?? {})
  return [
    ...some,
    ...[some[0], ...chosen].flatMap((input) =>
      fields.flatMap((field) => finding(field).map((value) => ({ ...input, [field]: value }))),
    ),
  ]
}

/** Fields with a choice of few values, such as a kind. */
function choicesIn(schema: z.core.$ZodType): [field: string, values: unknown[]][] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type !== 'object') return []
  return Object.entries(def.shape).flatMap(([field, inner]) => {
    const { def } = (inner as z.core.$ZodTypes)._zod
    return def.type === 'enum' ? [[field, Object.values(def.entries)]] : []
  })
}

const seenBy = async (on: readonly Topic[], run: SharedQuery<unknown, unknown>['run']) => {
  const procedure = { answer: z.any() } as never
  const question = {
    handler: { scope: 'shared', on, run },
    procedure,
    caller: callers[0] as Caller,
    input: {},
  } as const
  return unnamed(question, JSON.stringify(await answerTo(question)))
}

describe('the topics of a query', () => {
  it(
    'cover every table that it reads, and whose rows, so that no changed result goes unannounced',
    { timeout: 120_000 },
    async () => {
      const answers: Record<string, number> = {}
      for (const { name, procedure, handler } of studio.services.queries.values()) {
        if (!procedure.live) continue
        const seen = new Set<string>()
        for (const caller of handler.scope === 'shared' ? callers.slice(0, 1) : callers) {
          if (!may(caller.kind, procedure.may as Permission)) continue
          for (const input of inputsOf(procedure.input)) {
            const question = { handler, procedure, caller, input }
            const full = JSON.stringify(z.parse(procedure.answer, await answerTo(question)))
            if (seen.has(full)) continue
            seen.add(full)
            answers[name] = (answers[name] ?? 0) + 1
            expect.soft(await unnamed(question, full), `${name} ${JSON.stringify(input)}`).toBe(null)
          }
        }
      }
      // a query with empty results reads too little to prove anything
      const { length } = Object.values(answers).filter((count) => count > 1)
      expect(length).toBeGreaterThan(30)
    },
  )

  it.each<[string, string[], SQL]>([
    ['a table that is not named', ['people'], sql`select id from people where exists (select from schedule)`],
    ['rows of others where only somebody’s are named', ['people:somebody'], sql`select count(*)::int from people`],
    [
      'what bookkeeping writes where only the content is named',
      ['accounts:content'],
      sql`select last_login from accounts`,
    ],
  ])('are detected as incomplete without %s', async (_, topics, query) => {
    const run = async ({ db }: { db: Tx }) => rows(await db.execute(query))
    expect(await seenBy(topics as Topic[], run)).not.toBe(null)
    expect(await seenBy(['people', 'accounts', 'schedule'] as Topic[], run)).toBe(null)
  })
})
