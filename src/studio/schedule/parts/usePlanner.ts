import { useEffect, useState } from 'react'
import type { LocalDate } from '#kernel/time.ts'
import { useClosedDays } from '#studio/closures/parts/useClosedDays.ts'
import { closedOn } from '#studio/closures/rules.ts'
import { useStudio } from '#web/studio.tsx'
import { checkPlan, type Plan } from '../rules/plan.ts'
import type { PlannedEntry } from '../rules/weekly.ts'

type Planner = (plan: Plan, zone: string) => PlannedEntry[]

/** The entries of a plan, and its days on which the studio is closed. */
export interface Planned {
  readonly entries: readonly PlannedEntry[]
  readonly leftOut: readonly { readonly day: LocalDate; readonly reason: string }[]
}

/**
 * Returns the entries of a plan, or null while it is incomplete. Uses the server's rule, which needs the studio's time
 * zone and so the Temporal polyfill, loaded while the form is being filled in.
 */
export function usePlanner({ ofCourse = false } = {}): (plan: Plan) => Planned | null {
  const { timeZone } = useStudio()
  const all = useClosedDays()
  const closed = ofCourse ? all.filter(({ coursesGoOn }) => !coursesGoOn) : all
  const [planner, setPlanner] = useState<Planner | null>(null)
  useEffect(() => {
    let here = true
    void import('../rules/weekly.ts').then(({ planEntries }) => here && setPlanner(() => planEntries))
    return () => {
      here = false
    }
  }, [])
  return ({ weekdays, startDate, endDate, startTime, endTime }) => {
    const plan = { weekdays, startDate, endDate, startTime, endTime }
    const wrong = checkPlan({ ...plan, classId: '-', standardPrice: null, memberPrice: null })
    if (!planner || Object.keys(wrong).length > 0) return null
    const matching = planner(plan, timeZone)
    return {
      entries: matching.filter(({ date }) => !closedOn(closed, date)),
      leftOut: matching.flatMap(({ date }) => {
        const days = closedOn(closed, date)
        return days ? [{ day: date, reason: days.reason }] : []
      }),
    }
  }
}
