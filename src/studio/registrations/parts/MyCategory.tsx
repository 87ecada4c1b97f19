import { hasGroupPrice, categoryNameOf } from '#studio/accounts/rules.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { askFor, usePeople } from '#studio/families/parts/usePeople.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { words } from '#web/messages.ts'
import { useStudio } from '#web/studio.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Page.tsx'
import { registrations } from '../calls.ts'
import { texts } from '../messages.ts'
import { usePlaceTexts } from './usePlaceTexts.ts'

/** Dashboard: the membership category of each person who has one, and the next class that it includes. */
export function MyCategory() {
  const t = useTexts(texts)
  const { notSet } = useTexts(words)
  const people = usePeople()
  const inOne = people.filter((person) => person.membershipCategory !== null)
  const named = people.length > 1
  return (
    <Section title={t.membershipCategory}>
      <Card>
        {inOne.map((person) => (
          <OfOne key={person.personId} person={person} named={named} />
        ))}
        {inOne.length === 0 && (
          <div>
            <p className="text-lg font-semibold">{notSet}</p>
            <p className="text-sm text-muted">{t.notSetHint}</p>
          </div>
        )}
      </Card>
    </Section>
  )
}

function OfOne({ person, named }: { person: FamilyPerson; named: boolean }) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { membershipCategories } = useStudio()
  const { membershipCategory: category } = person
  const isGroupMember = hasGroupPrice(membershipCategories, category)
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4 first:border-0 first:pt-0">
      <div>
        {named && <h3 className="text-base">{person.displayName}</h3>}
        <p className="text-lg font-semibold">
          {category === null ? '' : categoryNameOf(membershipCategories, category, language)}
        </p>
        {isGroupMember && <p className="text-sm text-muted">{t.coverHint}</p>}
      </div>
      {!isGroupMember && <Next person={person} Heading={named ? 'h4' : 'h3'} />}
    </div>
  )
}

function Next({ person, Heading }: { person: FamilyPerson; Heading: 'h3' | 'h4' }) {
  const t = useTexts(texts)
  const { when } = usePlaceTexts()
  return (
    <div className="flex flex-col gap-1">
      <Heading className="text-sm font-semibold text-muted">{t.nextIncluded}</Heading>
      <LiveAnswer query={registrations.nextIncluded} input={askFor(person)} shape="text" count={2}>
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
