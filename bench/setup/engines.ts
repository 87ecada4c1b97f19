import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ownPostgresServer, type PostgresServer } from '#server/testing/postgresServer.ts'
import { onServer, urlOfDatabase } from '#server/testing/postgresTemplate.ts'
import type { Home } from './server.ts'
import { fillStudio } from './studio.ts'

export type EngineName = 'PostgreSQL' | 'embedded'

/** Creates databases for the studios under measurement; `stop` removes them all. */
export class Engines {
  readonly #folder = mkdtempSync(join(tmpdir(), 'studio-bench-'))
  readonly postgres: PostgresServer
  readonly #holders: number
  #made = 0
  #template: Promise<string> | undefined
  #prepared: Promise<string> | undefined

  private constructor(postgres: PostgresServer, holders: number) {
    this.postgres = postgres
    this.#holders = holders
  }

  /** `holders`: see `fillStudio`; `settings` are added to the usual ones of PostgreSQL. */
  static async start(holders: number, settings: Readonly<Record<string, string>> = {}): Promise<Engines> {
    const usual = { fsync: 'on', synchronous_commit: 'on', shared_buffers: '512MB', max_wal_size: '4GB' }
    return new Engines(await ownPostgresServer({ ...usual, ...settings }), holders)
  }

  /** A path at which no folder or database exists yet. */
  emptyFolder(): string {
    return join(this.#folder, `studio-${++this.#made}`)
  }

  /** A new studio filled with data. */
  async studioOn(engine: EngineName): Promise<Home> {
    if (engine === 'embedded') {
      this.#prepared ??= this.#prepare()
      const dataDir = this.emptyFolder()
      cpSync(await this.#prepared, dataDir, { recursive: true })
      return { dataDir }
    }
    this.#template ??= this.#makeTemplate()
    return { databaseUrl: await this.emptyDatabase(await this.#template) }
  }

  async emptyDatabase(template = 'template1'): Promise<string> {
    const name = `bench_${++this.#made}`
    await onServer(this.postgres.url, `create database ${name} template ${template}`)
    return urlOfDatabase(this.postgres.url, name)
  }

  async stop(): Promise<void> {
    await this.postgres.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #prepare(): Promise<string> {
    const dataDir = this.emptyFolder()
    await fillStudio({ dataDir }, this.#holders)
    return dataDir
  }

  async #makeTemplate(): Promise<string> {
    const url = await this.emptyDatabase()
    await fillStudio({ dataDir: '', databaseUrl: url }, this.#holders)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    // autovacuum would do this: with statistics of empty tables, PostgreSQL keeps plans with full table scans as they
    // fill
    await client.query('vacuum analyze people, accounts, sessions, schedule, registrations, payments')
    await client.end()
    return new URL(url).pathname.slice(1)
  }
}
