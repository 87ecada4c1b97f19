import * as z from 'zod/mini'
import { count, flag, id, instant, object, total } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { feedKinds } from './rules.ts'
import { DAYS } from './rules/timetable.ts'

/** A class with the details that visitors may see. */
const publicClass = object({
  id,
  name: z.string(),
  description: z.string(),
  startsAt: instant,
  endsAt: instant,
  categories: z.array(object({ id, name: z.string(), nameEt: z.string() })),
  /** Empty if the studio has no rooms. */
  room: z.string(),
  teachers: z.array(z.string()),
  places: count,
  free: count,
  cancelled: flag,
  /** Seconds between creation and the last change. */
  revision: total,
})
export type PublicClass = z.infer<typeof publicClass>

export const feeds = contract('feeds', {
  /** The caller's secret calendar addresses, by path. */
  mine: query({
    may: 'ownAccount',
    input: nothing,
    answer: z.array(object({ kind: z.enum(feedKinds), path: z.string() })),
  }),
  /**
   * The classes of the next days, of one category or all, for the studio's own website; see docs/decisions/embed.md.
   */
  timetable: query({
    may: 'browse',
    feature: 'embed',
    live: false,
    input: object({ days: z.int().check(z.minimum(1), z.maximum(DAYS.most)), category: z.nullable(id) }),
    answer: z.array(publicClass),
  }),
  /** Creates an address if there is none; `anew` also replaces an existing one, which stops working. */
  make: command({
    may: 'ownAccount',
    input: object({ kind: z.enum(feedKinds), anew: flag }),
    answer: nothing,
    refuses: ['staffOnly'],
  }),
})
