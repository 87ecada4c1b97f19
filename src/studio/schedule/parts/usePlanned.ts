import { useEffect, useState } from 'react'
import { useStudio } from '#web/studio.tsx'
import { checkPlan, type Plan } from '../rules/plan.ts'
import type { PlannedEntry } from '../rules/weekly.ts'

type Planner = (plan: Plan, zone: string) => PlannedEntry[]

/**
 * The entries that a plan would make, or null while it is not complete. Made by the server's own rule, which needs
 * the studio's zone and so the Temporal polyfill: that is loaded while the form is being filled in.
 */
export function usePlanned(plan: Plan): PlannedEntry[] | null {
  const { timeZone } = useStudio()
  const [planner, setPlanner] = useState<Planner | null>(null)
  useEffect(() => {
    let here = true
    void import('../rules/weekly.ts').then(({ planEntries }) => here && setPlanner(() => planEntries))
    return () => {
      here = false
    }
  }, [])
  const { weekdays, startDate, endDate, startTime, endTime } = plan
  const wrong = checkPlan({
    classId: '-',
    weekdays,
    startDate,
    endDate,
    startTime,
    endTime,
    standardPrice: null,
    memberPrice: null,
  })
  if (!planner || Object.keys(wrong).length > 0) return null
  return planner(plan, timeZone)
}
