/** Writers go first: a reader waits only for writers that came before it. */
export type Purpose = 'reading' | 'writing'

/** The result of a statement, from either driver. */
export interface Answer {
  rows: unknown[]
  rowCount: number
  /** The command tag, such as `INSERT`; a COMMIT that could only roll back returns `ROLLBACK`. */
  command: string
}

/** One connection, held by one caller at a time. */
export interface Connection {
  /** Runs a statement; with `prepare` the engine keeps its plan for the next time, if it can. */
  query(text: string, values?: readonly unknown[], rowMode?: 'array', prepare?: boolean): Promise<Answer>
  /** Commits. The commit is on the disk only when `release` has resolved. */
  commit(): Promise<Answer>
  /**
   * Returns the connection; with an error it is closed, and its open transaction ends. Results of a commit or a read on
   * this connection must not be passed on before this resolves; it rejects when they may be lost.
   */
  release(broken?: Error): Promise<void> | void
}

/** One of the two databases, without transactions, retries and drizzle. */
export interface Engine {
  readonly kind: 'embedded' | 'postgres'
  /**
   * Waits for a free connection, at most this long (ms), then throws DatabaseBusy. With a single connection, writers go
   * first.
   */
  connect(waitMilliseconds: number, purpose: Purpose): Promise<Connection>
  listen(heard: (topics: readonly string[]) => void): void
  announce(topics: readonly string[]): void
  /** Returns the current use of the connections. */
  use(): ConnectionUse
  close(): Promise<void>
}

export interface ConnectionUse {
  readonly open: number
  readonly idle: number
  /** Calls waiting for a connection. */
  readonly waiting: number
  /** Failovers to another host since the start. */
  readonly failovers: number
}
