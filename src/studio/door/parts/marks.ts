import type { Cents } from '#kernel/money.ts'
import type { InputOf } from '#kernel/procedures.ts'
import type { Instant } from '#kernel/time.ts'
import { attendance } from '#studio/attendance/calls.ts'
import { stebby } from '#studio/stebby/calls.ts'
import type { AttendanceValue } from '#studio/attendance/rules.ts'
import { door } from '../calls.ts'
import type { DoorEntry, DoorRow, DoorWay } from '../contract.ts'
import { nextMark } from '../rules.ts'
import { put, type Waiting } from './outbox.ts'
import { newId } from '#kernel/ids.ts'

type Tap = InputOf<typeof attendance.tap>
type Take = InputOf<typeof door.take>
type Note = InputOf<typeof stebby.note>
type NewPerson = InputOf<typeof door.addPerson>
type Place = InputOf<typeof attendance.removeRegistration>

/** The rows as they will be once all queued taps have arrived. */
export function withWaiting(entry: DoorEntry, waiting: readonly Waiting[]): DoorRow[] {
  const marks = new Map(entry.rows.map((row) => [row.userId, row.attendance]))
  for (const { name, input } of waiting) {
    const tap = input as Tap
    if (name !== attendance.tap.name || tap.scheduleId !== entry.id) continue
    for (const userId of tap.userIds) {
      if (tap.onlyUnmarked && (marks.get(userId) ?? null) !== null) continue
      marks.set(userId, tap.value)
    }
  }
  const takes = [door.take.name, stebby.note.name]
  const paid = new Set(waiting.map(({ name, input }) => (takes.includes(name) ? (input as Take | Note).paymentId : '')))
  return entry.rows.map((row) => {
    // data stored by an older version lacks the other payments
    const { alsoOwes: others = [] } = row as Partial<DoorRow>
    const [owes = null, ...alsoOwes] = [row.owes, ...others].flatMap((one) =>
      one && !paid.has(one.paymentId) ? [one] : [],
    )
    return { ...row, owes, alsoOwes, attendance: marks.get(row.userId) ?? null }
  })
}

/** People let in on this device who are not on the list yet, without those whose walk-in was undone. */
export function comingIn(entry: DoorEntry, waiting: readonly Waiting[]): Waiting[] {
  const undone = new Map(
    waiting
      .filter(({ name, input }) => name === attendance.removeRegistration.name && ofEntry(entry, input))
      .map(({ input, order }) => [userIn(input), order]),
  )
  return waiting.filter(
    ({ name, input, order }) =>
      name === door.walkIn.name && ofEntry(entry, input) && order > (undone.get(userIn(input)) ?? -Infinity),
  )
}

/** The taps that let such a person in: the place, and before it the person, if they are new. */
export const tapsThatLetIn = (one: Waiting, waiting: readonly Waiting[]): string[] =>
  waiting
    .filter(
      ({ key, name, input }) =>
        key === one.key || (name === door.addPerson.name && (input as NewPerson).id === userIn(one.input)),
    )
    .map(({ key }) => key)

const ofEntry = (entry: DoorEntry, input: unknown): boolean => (input as Place).scheduleId === entry.id
const userIn = (input: unknown): string => (input as Place).userId

/** A person who was let in on this page. */
export interface LetIn extends Place {
  /** Of the tap. */
  readonly key: string
  readonly label: string
  /** Whether they bought a pass. */
  readonly withPass: boolean
  /** Whether money was taken for the place. */
  readonly paid: boolean
  readonly at: Instant
}

/** Queues that a walk-in was a mistake; like every tap it is sent after those before it. */
export function undoWalkIn({ accountId, entry }: Who, { key, userId, label }: LetIn, undo: string) {
  const place = { scheduleId: entry.id, userId }
  void put(accountId, attendance.removeRegistration, () => place, `${undo}: ${label}`, { after: key })
}

export function takeFrom({ accountId, entry }: Who, row: DoorRow, way: DoorWay, took: (cents: Cents) => string) {
  const { owes } = row
  if (!owes) return
  const input = (tappedAt: number): Take => ({ paymentId: owes.paymentId, cents: owes.cents, way, tappedAt })
  void put(accountId, door.take, input, `${row.name}: ${took(owes.cents)} (${entry.className})`)
}

/** Queues a Stebby code for what a person owes. */
export function noteCode({ accountId, entry }: Who, owing: Owing, code: string, noted: (cents: Cents) => string) {
  const { paymentId, cents, name } = owing
  const input = (tappedAt: number): Note => ({ paymentId, code, cents, tappedAt })
  void put(accountId, stebby.note, input, `${name}: ${noted(cents)} (${entry.className})`)
}

/** A person on the list who owes money. */
export interface Owing {
  readonly name: string
  readonly paymentId: string
  readonly cents: number
}

interface Who {
  readonly accountId: string
  readonly entry: DoorEntry
}

export function tapRow(
  { accountId, entry }: Who,
  row: DoorRow,
  words: Readonly<Record<AttendanceValue | 'unmarked', string>>,
) {
  const value = nextMark(row.attendance)
  const input = (tappedAt: number): Tap => ({
    scheduleId: entry.id,
    userIds: [row.userId],
    value,
    tappedAt,
    press: null,
  })
  return put(accountId, attendance.tap, input, `${row.name}: ${words[value ?? 'unmarked']} (${entry.className})`)
}

/** Marks all; returns what is needed to undo the press. */
export function tapAll(
  { accountId, entry }: Who,
  rows: readonly DoorRow[],
  words: { readonly allHere: string; readonly undo: string },
) {
  const userIds = rows.filter((row) => row.attendance === null).map(({ userId }) => userId)
  const press = newId()
  const all = { scheduleId: entry.id, userIds }
  const input = (tappedAt: number): Tap => ({ ...all, value: 'attended', tappedAt, press, onlyUnmarked: true })
  const back = (tappedAt: number): Tap => ({ ...all, value: null, tappedAt, press: null, undoes: press })
  void put(accountId, attendance.tap, input, `${words.allHere} (${entry.className})`)
  return () => void put(accountId, attendance.tap, back, `${words.undo}: ${words.allHere} (${entry.className})`)
}
