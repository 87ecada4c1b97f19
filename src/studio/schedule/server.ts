import { eq } from 'drizzle-orm'
import { newId } from '#kernel/ids.ts'
import { done, refuse, refuseFields } from '#kernel/result.ts'
import { run, serve } from '#server/procedures.ts'
import { refuseWrong } from '#studio/accounts/rules.ts'
import { classes } from '#studio/classes/tables.ts'
import { schedule } from './contract.ts'
import { schedule as table } from './tables.ts'
import { checkPlan, MOST_ENTRIES, planEntries } from './rules/weekly.ts'

export const scheduleServer = serve(schedule, {
  add: run(async (c, input) => {
    const wrong = refuseWrong(checkPlan(input))
    if (wrong) return wrong
    const planned = planEntries(input, c.settings.timeZone)
    if (planned.length === 0) return refuseFields({ weekdays: 'noMatchingDate' })
    if (planned.length > MOST_ENTRIES) return refuseFields({ endDate: 'planTooLong' })
    const [template] = await c.tx.select().from(classes).where(eq(classes.id, input.classId)).for('share')
    if (!template) return refuse('classNotFound')
    const seriesId = newId()
    await c.tx.insert(table).values(
      planned.map(({ startsAt, endsAt }) => ({
        id: newId(),
        classId: template.id,
        seriesId,
        className: template.name,
        classDescription: template.description,
        categories: template.categories,
        startsAt,
        endsAt,
        maxParticipants: template.defaultMaxParticipants,
        standardPrice: input.standardPrice,
        memberPrice: input.memberPrice,
        createdAt: c.now,
        updatedAt: c.now,
      })),
    )
    const message = `${planned.length} entries of ${template.name} added to the schedule.`
    c.log({ channel: 'registrations', level: 'info', message, metadata: { seriesId } })
    return done({ created: planned.length, seriesId })
  }),
})
