// A Firestore dump is one JSON of any size, with its collections in any order. Each collection is written to its own
// file, one document a line, so that rows can be imported after those they refer to with one document in memory at a
// time.
import { closeSync, createReadStream, existsSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { JSONParser } from '@streamparser/json'
import { utf8Of } from './bytes.ts'
import { ImportRefused } from './refused.ts'
import type { Source } from './source.ts'
import { docIn, type Doc } from './values.ts'

/** A document with its place in the dump; `parent` is the id of the document above it, or empty. */
export interface Line {
  readonly id: string
  readonly parent: string
  readonly doc: Doc
}

/** Collections of a studio, by their path in the dump. */
const collections = {
  users: 'users',
  'users/sessions': 'sessions',
  classes: 'classes',
  schedule: 'schedule',
  courses: 'courses',
  courseRegistrations: 'courseRegistrations',
  registrations: 'registrations',
  memberships: 'memberships',
  'userMemberships/purchases': 'purchases',
  payments: 'payments',
  authLogs: 'authLogs',
  coursesLogs: 'coursesLogs',
  paymentsLogs: 'paymentsLogs',
  registrationsLogs: 'registrationsLogs',
  membershipLogs: 'membershipLogs',
} as const
export type Collection = (typeof collections)[keyof typeof collections]
const names: Readonly<Record<string, Collection>> = collections

const FLUSH = 256 * 1024

/** The contents of a dump, as files in a folder. */
export class Split {
  readonly #folder: string
  readonly #files = new Map<Collection, { fd: number; text: string[]; size: number; end: number }>()
  readonly counts = new Map<Collection, number>()
  /** Number of documents in each collection that the studio does not know. */
  readonly unknown = new Map<string, number>()
  /** Position of each payment in its file, for the rows that refer to it. */
  readonly #payments = new Map<string, readonly [start: number, bytes: number]>()
  readonly repeatedPayments: string[] = []
  #reader: number | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  add(path: readonly string[], collection: string, id: string, doc: Doc): void {
    const where = [...path.filter((_, index) => index % 2 === 0), collection].join('/')
    const { __collections__: below, ...fields } = doc
    const known = Object.hasOwn(names, where) ? names[where] : undefined
    if (known) this.#write(known, { id, parent: path.at(-1) ?? '', doc: fields })
    // a document without fields, or above the memberships, is only a container
    else if (Object.keys(fields).length > 0 && where !== 'userMemberships')
      this.unknown.set(where, (this.unknown.get(where) ?? 0) + 1)
    for (const [name, docs] of Object.entries(docIn(below)))
      for (const [inner, one] of Object.entries(docIn(docs)))
        this.add([...path, collection, id], name, inner, docIn(one))
  }

  #write(collection: Collection, line: Line): void {
    let file = this.#files.get(collection)
    if (!file) {
      file = { fd: openSync(this.#path(collection), 'w', 0o600), text: [], size: 0, end: 0 }
      this.#files.set(collection, file)
    }
    const text = `${JSON.stringify(line)}\n`
    const bytes = Buffer.byteLength(text)
    if (collection === 'payments') {
      if (this.#payments.has(line.id)) this.repeatedPayments.push(line.id)
      else this.#payments.set(line.id, [file.end, bytes])
    }
    file.text.push(text)
    file.size += bytes
    file.end += bytes
    this.counts.set(collection, (this.counts.get(collection) ?? 0) + 1)
    if (file.size > FLUSH) flush(file)
  }

  #path = (collection: Collection) => join(this.#folder, `${collection}.ndjson`)

  /** Ends writing; after this the files can be read. */
  end(): void {
    for (const file of this.#files.values()) {
      flush(file)
      closeSync(file.fd)
    }
  }

  async *lines(collection: Collection): AsyncGenerator<Line> {
    const path = this.#path(collection)
    if (!existsSync(path)) return
    const input = createReadStream(path, 'utf8')
    try {
      for await (const text of createInterface({ input })) yield JSON.parse(text) as Line
    } finally {
      input.destroy()
    }
  }

  payment(id: string): Doc | null {
    const place = this.#payments.get(id)
    if (!place) return null
    this.#reader ??= openSync(this.#path('payments'), 'r')
    const buffer = Buffer.alloc(place[1])
    readSync(this.#reader, buffer, 0, place[1], place[0])
    return (JSON.parse(buffer.toString()) as Line).doc
  }

  paymentIds(): Iterable<string> {
    return this.#payments.keys()
  }

  close(): void {
    if (this.#reader !== undefined) closeSync(this.#reader)
    this.#reader = undefined
  }
}

function flush(file: { fd: number; text: string[]; size: number }): void {
  writeSync(file.fd, file.text.join(''))
  file.text = []
  file.size = 0
}

/** Reads firestore.json; `read` is called with the number of bytes read so far. */
export async function splitDump(
  source: Source,
  into: Split,
  read: (bytes: number) => void | Promise<void>,
): Promise<void> {
  const name = 'firestore.json'
  const parser = new JSONParser({ paths: ['$.__collections__.*.*'], keepStack: false })
  let found = false
  let ended = false
  let failure: unknown
  parser.onValue = ({ value, key, stack }) => {
    found = true
    into.add([], String(stack[2]?.key ?? ''), String(key ?? ''), docIn(value))
  }
  parser.onEnd = () => {
    ended = true
  }
  parser.onError = (error) => {
    failure ??= error
  }
  let bytes = 0
  for await (const slice of utf8Of(source.bytes(name), name)) {
    bytes += slice.length
    parser.write(slice)
    if (failure !== undefined) throw new ImportRefused('notJson', name)
    await read(bytes)
  }
  if (!ended) throw new ImportRefused('cut', name)
  if (!found) throw new ImportRefused('noCollections', name)
  into.end()
}
