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

// drizzle wraps what the driver threw, and keeps it as the cause
function* chain(error: unknown): Generator<object> {
  for (let depth = 0; depth < 8 && typeof error === 'object' && error !== null; depth++) {
    yield error
    error = (error as { cause?: unknown }).cause
  }
}

/** The SQLSTATE, and the constraint that was violated, of an error thrown by a query; undefined for other errors. */
export function sqlError(error: unknown): SqlError | undefined {
  for (const link of chain(error)) {
    const { code, constraint } = link as Partial<SqlError>
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in link) return { code, constraint }
  }
  return undefined
}

// a page whose checksum is wrong, a broken index
const DAMAGED = new Set(['XX001', 'XX002'])
// a missing file has the same code as a missing library of an extension
const GONE = /^could not (open|read|stat) file "(base|global|pg_)/

/** What the database found damaged in its own files; undefined for other errors. */
export function damageIn(error: unknown): string | undefined {
  for (const link of chain(error)) {
    const { code = '', message = '', severity } = link as { code?: string; message?: string; severity?: string }
    if (severity !== undefined && (DAMAGED.has(code) || GONE.test(message))) return message
  }
  return undefined
}

/** One line for whoever runs the studio. */
export const damagedText = (place: string, what: string): string =>
  `The database in ${place} is damaged: ${what.replace(/\.$/, '')}. ` +
  'Move it away, then restore a backup into an empty place: npm run restore -- FILE'

/** True when the error is a violation of the named unique, check or foreign key constraint. */
export function violates(error: unknown, constraint: string): boolean {
  const found = sqlError(error)
  return found !== undefined && found.code.startsWith('23') && found.constraint === constraint
}

/** Another transaction has meanwhile put there what may be there only once, by a constraint that says so in its name. */
export function isThereAlready(error: unknown): boolean {
  const found = sqlError(error)
  return found?.code === '23505' && found.constraint?.endsWith('_once') === true
}

/**
 * The same error without the values that its statement was run with: they are people's addresses and names, and what
 * is reported is kept in files.
 */
export function withoutValues(error: unknown): unknown {
  for (const link of chain(error)) {
    const found = link as { message?: string; stack?: string | undefined }
    const { message = '' } = found
    const cut = message.replace(/\nparams: [^]*$/, '')
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

/** The busy or unavailable error inside whatever a read or a transaction threw, for an answer 503. */
export function databaseTrouble(error: unknown): DatabaseBusy | DatabaseUnavailable | undefined {
  for (const link of chain(error)) {
    if (link instanceof DatabaseBusy || link instanceof DatabaseUnavailable) return link
  }
  return undefined
}

/** Whether a commit may have taken effect although it failed: the database went away before it answered. */
export const isAnswerLost = (error: unknown): boolean =>
  // without room on the disk or for another connection nothing was committed
  databaseTrouble(error) instanceof DatabaseUnavailable && !sqlError(error)?.code.startsWith('53')

/** A prepared statement's plan is of a table that has been changed since. */
export function isStalePlan(error: unknown): boolean {
  for (const link of chain(error)) if ((link as { routine?: unknown }).routine === 'RevalidateCachedQuery') return true
  return false
}

// serialization failure, deadlock, outdated plan: the whole transaction may simply be run again
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

/** Turns a driver's error about time limits or a lost connection into one of ours; any other is returned as it is. */
export function classify(error: unknown): unknown {
  if (databaseTrouble(error)) return error
  const sql = sqlError(error)
  if (sql) {
    // cancelled by a statement or lock time limit
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
