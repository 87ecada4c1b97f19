import { isIncluded } from '#studio/classes/rules.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useNow, useStudio } from '#web/studio.tsx'
import { registrations } from '../calls.ts'
import { texts } from '../messages.ts'
import { DASHBOARD_WEEKS, isOpen } from '../rules.ts'

/** Names of the classes that a person may attend without registering. */
export function IncludedClasses() {
  const t = useTexts(texts)
  const { who } = useTexts(forWhomTexts)
  const { classCategories } = useStudio()
  const now = useNow()
  const upcoming = useLive(registrations.upcoming, { weeks: DASHBOARD_WEEKS })
  const { people, isFamily, rows: away } = useFamilyRows(registrations.absentFrom)
  if (upcoming.state !== 'ready') return null
  const toCome = upcoming.answer.entries.filter((entry) => isOpen(entry, now))
  return people.map(({ personId, displayName, membershipCategory }) => {
    const isAway = (id: string) => away.some((one) => one.scheduleId === id && one.person.personId === personId)
    const included = toCome.filter(
      ({ id, categories }) => isIncluded(classCategories, membershipCategory, categories) && !isAway(id),
    )
    if (included.length === 0) return null
    const said = t.includedToo([...new Set(included.map(({ className }) => className))].join(', '))
    return (
      <p key={personId} className="text-sm text-muted">
        {isFamily ? who(displayName, said) : said}
      </p>
    )
  })
}
