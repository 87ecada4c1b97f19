import { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseUnavailable } from './errors.ts'

const STATEMENT_TIMEOUT = 15_000
/** When the network is gone without a word, the server's own time limit is never heard of. */
export const ANSWER_TIMEOUT = STATEMENT_TIMEOUT + 5_000

// Read-only by default, so that nothing is written outside a transaction. PostgreSQL takes reading here and there for
// four times as dear as reading in a row, which was true of disks that turn: it would rather read a whole table. And it
// would compile a statement that it takes for long, for 150 ms: none of ours is worth it.
// Whoever waits for a lock hears of a closed connection only by looking, which not every server can (14 and later can,
// but not on Windows).
//
// A standby can't be written to, nor should a primary that was demoted and tells so by its own default.
const SESSION = `
  select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "readOnly";
  set timezone = 'UTC';
  set datestyle = 'ISO, YMD';
  set studio.process = '${process.pid}';
  set default_transaction_read_only = on;
  set statement_timeout = ${STATEMENT_TIMEOUT};
  set lock_timeout = 8000;
  set idle_in_transaction_session_timeout = 15000;
  set random_page_cost = 1.1;
  set jit = off;
  do $$ begin set client_connection_check_interval = 250; exception when others then end $$`

/** One URL a host: `postgres://user@a:5432,b/studio` names two servers, of which either may be the primary. */
export function urlsOfHosts(databaseUrl: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/.exec(databaseUrl)
  if (!parts) return [databaseUrl]
  const [, start, hosts = '', end] = parts
  return hosts.split(',').map((host) => `${start}${host}${end}`)
}

/** The hosts a program connects to, and which of them was the primary last. */
export class Hosts {
  readonly #urls: string[]
  #preferred = 0
  /** How often another host was turned to. */
  failovers = 0

  constructor(databaseUrl: string) {
    this.#urls = urlsOfHosts(databaseUrl)
  }

  get count(): number {
    return this.#urls.length
  }

  get preferred(): string {
    return this.#urls[this.#preferred] ?? ''
  }

  /** The next connection goes to another host, unless somebody has moved on from this one already. */
  failed(url: string) {
    if (url !== this.preferred || this.#urls.length === 1) return
    this.#preferred = (this.#preferred + 1) % this.#urls.length
    this.failovers++
  }

  /** A class of clients, each for the host that is preferred when it is made. */
  clientClass(): new (config?: pg.ClientConfig) => HostClient {
    const preferred = () => this.preferred
    return class extends HostClient {
      constructor(config: pg.ClientConfig = {}) {
        super({ ...config, connectionString: preferred() })
      }
    }
  }
}

/** pg's client with the settings of this program, and with its socket at hand. */
export class HostClient extends pg.Client {
  readonly #socket: Socket
  #corked = false

  constructor(config: pg.ClientConfig) {
    const socket = new Socket()
    super({
      ...config,
      application_name: 'dance-studio',
      connectionTimeoutMillis: 5_000,
      query_timeout: ANSWER_TIMEOUT,
      keepAlive: true,
      // statements that do not wait for each other are sent without waiting
      pipeline: true,
      stream: () => socket,
    })
    this.#socket = socket
  }

  /** What is sent until the end of this tick leaves in one packet: each write wakes a process on the other side. */
  sendTogether(): void {
    if (this.#corked) return
    this.#corked = true
    this.#socket.cork()
    process.nextTick(() => {
      this.#corked = false
      this.#socket.uncork()
    })
  }

  /** Closes at once: `end` would wait for the answers under way, and the server keeps its locks as long. */
  destroy(): void {
    this.#socket.destroy()
  }
}

/** Gives a fresh connection the settings that all code relies on; throws on a server that can't be written to. */
export async function prepareSession(client: pg.ClientBase) {
  const [first] = (await client.query(SESSION)) as unknown as pg.QueryResult<{ readOnly: boolean }>[]
  if (first?.rows[0]?.readOnly) throw new DatabaseUnavailable('This PostgreSQL server takes no writes: it is a standby')
}
