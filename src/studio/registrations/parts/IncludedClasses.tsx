import { isIncluded } from '#studio/classes/rules.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useNow, useStudio } from '#web/studio.tsx'
import { registrations } from '../calls.ts'
import { texts } from '../messages.ts'
import { DASHBOARD_WEEKS, isOpen } from '../rules.ts'

/** Names of the classes that each person may attend without registering; those without any are left out. */
export function useIncludedClasses() {
  const { classCategories } = useStudio()
  const now = useNow()
  const upcoming = useLive(registrations.upcoming, { weeks: DASHBOARD_WEEKS })
  const { people, rows: away } = useFamilyRows(registrations.absentFrom)
  if (upcoming.state !== 'ready') return []
  const toCome = upcoming.answer.entries.filter((entry) => isOpen(entry, now))
  return people.flatMap((person) => {
    const { personId, membershipCategory } = person
    const isAway = (id: string) => away.some((one) => one.scheduleId === id && one.person.personId === personId)
    const included = toCome.filter(
      ({ id, categories }) => isIncluded(classCategories, membershipCategory, categories) && !isAway(id),
    )
    const names = [...new Set(included.map(({ className }) => className))]
    return names.length > 0 ? [{ person, names }] : []
  })
}

export function IncludedClasses({
  classes,
  isFamily,
}: {
  classes: ReturnType<typeof useIncludedClasses>
  isFamily: boolean
}) {
  const t = useTexts(texts)
  const { who } = useTexts(forWhomTexts)
  return classes.map(({ person: { personId, displayName }, names }) => {
    const said = t.includedToo(names.join(', '))
    return (
      <p key={personId} className="text-sm text-muted">
        {isFamily ? who(displayName, said) : said}
      </p>
    )
  })
}
