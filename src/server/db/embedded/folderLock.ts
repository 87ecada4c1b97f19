import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { StartRefused } from '../errors.ts'

// the kernel's limit is 107 bytes on Linux and 103 on macOS
const LONGEST_SOCKET_PATH = 100
const NAME_BYTES = 6
/** Longest wait (ms) for other candidates and for processes that do not respond. */
const PATIENCE = 5_000
const CANDIDATE = 'candidate'
// any other error, such as a full queue or another user's socket, does not prove that the owner is gone
const GONE = ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']

export interface FolderLock {
  release(): Promise<void>
}

/**
 * Locks a folder for this process, or throws StartRefused with one clear line.
 *
 * Each process creates its own socket beside the others' and then asks all of them, so that of two processes at least
 * one sees the other. A holder keeps the folder; among candidates the first by name wins. The kernel closes a socket
 * when its process dies in any way, and names are never reused, so a dead socket can be removed safely.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const prefix = socketPrefixOf(folder)
  const own = await openSocket(prefix, folder)
  try {
    const until = performance.now() + PATIENCE
    while (true) {
      const others = await ownersBeside(prefix, own.path)
      const isLate = performance.now() > until
      const inUse = others.find(({ answer, socketPath }) => !isOneToWaitFor(answer, isLate) || socketPath < own.path)
      if (inUse) throw new StartRefused(inUseText(folder, inUse.answer))
      if (others.length === 0) {
        own.hold()
        return { release: own.close }
      }
      if (isLate) throw new StartRefused(`The data folder ${folder} could not be locked; try again.`)
      // a candidate with a later name will see us and give up
      await pause(20)
    }
  } catch (error) {
    await own.close()
    throw error
  }
}

// a candidate on a busy computer may respond late: if it were taken for the holder, all candidates could give up
const isOneToWaitFor = (answer: string, isLate: boolean) => answer === CANDIDATE || (answer === '' && !isLate)

function inUseText(folder: string, answer: string): string {
  const owner = answer === CANDIDATE ? '' : answer
  return `The data folder ${folder} is already in use by another process${owner && ` (${owner})`}.`
}

/** Beside the data; when that path is too long for a socket, in the temporary folder, named by device and inode. */
export function socketPrefixOf(folder: string): string {
  const { dev, ino } = fs.statSync(folder)
  const inside = path.join(path.resolve(folder), 'lock')
  const length = Buffer.byteLength(inside) + 2 * NAME_BYTES + '.~'.length
  return length <= LONGEST_SOCKET_PATH ? inside : path.join(os.tmpdir(), `dance-studio-${dev}-${ino}`)
}

interface OwnSocket {
  readonly path: string
  /** From now on responds as the holder of the folder. */
  hold(): void
  close(): Promise<void>
}

async function openSocket(prefix: string, folder: string): Promise<OwnSocket> {
  let answer = CANDIDATE
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    // a client that never closes its side must not delay our own close
    socket.end(answer, () => socket.destroy())
  })
  const socketPath = `${prefix}.${randomBytes(NAME_BYTES).toString('hex')}`
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(`${socketPath}~`, resolve)
    })
    // rename only when listening, else other processes would think the owner is dead
    fs.renameSync(`${socketPath}~`, socketPath)
  } catch (error) {
    server.close()
    throw new StartRefused(`The data folder ${folder} could not be locked: ${(error as Error).message}`)
  }
  server.unref()
  return {
    path: socketPath,
    hold: () => (answer = `process ${process.pid}`),
    close: async () => {
      await new Promise((resolve) => server.close(resolve))
      fs.rmSync(socketPath, { force: true })
    },
  }
}

/** Returns other processes that want or hold the folder; removes the sockets of dead ones. */
async function ownersBeside(prefix: string, own: string): Promise<{ socketPath: string; answer: string }[]> {
  const folder = path.dirname(prefix)
  const names = fs.readdirSync(folder).filter((name) => name.startsWith(`${path.basename(prefix)}.`))
  const paths = names.filter((name) => !name.endsWith('~')).map((name) => path.join(folder, name))
  const asked = await Promise.all(
    paths
      .filter((socketPath) => socketPath !== own)
      .map(async (socketPath) => ({ socketPath, answer: await ask(socketPath) })),
  )
  for (const { socketPath, answer } of asked) if (answer === undefined) fs.rmSync(socketPath, { force: true })
  return asked.flatMap(({ socketPath, answer }) => (answer === undefined ? [] : [{ socketPath, answer }]))
}

/** Returns what a socket's owner responds: '' when it is too busy to respond, undefined when it is dead or leaving. */
function ask(socketPath: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer: string | undefined
    const socket = net.connect(socketPath).setEncoding('utf8')
    // a connection is proof enough: a busy or stopped owner can't respond
    socket.on('connect', () =>
      socket.setTimeout(300, () => {
        answer ??= ''
        socket.destroy()
      }),
    )
    socket.on('data', (chunk: string) => (answer = (answer ?? '') + chunk))
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      if (!GONE.includes(code)) answer ??= ''
    })
    socket.on('close', () => resolve(answer))
  })
}
