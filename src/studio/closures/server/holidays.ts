import { addDays, dateIn, type LocalDate } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { shared } from '#server/procedures.ts'
import type { Holiday } from '../contract.ts'
import type { ClosedDays } from '../rules.ts'

const known = new Map<number, Promise<Holiday[]>>()

/** Holidays from the library `date-holidays`, which is loaded on first use because its tables are large. */
async function holidaysOf(year: number): Promise<Holiday[]> {
  const found = known.get(year) ?? read(year)
  known.set(year, found)
  // forget a failed read, so that the next request tries again
  found.catch(() => known.delete(year))
  return await found
}

async function read(year: number): Promise<Holiday[]> {
  const { default: Holidays } = await import('date-holidays')
  const estonia = new Holidays('EE', { types: ['public'] })
  const et = estonia.getHolidays(year, 'et')
  return estonia.getHolidays(year, 'en').map(({ date, name }, index) => {
    return { day: date.slice(0, 10), en: name, et: et[index]?.name ?? name }
  })
}

const yearOf = (day: LocalDate): number => Number(day.slice(0, 4))

export const holidays = shared([], async (q): Promise<Holiday[]> => {
  const zone = q.settings.timeZone
  const today = dateIn(zone, q.now)
  const last = addDays(today, 365)
  q.changesAt(startOfDay(zone, addDays(today, 1)))
  const years = [await holidaysOf(yearOf(today)), await holidaysOf(yearOf(today) + 1)]
  return years.flat().filter(({ day }) => today <= day && day <= last)
})

/** The holiday that is the reason of a closed day, in any language; null for any other reason. */
export async function holidayCalled({ firstDay, lastDay, reason }: ClosedDays): Promise<Holiday | null> {
  if (firstDay !== lastDay) return null
  const all = await holidaysOf(yearOf(firstDay))
  return all.find(({ day, en, et }) => day === firstDay && [en, et].includes(reason)) ?? null
}
