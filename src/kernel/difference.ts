/** What stands in a text from one place until another, in UTF-16 code units; or new text. */
export type Piece = readonly [from: number, until: number] | string

/** How a text differs from another one of so many code units. */
export interface Difference {
  readonly of: number
  readonly pieces: readonly Piece[]
}

/** What is shorter is said again: naming its places takes as much. */
const WORTH_KEEPING = 16

/**
 * How `after` differs from `before`. Both are JSON: what stays of an answer are mostly whole rows, wherever they stand
 * now, and of a row that changed its beginning and its end.
 */
export function differenceOf(before: string, after: string): Difference {
  const olds = rowsOf(before)
  const places = new Map(olds.map(({ text }, place) => [text, place]))
  const pieces: Piece[] = []
  let next = 0
  for (const { text } of rowsOf(after)) {
    // the row after the last one, or the same one elsewhere, or the one that it was
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

/** The text that differs so from `before`; null where one of another length was meant. */
export const putTogether = (before: string, { of, pieces }: Difference): string | null =>
  of === before.length ? pieces.map((piece) => textOf(piece, before)).join('') : null

const textOf = (piece: Piece, before: string) => (typeof piece === 'string' ? piece : before.slice(...piece))

/** A row begins with a brace; wherever else one stands, it only cuts a row in two. */
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

/** What both end with, beyond what they begin with. */
function commonEnd(one: string, other: string, start: number): number {
  const most = Math.min(one.length, other.length) - start
  let length = 0
  while (length < most && one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length))
    length++
  return length
}

/** The same with as few pieces as there need be. */
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
