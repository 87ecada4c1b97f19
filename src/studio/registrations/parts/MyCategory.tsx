import { hasGroupPrice, categoryNameOf } from '#studio/accounts/rules.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useStudio } from '#web/studio.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Page.tsx'
import { registrations } from '../calls.ts'
import { texts } from '../messages.ts'
import { usePlaceTexts } from './usePlaceTexts.ts'

/** Dashboard: the membership category, and the next class that it includes. */
export function MyCategory() {
  const t = useTexts(texts)
  const { notSet } = useTexts(words)
  const { language } = useLanguage()
  const { membershipCategories } = useStudio()
  const { membershipCategory } = useMe()
  const isGroupMember = hasGroupPrice(membershipCategories, membershipCategory)
  return (
    <Section title={t.membershipCategory}>
      <Card>
        <p className="text-lg font-semibold">
          {membershipCategory ? categoryNameOf(membershipCategories, membershipCategory, language) : notSet}
        </p>
        {membershipCategory === null && <p className="text-sm text-muted">{t.notSetHint}</p>}
        {isGroupMember && <p className="text-sm text-muted">{t.coverHint}</p>}
        {membershipCategory !== null && !isGroupMember && <Next />}
      </Card>
    </Section>
  )
}

function Next() {
  const t = useTexts(texts)
  const { when } = usePlaceTexts()
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-sm font-semibold text-muted">{t.nextIncluded}</h3>
      <LiveAnswer query={registrations.nextIncluded} input={{}} shape="text" count={2}>
        {(next) =>
          next ? (
            <p className="flex flex-col">
              <span className="font-semibold">{next.className}</span>
              <span className="text-muted">{when(next)}</span>
            </p>
          ) : (
            <p>{t.noNextIncluded}</p>
          )
        }
      </LiveAnswer>
    </div>
  )
}
