import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import type { AnswerOf, Command, InputOf, Named, Query } from '#kernel/procedures.ts'
import { newId } from '#kernel/ids.ts'
import { freePort } from '#server/testing/postgresServer.ts'
import { setRole } from '#server/testing/setRole.ts'
import { accounts } from '#studio/accounts/contract.ts'
import type { Role } from '#studio/accounts/rules.ts'

type AnyQuery = Omit<Query, 'input' | 'answer'> & Named
type AnyCommand = Omit<Command, 'input' | 'answer'> & Named

/** A session opened through HTTP, without a browser. */
export interface Session {
  readonly cookie: string
}

/** Environment variable with the data folder of an empty studio, which saves creating a database for each server. */
export const EMPTY_STUDIO = 'EMPTY_STUDIO'

const cheapPasswords = new URL('./cheapPasswords.mjs', import.meta.url).href

/** The built server with an embedded database of its own, as `npm start` runs it. */
export class StudioServer {
  readonly url: string
  readonly dataDir: string
  readonly #port: number
  readonly #built: string
  #env: NodeJS.ProcessEnv = {}
  #process: ChildProcess | null = null
  readonly #output: string[] = []

  private constructor(port: number, built: string) {
    this.#port = port
    this.#built = built
    this.url = `http://localhost:${port}`
    this.dataDir = mkdtempSync(join(tmpdir(), 'studio-e2e-'))
  }

  /**
   * `built` is the folder of another build than dist/; `envOf` returns more environment variables, given the address.
   */
  static async start(built = 'dist', envOf?: (url: string) => Promise<NodeJS.ProcessEnv>): Promise<StudioServer> {
    const server = new StudioServer(await freePort(), built)
    server.#env = (await envOf?.(server.url)) ?? {}
    const empty = process.env[EMPTY_STUDIO]
    if (empty) cpSync(empty, server.dataDir, { recursive: true })
    await server.run()
    return server
  }

  /** The same on an empty folder, without a prepared studio. */
  static async onEmptyFolder(env: NodeJS.ProcessEnv): Promise<StudioServer> {
    const server = new StudioServer(await freePort(), 'dist')
    server.#env = env
    await server.run()
    return server
  }

