/** Rows on one page of a list that grows. */
export const PAGE_SIZE = 50
/** Rows in one exported file: as many as one live message may carry. */
export const EXPORT_LIMIT = 10_000
/** Rows of a file that are read at once: the reader sees how far it is, and nobody else waits for long. */
export const EXPORT_PART = 1_000

/** How many pages so many rows fill; an empty list has one, too. */
export const pagesOf = (total: number, size = PAGE_SIZE): number => Math.max(1, Math.ceil(total / size))

/** The page that is shown: the last one, where fewer are left than were asked for. */
export const shownPage = (page: number, total: number, size = PAGE_SIZE): number =>
  Math.min(Math.max(1, page), pagesOf(total, size))

/** How many rows beyond the page on screen are counted, where counting all would read all. */
const ROWS_AHEAD = 150

/** How many rows are worth counting for a reader of that page: where there are more, "more than" says enough. */
export const countedUpTo = (page: number, size = PAGE_SIZE): number => Math.max(1, page) * size + ROWS_AHEAD

/** How many rows stand before a page. */
export const offsetOf = (page: number, size = PAGE_SIZE): number => (page - 1) * size

/** How many rows are worth counting for the place of a page, from the end of the list that is nearer to it. */
const ROWS_COUNTED = 1_000

/** Whether a page lies so deep in a list that it is found by the row beside it, where a link names that. */
export function isDeep(page: number, total: number, size = PAGE_SIZE): boolean {
  const before = offsetOf(page, size)
  return Math.min(before, total - before - size) > ROWS_COUNTED
}

/** One page of a list: `rowsOf` reads so many rows from that one on. */
export async function pageOf<Row>(
  asked: number,
  total: number | undefined = 0,
  rowsOf: (limit: number, offset: number) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; total: number; page: number }> {
  const page = shownPage(asked, total)
  return { rows: await rowsOf(PAGE_SIZE, offsetOf(page)), total, page }
}

/** One part of a list for a file. */
export async function partOf<Row>(
  part: number,
  total: number,
  rowsOf: (limit: number, offset: number) => PromiseLike<Row[]>,
): Promise<{ rows: Row[]; total: number; parts: number }> {
  const { limit, offset } = spanOfPart(part)
  return { rows: await rowsOf(limit, offset), total, parts: partsOf(part, total) }
}

/** Where a part of a list for a file begins and how long it is; part 0 is the whole file. */
export const spanOfPart = (part: number, size = EXPORT_PART): { limit: number; offset: number } =>
  part === 0 ? { limit: EXPORT_LIMIT, offset: 0 } : { limit: size, offset: offsetOf(part, size) }

/** In how many parts so many rows are read. */
export const partsOf = (part: number, total: number): number =>
  part === 0 ? 1 : pagesOf(Math.min(total, EXPORT_LIMIT), EXPORT_PART)
