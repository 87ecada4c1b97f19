import { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseUnavailable } from './errors.ts'

const STATEMENT_TIMEOUT = 15_000
/** Client-side timeout (ms): when the network fails silently, the server's own timeout never arrives. */
export const ANSWER_TIMEOUT = STATEMENT_TIMEOUT + 5_000

// Read-only by default, so that nothing is written outside a transaction. random_page_cost: PostgreSQL's default is for
// spinning disks and would make it scan whole tables. jit is off, because compiling costs more than our statements
// take. client_connection_check_interval: a session that waits for a lock notices a closed connection only by checking,
// which not every server supports (14 and later do, but not on Windows).
//
// A standby can't be written to; neither should a demoted primary, which sets its default to read-only.
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

/** One URL per host: `postgres://user@a:5432,b/studio` names two servers, either of which may be the primary. */
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
  /** Number of failovers to another host. */
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

  /** Switches to another host for the next connection, unless another call already did. */
  failed(url: string) {
    if (url !== this.preferred || this.#urls.length === 1) return
    this.#preferred = (this.#preferred + 1) % this.#urls.length
    this.failovers++
  }

  /** Returns a client class for the pool; each client connects to the host preferred at that time. */
  clientClass(): new (config?: pg.ClientConfig) => HostClient {
    const preferred = () => this.preferred
    return class extends HostClient {
      constructor(config: pg.ClientConfig = {}) {
        super({ ...config, connectionString: preferred() })
      }
    }
  }
}

/** pg's client with this program's settings and access to its socket. */
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
      // send independent statements without waiting for the result of the one before
      pipeline: true,
      stream: () => socket,
    })
    this.#socket = socket
  }

  /** Sends everything of this tick in one packet, because each write wakes a process on the server. */
  sendTogether(): void {
    if (this.#corked) return
    this.#corked = true
    this.#socket.cork()
    process.nextTick(() => {
      this.#corked = false
      this.#socket.uncork()
    })
  }

  /** Closes at once: `end` would wait for running statements, and the server would keep its locks as long. */
  destroy(): void {
    this.#socket.destroy()
  }
}

/** Sets the session settings that all code relies on; throws on a server that can't be written to. */
export async function prepareSession(client: pg.ClientBase) {
  const [first] = (await client.query(SESSION)) as unknown as pg.QueryResult<{ readOnly: boolean }>[]
  if (first?.rows[0]?.readOnly) throw new DatabaseUnavailable('This PostgreSQL server takes no writes: it is a standby')
}
