import { getTypeParser } from 'pg-types'

type Parser = (text: string) => unknown

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

/** Epoch milliseconds of a timestamptz as printed by a session in UTC. */
function epochMilliseconds(text: string): number {
  if (text === 'infinity') return Infinity
  if (text === '-infinity') return -Infinity
  const isUtc = text.endsWith('+00')
  if (isUtc && text[4] === '-' && text[0] !== '0') return ofDigits(text)
  return Date.parse(isUtc ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text)
}

/** Parses years 1000 to 9999, which nearly all values have: much faster than Date.parse, and every row has some. */
function ofDigits(text: string): number {
  const two = (at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528 // 11 times the code of 0
  const milliseconds = text.length > 22 ? Number(text.slice(20, -3).padEnd(3, '0').slice(0, 3)) : 0
  return Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), milliseconds)
}

// the type of this function knows no arrays; 1009 is text[]
const textArray = getTypeParser(1009 as number, 'text') as (text: string) => unknown[]

function arrayOf(parse: Parser): Parser {
  const each = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(each)
    return item === null ? null : parse(item as string)
  }
  return (text) => textArray(text).map(each)
}

/**
 * Parses values the same way for both engines, also in raw `execute(sql…)`: bigint and numeric as numbers, timestamptz
 * as epoch milliseconds, date, timestamp and interval as text.
 */
export const parsers: Record<number, Parser> = {}

function define(type: number, arrayType: number, parse: Parser) {
  parsers[type] = parse
  parsers[arrayType] = arrayOf(parse)
}

// type ids (OIDs) of built-in types never change
define(20, 1016, safeInteger) // bigint
define(1700, 1231, Number) // numeric
define(1184, 1185, epochMilliseconds) // timestamptz
define(1082, 1182, (text) => text) // date
define(1114, 1115, (text) => text) // timestamp
define(1186, 1187, (text) => text) // interval
