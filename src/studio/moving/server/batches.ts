// Reads a Firebase export as batches of judged rows: what is imported, and what goes into the report. Nothing here
// writes to the database, so that the check and the import see the same.
import { mkdirSync, rmSync } from 'node:fs'
import type { FirebaseKey } from '#studio/accounts/server/firebasePasswords.ts'
import type { Channel } from '#studio/logs/rules.ts'
import type { PaidItem } from '#studio/payments/rules.ts'
import type { Kind, Problem } from '../rules.ts'
import { readKey, readSignIns, type SignIn } from './auth.ts'
import {
  classOf,
  courseOf,
  entryOf,
  membershipOf,
  passOf,
  paymentOf,
  stampsOf,
  teller,
  type Studio,
  type Tell,
} from './judge.ts'
import { keepersOf, personOf, signInOfDocument } from './people.ts'
import { ImportRefused } from './refused.ts'
import type { Batch, NamedPayment, Rows } from './rows.ts'
import type { Source } from './source.ts'
import { Split, splitDump, type Collection, type Line } from './split.ts'
import { docIn, idIn, instantOf, isId, textIn, wholeIn, type Doc } from './values.ts'

export interface Opening {
  readonly source: Source
  /** Folder for temporary files; emptied at the end. */
  readonly work: string
  readonly studio: Studio
  /** Most rows in one batch. */
  readonly rowsAtOnce: number
  /** Called with the bytes read so far and their total. */
  readonly reading: (bytes: number, of: number) => void | Promise<void>
}

/** What is read of an export before the first row is judged. */
export interface Opened {
  readonly key: FirebaseKey | null
  readonly total: number
  readonly batches: AsyncGenerator<Batch>
}

/** Throws ImportRefused if there is no studio in the export, or one of its files can't be read to the end. */
export async function openExport({ source, work, studio, rowsAtOnce, reading }: Opening): Promise<Opened> {
  if (!source.has('firestore.json')) throw new ImportRefused('noDump', 'firestore.json')
  mkdirSync(work, { recursive: true, mode: 0o700 })
  const split = new Split(work)
  const size = source.size('firestore.json')
  try {
    const key = await readKey(source)
    const signIns = await readSignIns(source)
    await splitDump(source, split, (bytes) => reading(bytes, size))
    const total = [...split.counts.values()].reduce((sum, one) => sum + one, 0)
    const batches = new Batches({ split, studio, signIns, key, rowsAtOnce })
    const all = async function* () {
      try {
        yield* batches.all()
      } finally {
        split.close()
        rmSync(work, { recursive: true, force: true })
      }
    }
    return { key, total, batches: all() }
  } catch (error) {
    rmSync(work, { recursive: true, force: true })
    throw error
  }
}

interface Counted {
  readonly name: string
  readonly most: number
  /** Counter in the document; null if it has none. */
  readonly said: number | null
  taken: number
}

class Batches {
  // keep only ids of what was read, to check references
  readonly #people = new Set<string>()
  readonly #accounts = new Set<string>()
  readonly #classes = new Set<string>()
  readonly #entries = new Map<string, Counted>()
  readonly #courses = new Map<string, Counted>()
  readonly #passes = new Map<string, { readonly userId: string; readonly said: number; taken: number }>()
  readonly #places = new Set<string>()
  readonly #claimed = new Set<string>()
  readonly #split: Split
  readonly #studio: Studio
  readonly #signIns: Awaited<ReturnType<typeof readSignIns>>
  readonly #key: FirebaseKey | null
  readonly #rowsAtOnce: number

  constructor(parts: {
    split: Split
    studio: Studio
    signIns: Awaited<ReturnType<typeof readSignIns>>
    key: FirebaseKey | null
    rowsAtOnce: number
  }) {
    this.#split = parts.split
    this.#studio = parts.studio
    this.#signIns = parts.signIns
    this.#key = parts.key
    this.#rowsAtOnce = parts.rowsAtOnce
  }

