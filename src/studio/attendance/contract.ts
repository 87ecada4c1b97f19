import * as z from 'zod/mini'
import { id } from '#kernel/fields.ts'
import { command, contract, nothing } from '#kernel/procedures.ts'

export const attendance = contract('attendance', {
  /** `value` null takes the mark back. */
  take: command({
    may: 'takeAttendance',
    input: z.object({ scheduleId: id, userId: id, value: z.nullable(z.enum(['attended', 'no-show'])) }),
    answer: nothing,
    refuses: ['scheduleNotFound', 'registrationNotFound'],
  }),
})
