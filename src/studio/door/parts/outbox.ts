// Queue of taps that the server has not confirmed. Stored in the browser's database under an idempotency key made at
// the tap, so that a closed page loses nothing, and nothing is applied twice.
import { newId } from '#kernel/ids.ts'
import type { InputOf } from '#kernel/procedures.ts'
import type { Refusal } from '#kernel/result.ts'
import { studioTime } from '#web/clock.ts'
import { send, UNDECIDED, type AnyCommand } from '#web/commands.ts'
import { connection } from '#web/live/useLive.ts'
import { becameSomeoneElse } from '#web/me.ts'
import { inDatabase, timesMade, type Database } from './database.ts'

export interface Waiting {
  readonly key: string
  /** The account that tapped; the tap is sent only in its session. */
  readonly accountId: string
  readonly name: string
  readonly input: unknown
  /** Studio time as the device knows it; may go backwards when the device corrects its clock. */
  readonly tappedAt: number
  /** Order of the taps: a later tap has a larger number. */
  readonly order: number
  /** Description for whoever deals with a refusal. */
  readonly label: string
  /** Why the server refused the tap; null while it is queued. */
  readonly refused: Pick<Refusal, 'code' | 'params'> | null
  /** How often the server failed on it. */
  readonly faults?: number
  /** Key of the tap that it undoes. */
  readonly after?: string
}

/** Refusals because the account is not signed in here: nothing was done. */
const NOT_HERE = new Set(['signInNeeded', 'secondStepNeeded', 'anotherAccount'])
const AGAIN_AFTER = 10_000
/** Tries of a tap on which the server fails, before later taps are sent. */
const MOST_FAULTS = 5

let all: readonly Waiting[] = []
/** Taps sent a moment ago: shown until the list includes them. */
let settling: readonly Waiting[] = []
const SETTLES_WITHIN = 3_000
const listeners = new Set<() => void>()
function show(next: readonly Waiting[]): void {
  all = next.toSorted((a, b) => a.order - b.order)
  for (const listener of listeners) listener()
}

export const waitingNow = (): readonly Waiting[] => all
export const settlingNow = (): readonly Waiting[] => settling
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the queue left by an earlier page. */
export async function readWaiting(): Promise<readonly Waiting[]> {
  const stored = await inDatabase(async (db) => {
    // a full disk can still be read
    await writePending(db).catch(() => {})
    return await db.getAll('waiting')
  })
  if (!stored) return all
  show([...stored.filter(({ key }) => !pending.has(key)), ...pending.values()])
  return all
}

/** What is not yet written to the database, or not writable now, by key; each reading tries again. */
const pending = new Map<string, Waiting>()
let written = 0

async function store(item: Waiting): Promise<void> {
  pending.set(item.key, item)
  await inDatabase(writePending)
}

async function writePending(db: Database): Promise<void> {
  // the browser has deleted what was stored; this page still knows it
  if (written !== timesMade()) for (const item of all) pending.set(item.key, item)
  written = timesMade()
  const items = [...pending.values()]
  if (items.length === 0) return
  const tx = db.transaction('waiting', 'readwrite')
  const puts = items.map((item) => tx.store.put(item))
  // at once: the page may be left before it hears of the puts
  tx.commit()
  await Promise.all([...puts, tx.done])
  for (const item of items) if (pending.get(item.key) === item) pending.delete(item.key)
}

/** Queues a tap, and sends it as soon as possible. */
export async function put<P extends AnyCommand>(
  accountId: string,
  procedure: P,
  input: (tappedAt: number) => InputOf<P>,
  label: string,
  { key = newId(), ...undoes }: { readonly key?: string; readonly after?: string } = {},
): Promise<void> {
  const tappedAt = studioTime()
  // keeps the order within a millisecond: a new person must be added before their place is booked
  const order = Math.max(Date.now(), ...all.map((one) => one.order + 1))
  const tapped = { tappedAt, order, input: input(tappedAt) }
  const item = { key, accountId, name: procedure.name, ...tapped, label, refused: null, ...undoes }
  show([...all, item])
  await store(item)
  await flush(accountId)
}

