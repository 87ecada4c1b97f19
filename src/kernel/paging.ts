/** Rows on one page of a paged list. */
export const PAGE_SIZE = 50
/** Most rows in one exported file; as many as fit into one message of the live socket. */
export const EXPORT_LIMIT = 10_000
/** Rows of an export read at once: the reader sees progress, and other requests are not held up. */
export const EXPORT_PART = 1_000

/** Number of pages for this many rows; an empty list has one page. */
export const pagesOf = (total: number, size = PAGE_SIZE): number => Math.max(1, Math.ceil(total / size))

/** The page to show: the last one when `page` is past the end. */
export const shownPage = (page: number, total: number, size = PAGE_SIZE): number =>
  Math.min(Math.max(1, page), pagesOf(total, size))

/** How many rows beyond the current page are counted, in lists where counting all would read the whole table. */
const ROWS_AHEAD = 150

/** Upper limit of the row count for a reader on this page; beyond it the screen says "more than". */
export const countedUpTo = (page: number, size = PAGE_SIZE): number => Math.max(1, page) * size + ROWS_AHEAD

/** Number of rows before a page. */
export const offsetOf = (page: number, size = PAGE_SIZE): number => (page - 1) * size

/** Farthest offset, from the nearer end of the list, that is still found by skipping rows. */
const ROWS_COUNTED = 1_000

/** Whether a page is so far from both ends that it is found by a neighbouring row (when the link names one). */
export function isDeep(page: number, total: number, size = PAGE_SIZE): boolean {
  const before = offsetOf(page, size)
  return Math.min(before, total - before - size) > ROWS_COUNTED
}

/** Reads one page of a list; `rowsOf` reads `limit` rows from `offset` on. */
export async function pageOf<Row>(
  asked: number,
  total: number | undefined = 0,
  rowsOf: (limit: number, offset: number) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; total: number; page: number }> {
  const page = shownPage(asked, total)
  return { rows: await rowsOf(PAGE_SIZE, offsetOf(page)), total, page }
}

/** Reads one part of an export. */
export async function partOf<Row>(
  part: number,
  total: number,
  rowsOf: (limit: number, offset: number) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; total: number; parts: number }> {
  const { limit, offset } = spanOfPart(part)
  return { rows: await rowsOf(limit, offset), total, parts: partsOf(part, total) }
}

/** Limit and offset of one part of an export; part 0 is the whole file. */
export const spanOfPart = (part: number): { limit: number; offset: number } =>
  part === 0 ? { limit: EXPORT_LIMIT, offset: 0 } : { limit: EXPORT_PART, offset: offsetOf(part, EXPORT_PART) }

/** Number of parts in an export of this many rows. */
export const partsOf = (part: number, total: number): number =>
  part === 0 ? 1 : pagesOf(Math.min(total, EXPORT_LIMIT), EXPORT_PART)
