import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder; every script works from here, wherever it was called. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The path of an installed package's program. */
export const bin = (name) => join(root, 'node_modules/.bin', name)

/**
 * Runs a program from the repository's folder, without input.
 * Resolves with its exit code (null when it could not start or was ended by a signal); never rejects.
 */
export const run = (command, args, { env = {}, stdio = 'inherit' } = {}) =>
  new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', stdio, stdio],
    })
    child.on('error', () => done(null))
    child.on('close', done)
  })

/** Runs npm, also where only the npm that started this process is known. */
export function npm(args, options) {
  const itself = process.env.npm_execpath
  return itself?.endsWith('.js') ? run(process.execPath, [itself, ...args], options) : run('npm', args, options)
}

/** The path of the first of these programs that is on PATH, or undefined. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/** Whether integration tests can also run on PostgreSQL: a configured server, or a server binary to start one. */
export function hasPostgres() {
  if (process.env.TEST_DATABASE_URL || onPath('postgres')) return true
  const debian = '/usr/lib/postgresql'
  return existsSync(debian) && readdirSync(debian).some((major) => existsSync(join(debian, major, 'bin/postgres')))
}

/** A free port on the loopback interface. */
export const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