async function replace(item: Waiting): Promise<void> {
  show(all.map((one) => (one.key === item.key ? item : one)))
  await store(item)
}

export async function remove(key: string): Promise<void> {
  pending.delete(key)
  show(all.filter((one) => one.key !== key))
  await inDatabase((db) => db.delete('waiting', key))
}

/** Removes queued taps; a request under way may still send one, so this waits for its end. */
export const withdraw = (...keys: readonly string[]): Promise<unknown> =>
  alone(async () => {
    for (const key of keys) await remove(key)
  })

/** Sends a refused tap again: under a new key if the server has answered the old one. */
export async function sendAnew(item: Waiting): Promise<void> {
  const isAnswered = item.refused !== null && !UNDECIDED.has(item.refused.code)
  const anew = { ...item, key: isAnswered ? newId() : item.key, refused: null }
  show(all.map((one) => (one.key === item.key ? anew : one)))
  await store(anew)
  if (isAnswered) await remove(item.key)
  await flush(item.accountId)
}

let timer: ReturnType<typeof setTimeout> | undefined
let flushing = false
/** A reason to send arrived during a request, which may have failed for lack of it. */
let anotherChance = false
/** The account that this page has been told it no longer belongs to. */
let leftBy: string | null = null

/** Sends the queue now, because it may succeed: the network is back, or the page is visible again. */
export async function flushNow(accountId: string): Promise<void> {
  anotherChance = true
  await flush(accountId)
}

/** Sends an account's queue in order; only one page of this browser at a time. */
async function flush(accountId: string): Promise<void> {
  if (flushing) return
  flushing = true
  anotherChance = false
  let stopped = false
  try {
    await alone(async () => {
      await readWaiting()
      for (let next = first(accountId); next && !stopped; next = first(accountId)) stopped = !(await sendOne(next))
    })
  } finally {
    flushing = false
  }
  // a tap was made while the last one was being sent
  if (!stopped && first(accountId)) again(accountId, 50)
}

/** Sends one tap; returns whether to continue. */
async function sendOne(item: Waiting): Promise<boolean> {
  const { key, name, input, accountId, faults = 0, after } = item
  const undone = all.find((one) => one.key === after)
  if (undone?.refused) {
    // nothing was done that could be undone: sent, it might undo what somebody else did
    await remove(undone.key)
    await remove(key)
    return true
  }
  const outcome = await send({ name } as AnyCommand, input as never, key, { attempts: 1, account: accountId })
  if (outcome.ok) {
    leftBy = null
    settle(item)
    await remove(key)
  } else if (NOT_HERE.has(outcome.code)) {
    // it is sent once its account is signed in again; a page left open in another tab learns of the change
    if (outcome.code === 'anotherAccount' && leftBy !== accountId) void becameSomeoneElse()
    leftBy = accountId
    return false
  } else if (outcome.code === 'unexpected' && faults + 1 >= MOST_FAULTS) await replace({ ...item, refused: outcome })
  else if (UNDECIDED.has(outcome.code)) {
    if (outcome.code === 'unexpected') await replace({ ...item, faults: faults + 1 })
    if (!anotherChance) {
      again(accountId)
      return false
    }
    anotherChance = false
  } else await replace({ ...item, refused: outcome })
  return true
}

function settle(item: Waiting): void {
  settling = [...settling, item]
  const end = () => {
    // without a connection the list has not been updated yet
    if (connection.state !== 'open') return void setTimeout(end, SETTLES_WITHIN)
    settling = settling.filter((one) => one !== item)
    show(all)
  }
  setTimeout(end, SETTLES_WITHIN)
}

const first = (accountId: string) => all.find((one) => one.accountId === accountId && one.refused === null)

function again(accountId: string, after = AGAIN_AFTER): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    timer = undefined
    void flush(accountId)
  }, after)
}

export const stopSending = (): void => clearTimeout(timer)

const alone = (work: () => Promise<void>): Promise<unknown> =>
  'locks' in navigator ? navigator.locks.request('door-outbox', work) : work()
