// Tells teachers what others change in their classes: see docs/decisions/letters.md.
import { and, eq, inArray } from 'drizzle-orm'
import type { Span } from '#kernel/clock.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { accounts } from '#studio/accounts/tables.ts'
import { accountReaders, type Reader } from '#studio/notices/server/readers.ts'
import { sayAnew } from '#studio/notices/server/takeBack.ts'
import { letterKind } from '#studio/notices/server/tell.ts'
import { haveTeachers } from '#studio/rooms/rules.ts'
import { whereAndWhoOf, type Placed, type WhereAndWho } from '#studio/rooms/server/whereAndWho.ts'
import type { Step } from '#studio/schedule/server/changes.ts'
import type { ScheduleRow } from '#studio/schedule/server/lock.ts'
import { switchedOn } from '#studio/settings/rules.ts'
import type { KnownTo } from './takeBack.ts'
import { tellAlike } from './tellAlike.ts'
import { taughtAgain, taughtText, type Became, type KeptTaught, type Taught } from './teacherLetters.ts'

const taughtMoved = letterKind('registrations.taughtMoved', 'moved')
const taughtCancelled = letterKind('registrations.taughtCancelled', 'cancelled')

/** An entry, and its changes, oldest first. */
export interface Settled {
  readonly entry: ScheduleRow
  readonly history: readonly Step[]
}

/** Tells teachers about changes that they don't know yet. */
export async function tellTeachers(c: CommandContext, all: readonly Settled[]): Promise<void> {
  const untold = await takeBackTaught(
    c,
    all.flatMap(({ entry }) => (entry.cancelledAt === null ? [] : [entry.id])),
  )
  const states = all.flatMap(({ entry, history }) => [
    entry,
    ...history.flatMap(({ before, after }) => [before, after]),
  ])
  const readers = await accountReaders(c.tx, await teachersOf(c.tx, c, states))
  const named = await whereAndWhoOf(c, states)
  const soonestFirst = all.toSorted((a, b) => a.entry.startsAt - b.entry.startsAt)
  const letters = readers.map((reader) => ({
    reader,
    told: soonestFirst.flatMap((settled) => taughtBy(c, settled, reader, named, untold)),
  }))
  const kindOf = (told: readonly Taught[]) => (told.some(({ now }) => now === null) ? taughtCancelled : taughtMoved)
  await tellAlike(c, letters, kindOf, (told, reader) => taughtText(c.settings, told, reader), {
    // its own prefix, so that a push to a teacher does not replace one to the same person as a participant
    subjects: 'taught-',
  })
}

/** Accounts of those who teach one of these; people who are not teachers any more get no letters. */
export async function teachersOf(
  tx: Tx,
  { settings: { sections } }: Pick<CommandContext, 'settings'>,
  taught: readonly Pick<Placed, 'teacherIds'>[],
): Promise<string[]> {
  if (!haveTeachers(switchedOn(sections))) return []
  const { id, role, active } = accounts
  const ids = [...new Set(taught.flatMap(({ teacherIds }) => teacherIds))]
  const found = await tx
    .select({ id })
    .from(accounts)
    .where(and(inArray(id, ids), inArray(role, ['teacher', 'admin']), eq(active, true)))
  return found.map((one) => one.id)
}

/** What a teacher is told about an entry; empty if they know it already. */
function taughtBy(
  c: CommandContext,
  { entry, history }: Settled,
  reader: Reader,
  named: (one: Placed) => WhereAndWho,
  untold: KnownTo,
): Taught[] {
  const { accountId } = reader
  // the state after the teacher's own last change, else before the first change
  const own = history.findLast(({ knownTo }) => knownTo.includes(accountId))
  const known = own?.after ?? history[0]?.before ?? entry
  const was = { ...known, cancelled: own?.kind === 'cancelled' }
  const is = { ...entry, cancelled: entry.cancelledAt !== null }
  const hasRooms = switchedOn(c.settings.sections).includes('rooms')
  const became = becameOf(was, is, accountId, hasRooms)
  if (became === null) return []
  const said = (one: Span & Placed) => ({ startsAt: one.startsAt, endsAt: one.endsAt, where: named(one) })
  // a teacher who did not have the class knows no earlier time
  const before =
    became === 'theirs' || became === 'restored' ? said(entry) : { ...said(known), ...untold(reader, entry) }
  const event = { id: entry.id, title: entry.className }
  return [{ event, series: entry.seriesId ?? entry.id, became, before, now: is.cancelled ? null : said(entry) }]
}

type State = Span & Placed & { readonly cancelled: boolean }

function becameOf(was: State, is: State, accountId: string, hasRooms: boolean): Became | null {
  const isTheirs = ({ teacherIds }: State) => teacherIds.includes(accountId)
  const [taught, teaches] = [was, is].map((one) => !one.cancelled && isTheirs(one))
  if (taught && teaches) {
    const moved = was.startsAt !== is.startsAt || was.endsAt !== is.endsAt
    return moved || (hasRooms && was.roomId !== is.roomId) ? 'changed' : null
  }
  if (taught) return is.cancelled ? 'cancelled' : 'notTheirs'
  if (!teaches) return null
  return isTheirs(was) ? 'restored' : 'theirs'
}

/** Withdraws waiting letters about classes that are now cancelled; returns the time that each teacher knew before. */
async function takeBackTaught(c: CommandContext, scheduleIds: readonly string[]): Promise<KnownTo> {
  const gone: { accountId: string; one: KeptTaught }[] = []
  if (scheduleIds.length > 0) {
    await sayAnew(c, { kinds: [taughtMoved, taughtCancelled] }, (notice, reader) => {
      const all = (notice.content.parts ?? []) as readonly KeptTaught[]
      // a teacher who need not come must still read that
      const untrue = all.filter(({ event, became }) => {
        return scheduleIds.includes(event.id) && became !== 'cancelled' && became !== 'notTheirs'
      })
      if (untrue.length === 0) return notice.content
      gone.push(...untrue.map((one) => ({ accountId: notice.accountId, one })))
      const rest = all.filter((one) => !untrue.includes(one))
      return rest.length === 0 ? null : taughtText(c.settings, rest.map(taughtAgain), reader)
    })
  }
  return ({ accountId }, { id }) => {
    const first = gone.find(({ one, ...notice }) => notice.accountId === accountId && one.event.id === id)
    return first && { startsAt: first.one.before.startsAt, endsAt: first.one.before.endsAt }
  }
}
