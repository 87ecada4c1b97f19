// The shape of what somebody downloads, and how its instants are written.
import type { AnswerOf } from '#kernel/procedures.ts'
import type { Instant } from '#kernel/time.ts'
import type { privacy } from '../../contract.ts'

export type Held = AnswerOf<typeof privacy.download>
export type HeldOfChild = AnswerOf<typeof privacy.downloadChild>

export const iso = (instant: Instant): string => new Date(instant).toISOString()

export const isoOrNull = (instant: Instant | null): string | null => (instant === null ? null : iso(instant))

type InIso<Row, Key> = {
  [Name in keyof Row]: Name extends Key ? (Row[Name] extends Instant ? string : string | null) : Row[Name]
}

/** Rows with the instants of these columns in ISO format. */
export const inIso = <Row extends object, Key extends keyof Row>(rows: readonly Row[], ...keys: Key[]) =>
  rows.map((row) => {
    const dated = keys.map((key) => [key, isoOrNull(row[key] as Instant | null)])
    return { ...row, ...Object.fromEntries(dated) } as InIso<Row, Key>
  })

export const byWhom = (actor: string | null, accountId: string) => (actor === accountId ? 'you' : 'studio')
