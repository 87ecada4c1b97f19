/** Who writes goes first; whoever only reads waits for the writers that came before, and for no others. */
export type Purpose = 'reading' | 'writing'

/** What both drivers answer to a statement. */
export interface Answer {
  rows: unknown[]
  rowCount: number
  /** The statement's own word, e.g. `INSERT`; a COMMIT that could only roll back says `ROLLBACK`. */
  command: string
}

/** One connection, held by one caller at a time. */
export interface Connection {
  /** `prepare` keeps the plan for the next time, where the engine can. */
  query(text: string, values?: readonly unknown[], rowMode?: 'array', prepare?: boolean): Promise<Answer>
  /** Commits; what was committed is on the disk only once `release` has resolved. */
  commit(): Promise<Answer>
  /**
   * Gives the connection back; with an error it is thrown away, together with its open transaction. Nothing that was
   * committed or seen on it may be told before this resolves; it rejects when that may be lost.
   */
  release(broken?: Error): Promise<void> | void
}

/** One of the two databases, before transactions, retries and drizzle are put on top. */
export interface Engine {
  readonly kind: 'embedded' | 'postgres'
  /**
   * Waits for a free connection, at most so many milliseconds, then refuses with DatabaseBusy. Where there is only one,
   * those who write go first.
   */
  connect(waitMilliseconds: number, purpose: Purpose): Promise<Connection>
  listen(heard: (topics: readonly string[]) => void): void
  announce(topics: readonly string[]): void
  /** How its connections stand right now. */
  use(): ConnectionUse
  close(): Promise<void>
}

export interface ConnectionUse {
  readonly open: number
  readonly idle: number
  /** Calls that wait for one. */
  readonly waiting: number
  /** How often another host was turned to since the start. */
  readonly failovers: number
}
