import { fork } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { openEngine } from '#server/db/database.ts'
import { load, type Load } from './load.ts'
import { cookieOf, Places } from './studio-data.ts'

// All that a registration by drop-in writes, as one statement and so in one round trip: the session is looked up, the
// entry locked, and payment, history, place, count, two log lines and the key are written.
const REGISTER = `
  with caller as (
    select u.id from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > now() and u.active
  ), entry as (
    update schedule set registered_count = registered_count + 1, updated_at = now()
    where id = $2 and registered_count < max_participants returning id, class_name
  ), payment as (
    insert into payments (id, user_id, item, item_id, description, price, payment_method, status, deadline, updated_by,
      created_at, updated_at)
    select $3, caller.id, 'drop-in ticket', entry.id, class_name, 1500, 'cash', 'due', now(), caller.id, now(), now()
    from caller, entry
  ), history as (
    insert into "paymentHistory" (payment_id, at, by_user_id, to_status, reason)
    select $3, now(), caller.id, 'due', 'created' from caller, entry
  ), lines as (
    insert into logs (channel, level, message, user_id, metadata, created_at)
    select channel, 'info', 'Registered for ' || class_name, caller.id, jsonb_build_object('scheduleId', entry.id), now()
    from caller, entry, (values ('payments'), ('registrations')) t(channel)
  ), key as (
    insert into commands (actor, key, name, input_hash, answer, at)
    select caller.id, $4, 'registrations.registerWithDropIn', $5, '{"ok":true,"value":{"price":1500}}', now() from caller
  )
  insert into registrations (id, user_id, schedule_id, drop_in_payment_id, created_at, updated_at)
  select $6, caller.id, entry.id, $3, now(), now() from caller, entry`

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

function values(places: Places): string[] {
  const { person, entry } = places.take()
  const token = cookieOf(person).replace('session=', '')
  return [hash(token), entry, randomUUID(), randomUUID(), hash(entry), randomUUID()]
}

export interface BareClient {
  measure(inFlight: number, seconds: number): Promise<Load>
  close(): Promise<void>
}

/** As many connections as the product's pool has; without the triggers that note changes for live screens. */
export async function bareOnPostgres(databaseUrl: string): Promise<BareClient> {
  const places = new Places()
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  // when a measure fails, that failure is what is told
  pool.on('error', () => {})
  for (const statement of quiet()) await pool.query(statement)
  return {
    measure: (inFlight, seconds) =>
      load(inFlight, seconds, async () => {
        const { rowCount } = await pool.query({ name: 'register', text: REGISTER, values: values(places) })
        if (rowCount !== 1) throw new Error('The bare client registered nobody.')
      }),
    close: () => pool.end(),
  }
}

/**
 * The same engine with the same syncs, in a process of its own: half a second after a load it tidies its tables up, which
 * in the process that makes the load would keep the next one waiting.
 */
export async function bareEmbedded(dataDir: string): Promise<BareClient> {
  const child = fork(new URL('./bare-embedded.ts', import.meta.url), [dataDir], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const told = async <T>(): Promise<T> => {
    const heard = new AbortController()
    const message = once(child, 'message', heard)
    const gone = once(child, 'exit', heard).then(() => Promise.reject(new Error('The bare client has ended.')))
    try {
      const [first] = (await Promise.race([message, gone])) as [T]
      return first
    } finally {
      heard.abort()
    }
  }
  await told<'ready'>()
  return {
    measure: (inFlight, seconds) => {
      child.send({ inFlight, seconds })
      return told<Load>()
    },
    close: async () => {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/** What runs there. */
export async function openBareEmbedded(dataDir: string): Promise<BareClient> {
  const places = new Places()
  const engine = await openEngine({ dataDir })
  const query = async (text: string, given: string[] = []) => {
    const connection = await engine.connect(60_000, 'writing')
    try {
      return await connection.query(text, given, undefined, text === REGISTER)
    } finally {
      await connection.release()
    }
  }
  await query('set default_transaction_read_only = off')
  for (const statement of quiet()) await query(statement)
  return {
    measure: (inFlight, seconds) =>
      load(inFlight, seconds, async () => {
        const { rowCount } = await query(REGISTER, values(places))
        if (rowCount !== 1) throw new Error('The bare client registered nobody.')
      }),
    close: () => engine.close(),
  }
}

const quiet = (): string[] =>
  ['payments', 'paymentHistory', 'registrations', 'schedule'].map(
    (table) => `alter table "${table}" disable trigger user`,
  )
