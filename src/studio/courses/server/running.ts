// Until when payments for courses count as running: see payments.runsUntil.
import { eq, inArray } from 'drizzle-orm'
import { addDays, type Instant, type LocalDate } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import type { CommandContext } from '#server/procedures.ts'
import { payments } from '#studio/payments/tables.ts'
import { courseRegistrations } from '../tables.ts'

export const endOfCourse = (c: CommandContext, { endDate }: { readonly endDate: LocalDate }): Instant =>
  startOfDay(c.settings.timeZone, addDays(endDate, 1))

/** Updates the payments of a locked course when its end or its archiving changes. */
export async function followCourse(
  c: CommandContext,
  course: { readonly id: string; readonly endDate: LocalDate; readonly status: 'active' | 'archived' },
): Promise<void> {
  const runsUntil = course.status === 'active' ? endOfCourse(c, course) : null
  const theirs = c.tx
    .select({ id: courseRegistrations.paymentId })
    .from(courseRegistrations)
    .where(eq(courseRegistrations.courseId, course.id))
  await c.tx.update(payments).set({ runsUntil }).where(inArray(payments.id, theirs))
}