  /** Starts the process and waits until it responds. */
  async run(): Promise<void> {
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(this.#port),
      DATA_DIR: this.dataDir,
      RATE_LIMIT_FACTOR: '1000',
      BACKUP_DIR: 'off',
      BANK_IBAN: 'EE47 1000 0010 2014 5685',
      ...this.#env,
    }
    // V8's optimizing WebAssembly compiler takes a third of the server's processor time here, without time to pay off
    const command = ['--liftoff-only', '--import', cheapPasswords, `${this.#built}/server/main.js`]
    const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#process = child
    child.stdout.on('data', (chunk) => this.#output.push(String(chunk)))
    child.stderr.on('data', (chunk) => this.#output.push(String(chunk)))
    const ended = new Promise<never>((_resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${this.output}`)))
    })
    ended.catch(() => {})
    await Promise.race([this.#ready(), ended])
  }

  async #ready(): Promise<void> {
    while (!this.output.includes(' is open at '))
      await new Promise((resolve) => this.#process?.stdout?.once('data', resolve))
    this.#output.length = 0
  }

  /** The server's output since it started. */
  get output(): string {
    return this.#output.join('')
  }

  /** Stops the process as an operator does, and waits for its end; returns the exit code. */
  async stop(): Promise<number | null> {
    const child = this.#process
    this.#process = null
    if (!child || child.exitCode !== null) return child?.exitCode ?? null
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    return ended
  }

  /**
   * Freezes the process, so that it accepts connections but does not respond; returns the function that continues it.
   */
  hang(): () => void {
    const child = this.#process
    child?.kill('SIGSTOP')
    return () => child?.kill('SIGCONT')
  }

  async remove(): Promise<void> {
    // a frozen process would not receive the signal to stop
    this.#process?.kill('SIGCONT')
    await this.stop()
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  /** The token of the newest such link. */
  async tokenFor(address: string, path: string): Promise<string> {
    return /#token=([\w-]+)/.exec(await this.linkFor(address, path))?.[1] ?? ''
  }

  /** The link in the newest e-mail to an address; without a mail server e-mails are written as files. */
  async linkFor(address: string, path: string): Promise<string> {
    const folder = join(this.dataDir, 'outbox')
    for (let tries = 0; tries < 200; tries++) {
      const letters = exists(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
      const text = letters
        .filter((letter) => letter.toLowerCase().includes(`to: ${address.toLowerCase()}`))
        .map(decoded)
      const links = text.flatMap((letter) =>
        [
          ...letter.matchAll(/https?:\/\/\S+?(?:token=|\/unsubscribe\/[\w.-]+\.)[\w-]+(?:&(?:amp;)?next=[\w%-]+)?/g),
        ].map(([link]) => link.replace('&amp;', '&')),
      )
      const found = links.findLast((link) => link.includes(path))
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`No letter with a link to ${path} came for ${address}.`)
  }

  role(email: string, role: Role): Promise<void> {
    return setRole(this.dataDir, email, role)
  }

  async post(name: string, input: unknown, session?: Session): Promise<Response> {
    return fetch(`${this.url}/rpc/${name}`, {
      method: 'POST',
      headers: {
        origin: this.url,
        'content-type': 'application/json',
        ...(session ? { cookie: session.cookie } : {}),
      },
      body: JSON.stringify({ key: newId(), input }),
    })
  }

  /** Calls a command that must succeed. */
  async must<P extends AnyCommand>(procedure: P, input: InputOf<P>, session?: Session): Promise<AnswerOf<P>> {
    const response = await this.post(procedure.name, input, session)
    const body = (await response.json()) as { ok: boolean; value: AnswerOf<P> }
    if (!body.ok) throw new Error(`${procedure.name} refused: ${JSON.stringify(body)}`)
    return body.value
  }

  /** The id of the person with this e-mail address. */
  async idOf(email: string, admin: Session): Promise<string> {
    const list = { search: email, sort: 'created', order: 'desc', page: 1 } as const
    const { rows } = await this.ask(accounts.users, list, admin)
    return rows[0]?.id ?? ''
  }

  /** One answer of a live query, as a screen gets it. */
  async ask<P extends AnyQuery>({ name }: P, input: InputOf<P>, session?: Session): Promise<AnswerOf<P>> {
    const headers = { origin: this.url, ...(session && { cookie: session.cookie }) }
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/live`, { headers })
    try {
      return await new Promise((resolve, reject) => {
        socket.on('error', reject)
        socket.on('open', () => socket.send(JSON.stringify({ watch: name, name, input })))
        socket.on('message', (data) => {
          const frame = JSON.parse((data as Buffer).toString('utf8')) as { key?: string; answer?: AnswerOf<P> }
          if (frame.key !== name) return
          if (frame.answer === undefined) reject(new Error(`${name}: ${JSON.stringify(frame)}`))
          else resolve(frame.answer)
        })
      })
    } finally {
      socket.terminate()
    }
  }

  /** A verified person with a session and, optionally, a role. */
  async person(more: { email: string; password?: string; displayName?: string; role?: Role }): Promise<Session> {
    const { email, password = 'tantsin', displayName = 'Liis', role } = more
    const form = { displayName, familyName: 'Kask', dob: '1999-09-09', email, password, language: 'en' as const }
    await this.must(accounts.signUp, form)
    await this.must(accounts.verifyEmail, { token: await this.tokenFor(email, '/verify-email') })
    if (role) await this.role(email, role)
    return this.signIn(email, password)
  }

  async signIn(email: string, password = 'tantsin'): Promise<Session> {
    const signedIn = await this.post(accounts.signIn.name, { email, password })
    return { cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }
}

function exists(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
  } catch {
    return []
  }
}

/** Decodes quoted-printable, which breaks long links over lines. */
const decoded = (letter: string): string =>
  letter
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
