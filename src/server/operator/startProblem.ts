import { join } from 'node:path'
import { damagedText, damageIn, sqlError, shortReason, StartRefused } from '#server/db/errors.ts'
import type { Settings } from '#server/settings.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

/** One clear line about why a program failed and what would help; null when only the error itself can tell. */
export function startProblem(
  error: unknown,
  { port, metricsPort, host, dataDir, databaseUrl }: Settings,
): string | null {
  if (error instanceof StartRefused) return error.message
  const damage = damageIn(error)
  if (damage !== undefined) return damagedText(databaseUrl ? 'DATABASE_URL' : join(dataDir, 'db'), damage)
  if (sqlError(error)?.code === INSUFFICIENT_PRIVILEGE)
    return `The role in DATABASE_URL may not do this: ${shortReason(error)}. It must own the database and its tables.`
  const { code, syscall, path, port: failed = port } = error as NodeJS.ErrnoException & { port?: number }
  const name = failed === metricsPort ? 'METRICS_PORT' : 'PORT'
  if (syscall === 'getaddrinfo' || code === 'EADDRNOTAVAIL') return `HOST ${host} is not an address of this computer.`
  if (code === 'EADDRINUSE')
    return `Port ${failed} is taken: another program listens there. Set ${name} to another one.`
  if (syscall === 'listen' && code === 'EACCES') {
    return `Port ${failed} may not be opened by this user. Set ${name} to 1024 or more.`
  }
  if (code && path) {
    return `DATA_DIR ${dataDir} cannot be used (${code} at ${path}). Set it to a folder that this user may write to, or run this as its owner.`
  }
  return null
}
