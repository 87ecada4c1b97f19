/** The database did not get to this call in time: locks, a full pool or a long queue. Nothing was changed. */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

/** The database cannot be reached at the moment. Whether a commit under way took effect is unknown. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** The start is refused; the message is one clear line for the person who started the program. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

interface SqlError {
  /** SQLSTATE, five characters. */
  code: string
  constraint?: string | undefined
}

// drizzle wraps the driver's error, and keeps it as the cause
function* chain(error: unknown): Generator<object> {
  for (let depth = 0; depth < 8 && typeof error === 'object' && error !== null; depth++) {
    yield error
    error = (error as { cause?: unknown }).cause
  }
}

/** SQLSTATE and violated constraint of an error thrown by a query; undefined for other errors. */
export function sqlError(error: unknown): SqlError | undefined {
  for (const link of chain(error)) {
    const { code, constraint } = link as Partial<SqlError>
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in link) return { code, constraint }
  }
  return undefined
}

// a page with a wrong checksum, a broken index
const DAMAGED = new Set(['XX001', 'XX002'])
// a missing file has the same code as a missing library of an extension
const GONE = /^could not (open|read|stat) file "(base|global|pg_)/

/** What the database found damaged in its files; undefined for other errors. */
export function damageIn(error: unknown): string | undefined {
  for (const link of chain(error)) {
    const { code = '', message = '', severity } = link as { code?: string; message?: string; severity?: string }
    if (severity !== undefined && (DAMAGED.has(code) || GONE.test(message))) return message
  }
  return undefined
}

/** One line for the operator. */
export const damagedText = (place: string, what: string): string =>
  `The database in ${place} is damaged: ${what.replace(/\.$/, '')}. ` +
  'Move it away, then restore a backup into an empty place: npm run restore -- FILE'

/** True when the error is a violation of the named unique, check or foreign key constraint. */
export function violates(error: unknown, constraint: string): boolean {
  const found = sqlError(error)
  return found !== undefined && found.code.startsWith('23') && found.constraint === constraint
}

/** Whether another transaction has just inserted what may exist only once (found by the constraint's name). */
export function isThereAlready(error: unknown): boolean {
  const found = sqlError(error)
  return found?.code === '23505' && found.constraint?.endsWith('_once') === true
}

const withoutParams = (message: string): string => message.replace(/\nparams: [^]*$/, '')

/**
 * Returns the error without the parameters of its statement: they hold people's addresses and names, and reported
 * errors are kept in log files.
 */
export function withoutValues(error: unknown): unknown {
  for (const link of chain(error)) {
    const found = link as { message?: string; stack?: string | undefined }
    const { message = '' } = found
    const cut = withoutParams(message)
    if (cut !== message) {
      found.message = cut
      found.stack = found.stack?.replace(message, () => cut)
    }
    for (const name of ['params', 'detail', 'queryOptions'] as const) {
      if (name in found) Reflect.deleteProperty(found, name)
    }
  }
  return error
}

const DISK_FULL = '53100'

/** Whether the database's disk is full. */
export const isDiskFull = (error: unknown): boolean => sqlError(error)?.code === DISK_FULL

/**
 * The reason for a failure in one line, from the innermost error: the outer ones hold statements and the values in them,
 * which may be personal.
 */
export function shortReason(error: unknown): string {
  if (isDiskFull(error)) return 'The disk of the database is full.'
  const messages = [...chain(error)].map(({ message }: { message?: string }) => message)
  return withoutParams(messages.findLast(Boolean) ?? String(error)).split('\n', 1)[0] ?? ''
}

/** The busy or unavailable error inside an error of a read or transaction, for a 503 response. */
export function databaseTrouble(error: unknown): DatabaseBusy | DatabaseUnavailable | undefined {
  for (const link of chain(error)) {
    if (link instanceof DatabaseBusy || link instanceof DatabaseUnavailable) return link
  }
  return undefined
}

/** Whether a failed commit may have taken effect: the connection was lost before the response. */
export const isAnswerLost = (error: unknown): boolean =>
  // without disk space or a free connection, nothing was committed
  databaseTrouble(error) instanceof DatabaseUnavailable && !sqlError(error)?.code.startsWith('53')

/** Whether a prepared statement's plan is outdated because its table changed. */
export function isStalePlan(error: unknown): boolean {
  for (const link of chain(error)) if ((link as { routine?: unknown }).routine === 'RevalidateCachedQuery') return true
  return false
}

// serialization failure, deadlock, outdated plan: the whole transaction can be run again
export function isRetryable(error: unknown): boolean {
  const code = sqlError(error)?.code
  return code === '40001' || code === '40P01' || isStalePlan(error)
}

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOENT',
])
const TERMINATED =
  /^Connection terminated|connection error and is not queryable|^Client was closed|^timeout expired|^Query read timeout/

/** Converts a driver's timeout or lost connection to one of our errors; returns any other error as it is. */
export function classify(error: unknown): unknown {
  if (databaseTrouble(error)) return error
  const sql = sqlError(error)
  if (sql) {
    // cancelled by a statement or lock timeout
    if (sql.code === '57014' || sql.code === '55P03')
      return new DatabaseBusy('The database was too busy', { cause: error })
    // connection lost or refused, shutting down, too many connections, no room on the disk
    if (/^(08|57P|53100|53300|25P03)/.test(sql.code)) {
      return new DatabaseUnavailable('The database cannot be reached', { cause: error })
    }
    return error
  }
  for (const link of chain(error)) {
    const { code, message } = link as { code?: unknown; message?: unknown }
    if ((typeof code === 'string' && NETWORK.has(code)) || (typeof message === 'string' && TERMINATED.test(message))) {
      return new DatabaseUnavailable('The database cannot be reached', { cause: error })
    }
  }
  return error
}
