import * as z from 'zod/mini'
import { cents, count, id, instant, object } from '#kernel/fields.ts'
import { command, contract, nothing, query } from '#kernel/procedures.ts'
import { attendanceValues } from '#studio/attendance/rules.ts'
import { methods } from '#studio/registrations/contract.ts'
import { roomAndTeachers } from '#studio/rooms/contract.ts'

const row = object({
  userId: id,
  name: z.string(),
  /** Under 18. */
  age: z.nullable(count),
  method: z.enum([...methods, 'included']),
  membershipName: z.nullable(z.string()),
  /** What of the drop-in, or of the pass, is not paid yet; null where nothing is owed. */
  owes: z.nullable(object({ paymentId: id, cents })),
  attendance: z.nullable(z.enum(attendanceValues)),
})
export type DoorRow = z.infer<typeof row>

const entry = object({
  id,
  className: z.string(),
  startsAt: instant,
  endsAt: instant,
  maxParticipants: count,
  cancelledAt: z.nullable(instant),
  ...roomAndTeachers,
  rows: z.array(row),
})
export type DoorEntry = z.infer<typeof entry>

export const door = contract('door', {
  /** The classes of today and tomorrow with everyone who comes: all that a phone needs at the door. */
  days: query({ may: 'seeDesk', input: nothing, answer: object({ entries: z.array(entry) }), feature: 'door' }),
  /** What the studio's clock says: a device learns by how much its own is wrong. */
  clock: command({
    may: 'seeDesk',
    input: nothing,
    answer: object({ now: instant }),
    once: false,
    feature: 'door',
  }),
})
