/** A range of the old text, in UTF-16 code units, or new text. */
export type Piece = readonly [from: number, until: number] | string

/** How a text differs from an old one, whose length is `of` (UTF-16 code units). */
export interface Difference {
  readonly of: number
  readonly pieces: readonly Piece[]
}

/** Ranges shorter than this (UTF-16 code units) are sent as text: their offsets would take as much space. */
const WORTH_KEEPING = 16

/**
 * Returns how `after` differs from `before`, both JSON. Built for lists: whole rows are reused even when they moved,
 * and of a changed row its unchanged start and end.
 */
export function differenceOf(before: string, after: string): Difference {
  const olds = rowsOf(before)
  const places = new Map(olds.map(({ text }, place) => [text, place]))
  const pieces: Piece[] = []
  let next = 0
  for (const { text } of rowsOf(after)) {
    // compare with the next old row if equal, else with an equal row elsewhere, else with the row at this place
    const place = olds[next]?.text === text ? next : (places.get(text) ?? next)
    const old = olds[place] ?? { text: '', from: before.length }
    const until = old.from + old.text.length
    const start = commonStart(old.text, text)
    const end = commonEnd(old.text, text, start)
    pieces.push([old.from, old.from + start], text.slice(start, text.length - end), [until - end, until])
    next = place + 1
  }
  return { of: before.length, pieces: joined(pieces, before) }
}

/** Applies a difference to `before`; null when the difference was made for a text of another length. */
export const putTogether = (before: string, { of, pieces }: Difference): string | null =>
  of === before.length ? pieces.map((piece) => textOf(piece, before)).join('') : null

const textOf = (piece: Piece, before: string) => (typeof piece === 'string' ? piece : before.slice(...piece))

/** Splits JSON at every opening brace, where a row begins; a brace elsewhere only splits a row in two. */
function rowsOf(json: string) {
  let from = 0
  return (json.match(/^[^{]+|\{[^{]*/g) ?? []).map((text) => {
    from += text.length
    return { text, from: from - text.length }
  })
}

function commonStart(one: string, other: string): number {
  if (one === other) return one.length
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++
  return length
}

/** Length of the common suffix, not counting the common prefix of length `start`. */
function commonEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start
  let length = 0
  while (length < most && one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length))
    length++
  return length
}

/** Joins neighbouring pieces, so that there are as few as possible. */
function joined(pieces: readonly Piece[], before: string): Piece[] {
  const places: Piece[] = []
  for (const piece of pieces) {
    const last = places.at(-1)
    if (textOf(piece, before) === '') continue
    if (typeof piece === 'object' && typeof last === 'object' && last[1] === piece[0]) {
      places[places.length - 1] = [last[0], piece[1]]
    } else places.push(piece)
  }
  const merged: Piece[] = []
  for (const piece of places) {
    const last = merged.at(-1)
    if (typeof piece === 'object' && piece[1] - piece[0] >= WORTH_KEEPING) merged.push(piece)
    else if (typeof last === 'string') merged[merged.length - 1] = last + textOf(piece, before)
    else merged.push(textOf(piece, before))
  }
  return merged
}
