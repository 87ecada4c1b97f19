import { and, eq } from 'drizzle-orm'
import { done, refuse } from '#kernel/result.ts'
import { run, serve } from '#server/procedures.ts'
import { users } from '#studio/accounts/tables.ts'
import { isIncluded } from '#studio/classes/rules.ts'
import { lockEntry } from '#studio/registrations/server/places.ts'
import { findRegistration } from '#studio/registrations/server/take.ts'
import { attendance } from './contract.ts'
import { attendance as table } from './tables.ts'

export const attendanceServer = serve(attendance, {
  take: run(async (c, { scheduleId, userId, value }) => {
    const entry = await lockEntry(c.tx, scheduleId)
    if (!entry) return refuse('scheduleNotFound')
    const [user] = await c.tx.select().from(users).where(eq(users.id, userId))
    const included = isIncluded(user?.membershipCategory ?? null, entry.categories)
    if (!included && !(await findRegistration(c.tx, scheduleId, userId))) return refuse('registrationNotFound')
    if (value === null) {
      await c.tx.delete(table).where(and(eq(table.scheduleId, scheduleId), eq(table.userId, userId)))
    } else {
      const mark = { value, markedBy: c.me.userId, markedAt: c.now }
      await c.tx
        .insert(table)
        .values({ scheduleId, userId, ...mark })
        .onConflictDoUpdate({ target: [table.scheduleId, table.userId], set: mark })
    }
    const message = `Attendance of ${entry.className}: ${value ?? 'mark taken back'}.`
    c.log({ channel: 'registrations', level: 'info', message, metadata: { scheduleId, user: userId } })
    return done({})
  }),
})
