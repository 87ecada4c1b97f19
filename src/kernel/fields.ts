// The shapes that procedures' inputs and answers are made of. They bound size and type; rules.ts says what is sensible.
import * as z from 'zod/mini'
import { isDate, isTime } from './time.ts'

// PostgreSQL stores no NUL, and half a surrogate pair is no text at all.
const storable = z.refine<string>((text) => !text.includes('\0') && text.isWellFormed())

export const id = z.string().check(z.minLength(1), z.maxLength(128), storable)
/** One line or one paragraph typed by a person; a rule gives the tighter limit and its text. */
export const text = z.string().check(z.maxLength(2000), storable)
/** A text that programs hand on to each other, such as a token: at most so many characters. */
export const upTo = (characters: number) => z.string().check(z.maxLength(characters), storable)
export const cents = z.int().check(z.minimum(-10_000_000), z.maximum(10_000_000))
export const count = z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000))
/** How many rows a list has, however many that are. */
export const total = z.int().check(z.minimum(0))
/** As both databases can hold it: in the years 0 to 9999. */
export const instant = z.number().check(z.minimum(-62_135_596_800_000), z.maximum(253_402_300_799_999))
export const date = z.string().check(z.refine(isDate))
export const time = z.string().check(z.refine(isTime))
export const flag = z.boolean()
/** Which page of a list that grows; one past the last reads as the last. */
export const page = z.int().check(z.minimum(1), z.maximum(100_000))
/** Which part of a list that is read for a file, from 1 on; 0 is all of it in one piece. */
export const part = z.int().check(z.minimum(0), z.maximum(100_000))
export const searchText = z.string().check(z.maxLength(100), storable)
export const object = z.object
