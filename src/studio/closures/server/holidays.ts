import { addDays, dateIn } from '#kernel/time.ts'
import { startOfDay } from '#kernel/zone.ts'
import { shared } from '#server/procedures.ts'
import type { Holiday } from '../contract.ts'

/** From the kept library `date-holidays`, which is loaded for this alone: its tables are large. */
export const holidays = shared([], async (q): Promise<Holiday[]> => {
  const zone = q.settings.timeZone
  const today = dateIn(zone, q.now)
  const last = addDays(today, 365)
  q.changesAt(startOfDay(zone, addDays(today, 1)))
  const { default: Holidays } = await import('date-holidays')
  const estonia = new Holidays('EE', { types: ['public'] })
  const year = Number(today.slice(0, 4))
  return [year, year + 1].flatMap((each) => {
    const et = estonia.getHolidays(each, 'et')
    const en = estonia.getHolidays(each, 'en')
    return en.flatMap(({ date, name }, index) => {
      const day = date.slice(0, 10)
      return day < today || day > last ? [] : [{ day, en: name, et: et[index]?.name ?? name }]
    })
  })
})
