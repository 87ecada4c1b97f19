// Shapes used in inputs and results of procedures. They limit size and type; rules.ts holds the business rules.
import * as z from 'zod/mini'
import { isDate, isTime } from './time.ts'

// PostgreSQL stores no NUL characters, and an unpaired surrogate is not valid text
const storable = z.refine<string>((text) => !text.includes('\0') && text.isWellFormed())

export const id = z.string().check(z.minLength(1), z.maxLength(128), storable)
/** A text typed by a person. Rules set tighter limits with their own error messages. */
export const text = z.string().check(z.maxLength(2000), storable)
/** A machine-made text, such as a token, of at most this many characters. */
export const upTo = (characters: number) => z.string().check(z.maxLength(characters), storable)
export const cents = z.int().check(z.minimum(-10_000_000), z.maximum(10_000_000))
export const count = z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000))
/** Number of rows in a list. */
export const total = z.int().check(z.minimum(0))
/** Epoch milliseconds that both databases can store: years 0 to 9999. */
export const instant = z.number().check(z.minimum(-62_135_596_800_000), z.maximum(253_402_300_799_999))
export const date = z.string().check(z.refine(isDate))
/** A calendar month, '2026-11'. */
export const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))
export const time = z.string().check(z.refine(isTime))
export const flag = z.boolean()
/** Page number of a paged list; a number past the last page shows the last page. */
export const page = z.int().check(z.minimum(1), z.maximum(100_000))
/** Part of a list for an export, from 1; 0 means the whole list in one piece. */
export const part = z.int().check(z.minimum(0), z.maximum(100_000))
export const searchText = z.string().check(z.maxLength(100), storable)
export const object = z.object
