// What was tapped and is not with the studio yet. It waits in the browser's database under the key that was made at the
// tap, so that a page that is killed loses nothing, and nothing happens twice.
import { newId } from '#kernel/ids.ts'
import type { InputOf } from '#kernel/procedures.ts'
import type { Refusal } from '#kernel/result.ts'
import { studioTime } from '#web/clock.ts'
import { send, UNDECIDED, type AnyCommand } from '#web/commands.ts'
import { connection } from '#web/live/useLive.ts'
import { becameSomeoneElse } from '#web/me.ts'
import { database } from './database.ts'

export interface Waiting {
  readonly key: string
  /** Who tapped: nobody else sends it. */
  readonly accountId: string
  readonly name: string
  readonly input: unknown
  /** By the studio's clock, as far as this device knows it: what it learns of that may set it back. */
  readonly tappedAt: number
  /** Of two taps the one made later has the larger number. */
  readonly order: number
  /** What it was, for whoever has to look after it. */
  readonly label: string
  /** Why the studio did not take it; null while it waits. */
  readonly refused: Pick<Refusal, 'code' | 'params'> | null
  /** How often the server failed on it. */
  readonly faults?: number
}

/** Nothing was done, for whose it is does not sit here now. */
const NOT_HERE = new Set(['signInNeeded', 'secondStepNeeded', 'anotherAccount'])
const AGAIN_AFTER = 10_000
/** So often a tap is sent on which the server fails, before those after it get their turn. */
const MOST_FAULTS = 5

let all: readonly Waiting[] = []
/** Sent a moment ago: shown until the list itself shows it. */
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

/** Reads what an earlier page left. */
export async function readWaiting(): Promise<readonly Waiting[]> {
  const stored = (await (await database())?.getAll('waiting')) ?? []
  const known = new Set(stored.map(({ key }) => key))
  show([...stored, ...all.filter(({ key }) => !known.has(key) && pending.has(key))])
  return all
}

/** Not yet written, or not writable. */
const pending = new Set<string>()

async function store(item: Waiting): Promise<void> {
  pending.add(item.key)
  const db = await database()
  await db?.put('waiting', item)
  if (db) pending.delete(item.key)
}

/** Takes note of a tap, and sends it as soon as that is possible. */
export async function put<P extends AnyCommand>(
  accountId: string,
  procedure: P,
  input: (tappedAt: number) => InputOf<P>,
  label: string,
): Promise<void> {
  const tappedAt = studioTime()
  // a person who is added comes before the place that is taken for them, also within a millisecond
  const order = Math.max(Date.now(), ...all.map((one) => one.order + 1))
  const tapped = { tappedAt, order, input: input(tappedAt) }
  const item = { key: newId(), accountId, name: procedure.name, ...tapped, label, refused: null }
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
  await (await database())?.delete('waiting', key)
}

/** What needed a look is sent once more as it was; under a new key where the old one has its answer. */
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
/** A chance came while something was on its way, which may have failed for the lack of it. */
let anotherChance = false
/** Whose page this is no longer, as it has heard already. */
let leftBy: string | null = null

/** Sends what waits, as it may get through now: the network is back, or the page is seen again. */
export async function flushNow(accountId: string): Promise<void> {
  anotherChance = true
  await flush(accountId)
}

/** Sends what waits of that account, the earliest tap first: one page of this browser at a time. */
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
  // a tap that was made while the last one was being sent
  if (!stopped && first(accountId)) again(accountId, 50)
}

/** Whether the next one may be sent. */
async function sendOne(item: Waiting): Promise<boolean> {
  const { key, name, input, accountId, faults = 0 } = item
  const outcome = await send({ name } as AnyCommand, input as never, key, { attempts: 1, account: accountId })
  if (outcome.ok) {
    leftBy = null
    settle(item)
    await remove(key)
  } else if (NOT_HERE.has(outcome.code)) {
    // it goes once the door is open for whose it is; a page that was left in another tab learns of that
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
    // without a connection the list has not heard of it so far
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