  async *all(): AsyncGenerator<Batch> {
    yield* this.#peopleRows()
    yield* this.#each('sessions', 'sessions', (line, tell) => this.#session(line, tell), sessionKey)
    yield* this.#each('classes', 'classes', ({ id, doc }, tell) => {
      const row = classOf(id, doc, this.#studio, tell)
      if (row) this.#classes.add(id)
      return row && { id, row }
    })
    yield* this.#each('memberships', 'memberships', ({ id, doc }, tell) => {
      const row = membershipOf(id, doc, this.#studio, tell)
      return row && { id, row }
    })
    yield* this.#each('courses', 'courses', ({ id, doc }, tell) => {
      const row = courseOf(id, doc, this.#studio, tell)
      if (row) this.#courses.set(id, counted(row.name, row.defaultMaxParticipants, doc))
      return row && { id, row }
    })
    yield* this.#each('schedule', 'schedule', ({ id, doc }, tell) => {
      const row = entryOf(id, doc, this.#studio, this.#classes, tell)
      if (row) this.#entries.set(id, counted(row.className, row.maxParticipants, doc))
      return row && { id, row }
    })
    yield* this.#each('passes', 'purchases', (line, tell) => this.#pass(line, tell))
    yield* this.#each('courseRegistrations', 'courseRegistrations', (line, tell) => this.#coursePlace(line, tell))
    yield* this.#each('registrations', 'registrations', (line, tell) => this.#place(line, tell))
    yield* this.#otherPayments()
    yield* this.#differences()
    for (const channel of ['auth', 'courses', 'payments', 'registrations', 'membership'] as const)
      yield* this.#each(
        'logs',
        `${channel}Logs`,
        ({ id, doc }, tell) => logOf(`${channel}/${id}`, channel, doc, this.#studio, tell),
        ({ id }) => `${channel}/${id}`,
      )
  }

  /** Every document of a collection, judged; if an id is repeated, the first one counts. */
  async *#each<K extends Kind>(
    kind: K,
    collection: Collection,
    judge: (line: Line, tell: Tell) => Rows[K] | null,
    keyOf: (line: Line) => string = ({ id }) => id,
  ): AsyncGenerator<Batch> {
    const seen = new Set<string>()
    let batch = emptyBatch(kind)
    for await (const line of this.#split.lines(collection)) {
      const key = keyOf(line)
      const tell = teller(batch.problems, kind, key)
      batch.read++
      if (!isId(key)) tell('badId')
      else if (seen.has(key)) tell('duplicate')
      else {
        seen.add(key)
        const row = judge(line, tell)
        if (row) batch.rows.push(row)
      }
      if (batch.read < this.#rowsAtOnce) continue
      yield batch as unknown as Batch
      batch = emptyBatch(kind)
    }
    if (batch.read > 0) yield batch as unknown as Batch
  }

  async *#peopleRows(): AsyncGenerator<Batch> {
    const known = this.#signIns
    const ofDocuments = new Map<string, SignIn>()
    if (!known)
      for await (const { id, doc } of this.#split.lines('users'))
        ofDocuments.set(id, signInOfDocument(doc, this.#studio))
    const signIns = known?.byId ?? ofDocuments
    const keepers = keepersOf(signIns)
    const seen = new Set<string>()
    const judged = (id: string, doc: Doc | null, tell: Tell) => {
      seen.add(id)
      const signIn = signIns.get(id) ?? null
      const row = personOf(id, doc, { signIn, keepers, key: this.#key }, this.#studio, tell)
      if (row) this.#people.add(id)
      if (row?.account) this.#accounts.add(id)
      return row
    }
    yield* this.#each('people', 'users', ({ id, doc }, tell) => judged(id, doc, tell))
    let batch = emptyBatch('people')
    for (const id of known?.repeated ?? []) teller(batch.problems, 'people', id)('duplicate', 'auth')
    for (const id of known?.byId.keys() ?? []) {
      if (seen.has(id)) continue
      const tell = teller(batch.problems, 'people', id)
      const row = isId(id) ? judged(id, null, tell) : tell('badId')
      if (row) batch.rows.push(row)
      batch.read++
      if (batch.read < this.#rowsAtOnce) continue
      yield batch
      batch = emptyBatch('people')
    }
    for (const [name, count] of this.#split.unknown)
      batch.problems.push({ kind: 'file', id: name, reason: 'unknownCollection', detail: String(count) })
    if (batch.read > 0 || batch.problems.length > 0) yield batch
  }

  #session(line: Line, tell: Tell): Rows['sessions'] | null {
    const { parent, doc } = line
    // the sessions of a person without an account were left out with it
    if (!this.#accounts.has(parent)) {
      tell('noPerson', parent)
      return null
    }
    const id = sessionKey(line)
    const { createdAt } = stampsOf(doc, this.#studio)
    const deviceInfo = textIn(doc['deviceInfo'], 500) || 'Unknown'
    return { id, row: { id, accountId: parent, status: 'registration', deviceInfo, createdAt } }
  }

  #pass({ id, parent, doc }: Line, tell: Tell): Rows['passes'] | null {
    const userId = parent || idIn(doc['userId'])
    if (!this.#people.has(userId)) {
      tell('noPerson', userId)
      return null
    }
    const row = passOf(id, userId, doc, this.#studio, tell)
    if (!row) return null
    const paymentId = idIn(doc['paymentId'])
    const about = { userId, item: 'membership', itemId: row.membershipId, description: row.membershipName } as const
    const paid = paymentId === '' ? null : this.#claim(paymentId, about, tell)
    // a pass is imported even if its payment is unknown
    if (!paid) tell('paymentMissing', paymentId || '–')
    this.#passes.set(id, { userId, said: row.classesUsed ?? 0, taken: 0 })
    return { id, row, paid }
  }

  #coursePlace({ id, doc }: Line, tell: Tell): Rows['courseRegistrations'] | null {
    const [userId, courseId] = [idIn(doc['userId']), idIn(doc['courseId'])]
    const course = this.#courses.get(courseId)
    if (!this.#people.has(userId)) return left(tell, 'noPerson', userId)
    if (!course) return left(tell, 'noCourse', courseId)
    if (this.#places.has(`${courseId} ${userId}`)) return left(tell, 'placeTwice', `${courseId}, ${userId}`)
    const paymentId = idIn(doc['paymentId'])
    const about = { userId, item: 'course', itemId: courseId, description: course.name } as const
    const paid = this.#claim(paymentId, about, tell)
    if (!paid) return left(tell, 'noPayment', paymentId || '–')
    this.#places.add(`${courseId} ${userId}`)
    course.taken++
    const { createdAt } = stampsOf(doc, this.#studio)
    return { id, row: { id, userId, courseId, paymentId, createdAt }, paid }
  }

  #place({ id, doc }: Line, tell: Tell): Rows['registrations'] | null {
    const [userId, scheduleId] = [idIn(doc['userId']), idIn(doc['scheduleId'])]
    const entry = this.#entries.get(scheduleId)
    if (!this.#people.has(userId)) return left(tell, 'noPerson', userId)
    if (!entry) return left(tell, 'noEntry', scheduleId)
    if (this.#places.has(`${scheduleId} ${userId}`)) return left(tell, 'placeTwice', `${scheduleId}, ${userId}`)
    const [passId, paymentId] = [idIn(doc['userMembershipId']), idIn(doc['dropInPaymentId'])]
    if (passId === '' && paymentId === '') return left(tell, 'noMethod')
    const pass = this.#passes.get(passId)
    if (passId !== '' && !pass) return left(tell, 'noPass', passId)
    if (pass && pass.userId !== userId) return left(tell, 'otherPass', passId)
    if (pass && paymentId !== '') tell('twoMethods', paymentId)
    const about = { userId, item: 'drop-in ticket', itemId: scheduleId, description: entry.name } as const
    const paid = pass ? null : this.#claim(paymentId, about, tell)
    if (!pass && !paid) return left(tell, 'noPayment', paymentId)
    this.#places.add(`${scheduleId} ${userId}`)
    entry.taken++
    if (pass) pass.taken++
    const stamps = stampsOf(doc, this.#studio)
    const classId = idIn(doc['classId']) || null
    const method = pass ? { userMembershipId: passId } : { dropInPaymentId: paymentId }
    const value = (['attended', 'no-show'] as const).find((one) => one === doc['attendance'])
    const mark = value ? { scheduleId, userId, value, markedBy: '', markedAt: stamps.updatedAt } : null
    return { id, row: { id, userId, scheduleId, classId, ...method, ...stamps }, paid, mark }
  }

  /** The payment that a row refers to, unless it is another person's or already used by another row. */
  #claim(
    id: string,
    about: { userId: string; item: PaidItem; itemId: string; description: string },
    tell: Tell,
  ): NamedPayment | null {
    const doc = id === '' ? null : this.#split.payment(id)
    if (!doc || !isId(id)) return null
    if (this.#claimed.has(id)) return left(tell, 'paymentTwice', id)
    if (idIn(doc['userId']) !== about.userId) return left(tell, 'otherPayment', id)
    const paid = paymentOf(id, doc, about, this.#studio, tell)
    if (!paid) return null
    this.#claimed.add(id)
    return { ...paid, description: about.description }
  }

  /** Imports the remaining payments: a cancelled one by itself; any other that pays for nothing is not imported. */
  async *#otherPayments(): AsyncGenerator<Batch> {
    let batch = emptyBatch('payments')
    for (const id of this.#split.repeatedPayments) teller(batch.problems, 'payments', id)('duplicate')
    for (const id of this.#split.paymentIds()) {
      batch.read++
      if (!this.#claimed.has(id)) {
        const row = this.#alone(id, teller(batch.problems, 'payments', id))
        if (row) batch.rows.push(row)
      }
      if (batch.read < this.#rowsAtOnce) continue
      yield batch
      batch = emptyBatch('payments')
    }
    if (batch.read > 0) yield batch
  }

  #alone(id: string, tell: Tell): Rows['payments'] | null {
    const doc = this.#split.payment(id) ?? {}
    const userId = idIn(doc['userId'])
    if (!isId(id)) return left(tell, 'badId')
    if (!this.#people.has(userId)) return left(tell, 'noPerson', userId)
    const said = textIn(doc['item'])
    const item = said === 'course' || said === 'membership' ? said : 'drop-in ticket'
    const itemId = idIn(doc['itemId'])
    if (doc['status'] !== 'cancelled')
      return left(tell, 'paysForNothing', `${textIn(doc['status'])}, ${textIn(doc['price'])}`)
    const paid = paymentOf(id, doc, { userId, item, itemId }, this.#studio, tell)
    const description = this.#entries.get(itemId)?.name ?? this.#courses.get(itemId)?.name ?? said
    return paid && { id, paid: { ...paid, description } }
  }

  /** Reports counters that differ from the count, and classes with more people than places. */
  async *#differences(): AsyncGenerator<Batch> {
    const { problems, ...batch } = emptyBatch('registrations')
    const compare = (kind: Kind, all: ReadonlyMap<string, Counted>) => {
      for (const [id, { said, taken, most }] of all) {
        const tell = teller(problems, kind, id)
        if (said !== null && said !== taken) tell('counterDiffers', `${said} → ${taken}`)
        if (taken > most) tell('overfull', `${most} → ${taken}`)
      }
    }
    compare('courses', this.#courses)
    compare('schedule', this.#entries)
    for (const [id, { said, taken }] of this.#passes)
      if (said !== taken) teller(problems, 'passes', id)('counterDiffers', `${said}, ${taken}`)
    yield { ...batch, problems }
  }
}

const sessionKey = ({ id, parent }: Line) => `${parent}/${id}`

const counted = (name: string, most: number, doc: Doc): Counted => ({
  name,
  most,
  said: wholeIn(doc['registeredCount']),
  taken: 0,
})

function logOf(id: string, channel: Channel, doc: Doc, { timeZone }: Studio, tell: Tell): Rows['logs'] | null {
  const message = textIn(doc['message'])
  const level = (['info', 'warning', 'error'] as const).find((one) => one === doc['level']) ?? 'info'
  const at = instantOf(doc['createdAt'], timeZone)
  if (message === '' || at === null) return left(tell, 'badLog')
  const metadata = Object.fromEntries(
    Object.entries(docIn(doc['metadata'])).flatMap(([name, value]) => {
      const text = textIn(value) || idIn(value)
      return text === '' ? [] : [[textIn(name, 100), text]]
    }),
  )
  return { id, at, line: { channel, level, message, userId: idIn(doc['userId']) || null, metadata } }
}

const emptyBatch = <K extends Kind>(kind: K) => ({ kind, rows: [] as Rows[K][], read: 0, problems: [] as Problem[] })

function left(tell: Tell, reason: Problem['reason'], detail?: string): null {
  tell(reason, detail)
  return null
}
