import { sql, type Column, type SQL } from 'drizzle-orm'
import { absences } from '../tables.ts'

/** Condition: the person has not said that they can't come to the entry. */
export const notAbsent = (scheduleId: string | Column, userId: string | Column): SQL =>
  sql`not exists (select from ${absences} where ${absences.scheduleId} = ${scheduleId} and ${absences.userId} = ${userId})`
