import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createGunzip } from 'node:zlib'
import type * as z from 'zod/mini'
import {
  BackupRefused,
  firstLine,
  FORMAT_VERSION,
  lastLine,
  tableLine,
  type FirstLine,
  type LastLine,
  type TableLine,
} from './format.ts'

/** Largest batch: rows of one table, and about this many characters of JSON. */
const BATCH_ROWS = 500
const BATCH_LENGTH = 1_000_000
/** Longest accepted line in bytes: far more than any row needs. */
const LONGEST_LINE = 16_000_000

interface Batch {
  readonly table: TableLine
  readonly rows: readonly string[]
}

/** Header and footer of a backup that was read to its end and verified. */
export interface Contents {
  readonly first: FirstLine & { migrations: NonNullable<FirstLine['migrations']> }
  readonly last: LastLine
}

/**
 * Reads a backup, and passes its rows on in batches if asked to. Throws BackupRefused when the file is not a backup, is
 * of a newer version, incomplete or changed; the caller must then discard the batches it already has.
 */
export async function readBackup(
  file: string,
  take: (batch: Batch) => Promise<void> = async () => {},
): Promise<Contents> {
  try {
    return await read(file, take)
  } catch (error) {
    throw refusal(file, error) ?? error
  }
}

async function read(file: string, take: (batch: Batch) => Promise<void>): Promise<Contents> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  let first: Contents['first'] | undefined
  let last: LastLine | undefined
  let table: TableLine | undefined
  let rows: string[] = []
  let length = 0
  const handOver = async () => {
    if (table && rows.length > 0) await take({ table, rows })
    rows = []
    length = 0
  }
  for await (const line of linesOf(file)) {
    if (!first) first = firstOf(file, line)
    else if (last) throw damaged(file)
    else if (line.startsWith('{"end"')) {
      last = parse(file, lastLine, line)
      if (last.sha256 !== hash.digest('hex')) throw damaged(file)
      continue
    } else if (line.startsWith('{')) {
      await handOver()
      table = parse(file, tableLine, line)
    } else {
      if (!table) throw damaged(file)
      counts[table.table] = (counts[table.table] ?? 0) + 1
      rows.push(line)
      length += line.length
      if (rows.length >= BATCH_ROWS || length >= BATCH_LENGTH) await handOver()
    }
    hash.update(line).update('\n')
  }
  if (!first || !last) throw incomplete(file)
  for (const [name, count] of Object.entries(last.rows)) if ((counts[name] ?? 0) !== count) throw damaged(file)
  await handOver()
  return { first, last }
}

function firstOf(file: string, line: string): Contents['first'] {
  const found = firstLine.safeParse(json(line))
  if (!found.success) throw new BackupRefused(`${file} is no backup of a dance studio.`)
  const { version, product, migrations } = found.data
  if (version > FORMAT_VERSION || !migrations) {
    throw new BackupRefused(`${file} was made by a newer version of this program (${product}): restore it with that.`)
  }
  return { ...found.data, migrations }
}

function parse<Schema extends z.ZodMiniType>(file: string, schema: Schema, line: string): z.output<Schema> {
  const found = schema.safeParse(json(line))
  if (!found.success) throw damaged(file)
  return found.data
}

function json(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Yields the lines of a compressed file; splits at \n only, because texts may hold other kinds of line ends. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const source = fs.createReadStream(file)
  const unzipped = source.pipe(createGunzip())
  source.on('error', (error) => unzipped.destroy(error))
  try {
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of unzipped as AsyncIterable<Buffer>) {
      let from = 0
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        yield bytes.toString('utf8', from, end)
        from = end + 1
      }
      rest = bytes.subarray(from)
      if (rest.length > LONGEST_LINE) throw damaged(file)
    }
    if (rest.length > 0) throw incomplete(file)
  } finally {
    source.destroy()
    unzipped.destroy()
  }
}

const damaged = (file: string) => new BackupRefused(`${file} is damaged: it is not as it was written.`)
const incomplete = (file: string) => new BackupRefused(`${file} is not complete: its end is missing.`)

/** Translates an error of the file system or of the decompression into one clear line. */
function refusal(file: string, error: unknown): BackupRefused | undefined {
  const { code = '', syscall, message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return incomplete(file)
  if (code.startsWith('Z_')) {
    return message === 'incorrect header check'
      ? new BackupRefused(`${file} is no backup of a dance studio.`)
      : damaged(file)
  }
  if (syscall === undefined) return undefined
  if (code === 'ENOENT') return new BackupRefused(`There is no file ${file}.`)
  return new BackupRefused(`${file} could not be read: ${message}`)
}
