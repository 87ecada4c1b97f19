import { useEffect, useState } from 'react'
import { useStudio } from '#web/studio.tsx'
import { checkPlan, type Plan } from '../rules/plan.ts'
import type { PlannedEntry } from '../rules/weekly.ts'

type Planner = (plan: Plan, zone: string) => PlannedEntry[]

/**
 * Answers the entries that a plan would make, or null while it is not complete. Made by the server's own rule, which
 * needs the studio's zone and so the Temporal polyfill: that is loaded while the form is being filled in.
 */
export function usePlanner(): (plan: Plan) => PlannedEntry[] | null {
  const { timeZone } = useStudio()
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
    return planner && Object.keys(wrong).length === 0 ? planner(plan, timeZone) : null
  }
}
