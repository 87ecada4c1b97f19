// Imports a Firebase export, or only checks it. Running it again gives the same result, even after it was killed
// halfway.
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { emptyTally, isLeft, type Kind, type Problem, type Tally } from '../rules.ts'
import type { Far } from '../rules/firebase.ts'
import { openExport } from './batches.ts'
import type { Batch } from './rows.ts'
import { keepKey, lookAt, save, type Saved } from './save.ts'
import type { Source } from './source.ts'
import { studioOf } from './studio.ts'

export interface Move {
  readonly source: Source
  /** Folder for temporary files. */
  readonly work: string
  /** False only checks, and writes nothing. */
  readonly apply: boolean
  readonly db: Tx
  readonly timeZone: string
  readonly now: Instant
  /** Most rows in one transaction. */
  readonly rowsAtOnce: number
  /** Id of the import on the screen, by which it can be undone. */
  readonly moveId?: string | undefined
  /** What an earlier, interrupted run imported of these files; counted as new. */
  readonly before?: Tally['added'] | undefined
  /** Runs the work in one transaction. */
  readonly inOne: <T>(work: (c: CommandContext) => Promise<T>) => Promise<T>
  /** Called with the progress of reading. */
  readonly reading: (far: Far) => void | Promise<void>
  /** Called for each batch, in the transaction that imports it. */
  readonly taking?: (c: CommandContext, noted: Noted) => Promise<void>
  /** Called after each batch. */
  readonly done: (noted: Noted) => void | Promise<void>
}

/** Result of a batch, and the totals so far. */
export interface Noted {
  readonly problems: readonly Problem[]
  readonly tally: Tally
  readonly far: Far
}

export async function moveIn(move: Move): Promise<Tally> {
  const { source, work, apply, db, timeZone, now, rowsAtOnce, inOne } = move
  const reading = (done: number, of: number) => move.reading({ doing: 'reading', kind: null, done, of })
  const studio = await studioOf(db, timeZone, now)
  const { key, total, batches } = await openExport({ source, work, studio, rowsAtOnce, reading })
  if (apply && key) await inOne((c) => keepKey(c, key))
  let tally = emptyTally()
  let read = 0
  for await (const batch of batches) {
    const far: Far = { doing: apply ? 'taking' : 'looking', kind: batch.kind, done: read + batch.read, of: total }
    const notedOf = (saved: Saved): Noted => ({
      problems: [...batch.problems, ...saved.problems],
      tally: plus(tally, batch, saved),
      far,
    })
    const noted = apply
      ? await inOne(async (c) => {
          const found = notedOf(await save(c, batch, move.moveId))
          await move.taking?.(c, withBefore(found, move.before))
          return found
        })
      : notedOf(await lookAt(db, batch))
    tally = noted.tally
    read = far.done
    await move.done(withBefore(noted, move.before))
  }
  return withBefore({ tally }, move.before).tally
}

function plus(tally: Tally, batch: Batch, { added, known, problems }: Saved): Tally {
  const { kind, read } = batch
  const all = [...batch.problems, ...problems]
  const left = all.filter(isLeft).length
  const more = (counts: Tally['found'], by: number) => ({ ...counts, [kind]: counts[kind] + by })
  return {
    found: more(tally.found, read),
    added: more(tally.added, added),
    known: more(tally.known, known),
    left: tally.left + left,
    changed: tally.changed + all.length - left,
  }
}

function withBefore<Of extends { readonly tally: Tally }>(of: Of, before: Tally['added'] | undefined): Of {
  if (!before) return of
  const { added, known } = of.tally
  const each = (value: (kind: Kind) => number) =>
    Object.fromEntries(Object.keys(added).map((kind) => [kind, value(kind as Kind)])) as Record<Kind, number>
  const tally = {
    ...of.tally,
    added: each((kind) => before[kind] + added[kind]),
    known: each((kind) => Math.max(0, known[kind] - before[kind])),
  }
  return { ...of, tally }
}
