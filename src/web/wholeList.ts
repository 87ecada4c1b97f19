import { EXPORT_LIMIT } from '#kernel/paging.ts'

/** Of an answer that holds one part of a list. */
export interface PartOf {
  /** Rows in the whole list. */
  readonly total: number
  readonly parts: number
}

/** How often a list that changes while it is read is begun anew, before it is asked for in one piece. */
const ATTEMPTS = 2
const ALL_AT_ONCE = 0

/**
 * A whole list for a file, up to `EXPORT_LIMIT` rows: read part by part, so that `onPart` can say how far it is. Where
 * rows come or go meanwhile it begins anew, as one could be missing or stand there twice. Null when `ask` answers null.
 */
export async function wholeList<Part>(read: {
  ask: (part: number) => Promise<Part | null>
  of: (part: Part) => PartOf
  rows: (part: Part) => number
  onPart: (done: number, parts: number) => void
}): Promise<readonly Part[] | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const found: Part[] = []
    let rows = 0
    for (;;) {
      const next = await read.ask(found.length + 1)
      if (next === null) return null
      const { total, parts } = read.of(next)
      const first = read.of(found[0] ?? next)
      if (total !== first.total || parts !== first.parts) break
      found.push(next)
      rows += read.rows(next)
      read.onPart(found.length, parts)
      if (found.length >= parts || rows >= EXPORT_LIMIT) return found
    }
  }
  const all = await read.ask(ALL_AT_ONCE)
  return all === null ? null : [all]
}
