import { StartRefused } from '#server/db/errors.ts'
import type { Settings } from '#server/settings.ts'

/** One clear line about why the start failed, naming the setting that would help; null where only the error itself can tell. */
export function startProblem(error: unknown, { port, host, dataDir }: Settings): string | null {
  if (error instanceof StartRefused) return error.message
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (syscall === 'getaddrinfo' || code === 'EADDRNOTAVAIL') return `HOST ${host} is not an address of this computer.`
  if (code === 'EADDRINUSE') return `Port ${port} is taken: another program listens there. Set PORT to another one.`
  if (syscall === 'listen' && code === 'EACCES') {
    return `Port ${port} may not be opened by this user. Set PORT to 1024 or more.`
  }
  if (code && path) {
    return `DATA_DIR ${dataDir} cannot be used (${code} at ${path}). Set it to a folder that this user may write to.`
  }
  return null
}
