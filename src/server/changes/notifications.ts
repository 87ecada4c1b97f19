import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { classify, databaseTrouble } from '#server/db/errors.ts'
import { EVERYTHING } from './topics.ts'

const CHANNEL = 'changed'
const BATCH = 5
const HEARTBEAT = 15_000
// PostgreSQL allows payloads of at most 7,999 bytes
const LONGEST_PAYLOAD = 7_000
// ms between attempts: short when the database is unreachable, longer when it refuses the connection
const LONGEST_PAUSE = { away: 2_000, refuses: 20_000 }

type Heard = (topics: readonly string[]) => void
type Client = pg.Client & { processID?: number }

/** Sends changed topics to other processes and receives theirs, over one connection that is kept alive. */
export class Notifications {
  #connected: () => Promise<Client>
  #log: (line: string) => void
  #wait: (milliseconds: number) => Promise<unknown>
  #heard: Heard[] = []
  #client: Client | undefined
  #pending = new Set<string>()
  #sending: NodeJS.Timeout | undefined
  /** The running statement: the connection runs one at a time. */
  #turn: Promise<unknown> = Promise.resolve()
  #stopped = false

  /** `connected` opens a connection that is used for nothing else. */
  constructor(
    connected: () => Promise<Client>,
    log: (line: string) => void,
    wait = (milliseconds: number): Promise<unknown> => sleep(milliseconds, undefined, { ref: false }),
  ) {
    this.#connected = connected
    this.#log = log
    this.#wait = wait
  }

  listen(heard: Heard) {
    this.#heard.push(heard)
  }

  announce(topics: readonly string[]) {
    for (const topic of topics) this.#pending.add(topic)
    this.#sending ??= setTimeout(() => void this.#send(), BATCH)
  }

  /** Resolves when the connection listens; after that it reconnects whenever the connection breaks. */
  async start() {
    await this.#connect()
  }

  stop() {
    this.#stopped = true
    clearTimeout(this.#sending)
  }

  async close() {
    await this.#send()
    this.stop()
    await this.#client?.end()
  }

  async #connect() {
    const client = await this.#connected()
    client.on('notification', ({ processId, payload }) => {
      if (processId !== client.processID && payload) this.#tell(payload.split('\n'))
    })
    await client.query(`listen ${CHANNEL}`).catch((error: unknown) => {
      void client.end().catch(() => {})
      throw error
    })
    // a connection that only listens would not notice that the other side is gone
    const heartbeat = setInterval(() => {
      this.#inTurn(() => client.query('select 1')).catch(() => client.end().catch(() => {}))
    }, HEARTBEAT).unref()
    client.once('end', () => {
      clearInterval(heartbeat)
      if (this.#client === client && !this.#stopped) void this.#reconnect()
    })
    this.#client = client
  }

  async #reconnect() {
    this.#client = undefined
    this.#log('The connection that hears of changes was lost')
    let refused = false
    for (let pause = 100; !this.#stopped; pause = Math.min(pause * 2, LONGEST_PAUSE[refused ? 'refuses' : 'away'])) {
      await this.#wait(pause * (0.5 + Math.random()))
      if (this.#stopped) return
      try {
        await this.#connect()
        this.#log('The connection that hears of changes is back')
        this.#tell([EVERYTHING])
        await this.#send()
        return
      } catch (error) {
        if (refused || databaseTrouble(classify(error))) continue
        refused = true
        const why = error instanceof Error ? error.message : String(error)
        this.#log(`The database is there, but the connection that hears of changes is refused: ${why}`)
      }
    }
  }

  #tell(topics: readonly string[]) {
    for (const heard of this.#heard) heard(topics)
  }

  #inTurn<T>(statement: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(statement)
    this.#turn = result.catch(() => {})
    return result
  }

  // unsent topics stay queued and go out with the next connection
  async #send() {
    clearTimeout(this.#sending)
    this.#sending = undefined
    const topics = [...this.#pending]
    if (topics.length === 0 || !this.#client) return
    this.#pending.clear()
    try {
      const client = this.#client
      for (const payload of payloads(topics)) {
        await this.#inTurn(() => client.query('select pg_notify($1, $2)', [CHANNEL, payload]))
      }
    } catch {
      for (const topic of topics) this.#pending.add(topic)
    }
  }
}

function payloads(topics: readonly string[]): string[] {
  const found: string[] = []
  for (const topic of topics) {
    const joined = found.length > 0 ? `${found.at(-1)}\n${topic}` : topic
    if (found.length > 0 && Buffer.byteLength(joined) <= LONGEST_PAYLOAD) found[found.length - 1] = joined
    else found.push(topic)
  }
  return found
}
