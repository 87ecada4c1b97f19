import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { StartRefused } from './errors.ts'

// the kernel's limit is 107 bytes on Linux and 103 on macOS
const LONGEST_SOCKET_PATH = 100
const ATTEMPTS = 20

export interface FolderLock {
  release(): Promise<void>
}

/**
 * Takes a folder for this process alone, or throws StartRefused with one clear line.
 * The lock is a Unix socket: the kernel frees it when the process dies, however it dies.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const socketPath = socketPathOf(folder)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = identityOf(socketPath)
    const server = await listen(socketPath, folder)
    if (server) {
      return { release: () => new Promise((resolve) => server.close(() => resolve())) }
    }
    const owner = await askOwner(socketPath)
    if (owner !== undefined) {
      throw new StartRefused(`The data folder ${folder} is already in use by another process${owner && ` (${owner})`}.`)
    }
    if (found) removeStale(socketPath, found)
  }
  throw new StartRefused(`The data folder ${folder} could not be locked; try again, or remove ${socketPath}.`)
}

/** Beside the data, or for a path too long for a socket in the system's temporary folder, named by the folder's identity. */
export function socketPathOf(folder: string): string {
  const { dev, ino } = fs.statSync(folder)
  const name = `dance-studio-${dev}-${ino}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const inside = path.join(path.resolve(folder), 'lock')
  return Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH ? inside : path.join(os.tmpdir(), name)
}

function listen(socketPath: string, folder: string): Promise<net.Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => {})
      socket.end(`process ${process.pid}`)
    })
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else
        reject(new StartRefused(`The data folder ${folder} could not be locked with ${socketPath}: ${error.message}`))
    })
    server.listen(socketPath, () => resolve(server.unref()))
  })
}

/** Who holds the lock, '' when it holds but does not say, undefined when nobody does. */
function askOwner(socketPath: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = ''
    const socket = net.connect(socketPath)
    // connected is enough: an owner that is busy or stopped cannot answer
    socket.on('connect', () => socket.setTimeout(300, () => socket.destroy()))
    socket.on('data', (chunk) => (said += chunk))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(undefined)
    })
    socket.on('close', () => resolve(said))
  })
}

function identityOf(file: string): string | undefined {
  const found = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false })
  return found && `${found.ino} ${found.mtimeNs}`
}

// another process may have replaced the dead socket meanwhile: move first, look, then delete
function removeStale(socketPath: string, dead: string) {
  const aside = `${socketPath}.${process.pid}`
  try {
    fs.renameSync(socketPath, aside)
    if (identityOf(aside) !== dead) fs.linkSync(aside, socketPath)
    fs.unlinkSync(aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
