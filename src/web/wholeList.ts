import { EXPORT_LIMIT } from '#kernel/paging.ts'

/** Describes an answer that holds one part of a list. */
export interface PartOf {
  /** Rows in the whole list. */
  readonly total: number
  readonly parts: number
}

/** Attempts to read a list in parts that changes meanwhile; after that it is requested in one piece. */
const ATTEMPTS = 2
const ALL_AT_ONCE = 0

/**
 * Reads a whole list for a file, up to `EXPORT_LIMIT` rows, part by part, so that `onPart` can report progress. Starts
 * over when rows are added or removed meanwhile, as a row could be missing or appear twice. Returns null when `ask`
 * returns null.
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
