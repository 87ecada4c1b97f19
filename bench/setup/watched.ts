import type { Connection, Engine } from '#server/db/connection.ts'
import { GROWING } from './decade.ts'

/** What was seen of an engine's work. */
export interface Seen {
  /** Each statement with its plan; one that came again has the first one's. */
  plans: Map<string, string>
  /** Growing tables that were read from end to end, by a statement or by what a trigger or a foreign key did. */
  scans: Set<string>
}

export interface Watched {
  readonly engine: Engine
  /** Plans and scans are looked at only while it is true: that takes longer than the work. */
  looking: boolean
  /** Milliseconds in transactions so far. */
  spent: number
  /** What was seen since the last time; whoever only read was answered before the end of the transaction was. */
  take(): Promise<Seen>
}

/** Hundreds of ids in a list say no more than the first ones. */
const short = (line: string) => (line.length > 400 ? `${line.slice(0, 400)} …` : line)

const WRITES = /insert into|update "|delete from|write_logs|set_config/i
// what this connection has read since it last told the server's statistics
const SCANNED = `select relname as table, seq_scan::int as scans from pg_stat_xact_user_tables where seq_scan > 0`

/**
 * An engine whose statements are looked at. With `undoing` every transaction is undone where it would be committed, so
 * that the same can be called any number of times.
 */
export function watch(engine: Engine, { undoing = false } = {}): Watched {
  const nothing = (): Seen => ({ plans: new Map(), scans: new Set() })
  let seen = nothing()
  const ending = new Set<Promise<unknown>>()
  const watched: Watched = {
    looking: false,
    spent: 0,
    engine: { ...engine, connect: async (wait, purpose) => over(await engine.connect(wait, purpose)) },
    take: async () => {
      await Promise.all(ending)
      const taken = seen
      seen = nothing()
      return taken
    },
  }

  function over(connection: Connection): Connection {
    let before: Promise<Map<string, number>> | undefined
    let began = 0
    const scanned = async () => {
      const { rows } = await connection.query(SCANNED)
      return new Map((rows as { table: string; scans: number }[]).map(({ table, scans }) => [table, scans]))
    }
    // sent before the statement and waited for by nobody, so that what travels together still does
    const look = (text: string, values: readonly unknown[]) => {
      const how = undoing || WRITES.test(text) ? 'explain' : 'explain (analyze, buffers)'
      const planned = connection.query(`${how} ${text}`, values)
      void planned.then(
        ({ rows }) => {
          const lines = (rows as Record<string, string>[]).map((row) => row['QUERY PLAN'] ?? '')
          if (!seen.plans.has(text)) seen.plans.set(text, [short(text), '', ...lines.map(short), ''].join('\n'))
          for (const line of lines) note(/Seq Scan on "?(\w+)"?/.exec(line)?.[1])
        },
        () => {},
      )
    }
    const note = (table: string | undefined) => {
      if (table !== undefined && GROWING.includes(table)) seen.scans.add(table)
    }
    const commit = async () => {
      // what waits for the commit is done now, so that it is looked at as well
      const deferred = undoing ? [connection.query('set constraints all immediate')] : []
      const after = before && scanned()
      const end = undoing ? connection.query('rollback') : connection.commit()
      await Promise.all(deferred)
      for (const [table, scans] of (await after) ?? []) if (scans > ((await before)?.get(table) ?? 0)) note(table)
      const answer = await end
      watched.spent += performance.now() - began
      return undoing ? { ...answer, command: 'COMMIT' } : answer
    }
    return {
      ...connection,
      query: (text, values, rowMode, prepare) => {
        if (watched.looking && /^\s*(select|with|insert|update|delete)/i.test(text)) look(text, values ?? [])
        const answer = connection.query(text, values, rowMode, prepare)
        if (text.startsWith('begin')) {
          began = performance.now()
          before = watched.looking ? scanned() : undefined
        }
        return answer
      },
      commit: () => {
        const ended = commit()
        ending.add(ended)
        return ended.finally(() => ending.delete(ended))
      },
    }
  }

  return watched
}
