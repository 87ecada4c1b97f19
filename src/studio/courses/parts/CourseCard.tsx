import { useId, useState, type ReactNode } from 'react'
import { useTermsFirst } from '#studio/accounts/parts/useTermsFirst.ts'
import { useWhyNotYet } from '#studio/accounts/parts/useWhyNotYet.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { WhoseDialog } from '#studio/families/parts/WhoseDialog.tsx'
import { useWhyPayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { priceFor } from '#studio/payments/rules.ts'
import { WhereAndWho } from '#studio/rooms/parts/WhereAndWho.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useMe } from '#web/me.ts'
import { useFormats, useToday } from '#web/studio.tsx'
import { WaysIn } from '#web/WaysIn.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CapacityMeter } from '#web/ui/CapacityMeter.tsx'
import { Card, Facts } from '#web/ui/Card.tsx'
import { NameLink } from '#web/ui/LinkButton.tsx'
import { Price } from '#web/ui/Price.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import type { ListedCourse } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { classesOf, coursePrice } from '../rules.ts'
import { courseButton } from './courseButton.ts'
import { CourseDates, DaysOff, WeeklyTime } from './CourseTimes.tsx'
import { JoinCourseDialog } from './JoinCourseDialog.tsx'
import { LeaveCourseDialog } from './LeaveCourseDialog.tsx'
import { useFamilyCourse } from './useFamilyCourse.ts'
import { withoutHeld, type WaitingSlot } from './waitingSlot.ts'

const DESCRIPTION_IN_LISTS = 50

/** One course of the list, with its Register or Cancel button. */
export function CourseCard(props: {
  course: ListedCourse
  /** On the course's own page, whose heading is the name. */
  alone?: boolean
  waiting: WaitingSlot | undefined
}) {
  const { course, alone } = props
  const family = useFamilyCourse(course)
  const { people, registered, joined, candidates, waiters } = family
  const another = joined.length > 0 && candidates.some(({ whyNot }) => whyNot === undefined)
  const { registerAnother, cannotCancel } = useTexts(forWhomTexts)
  const leavable = joined.filter(({ rights }) => rights.canBook)
  const [asked, ask] = useState<Asked | null>(null)
  const whyNotRegister = useWhyNotYet()
  const termsFirst = useTermsFirst()
  const whyPayFirst = useWhyPayFirst()
  const explain = useRefusalText(refusals)
  const t = useTexts(texts)
  const facts = useCourseFacts(course)
  const visitor = useMe().kind === 'visitor'
  const id = useId()

  const button = courseButton(course, registered, useToday())
  const whyNotLeave = joined.length > 0 && leavable.length === 0 ? cannotCancel : undefined
  const whyNot =
    whyNotRegister ??
    (button.refusal ? explain({ code: button.refusal }) : button.does === 'register' ? whyPayFirst : whyNotLeave)
  const register = termsFirst(() => ask({ does: 'register', taker: null }))
  // fixed at the press: when that child leaves meanwhile, the dialog must not be about the account holder
  const leave = () => ask({ does: 'cancel', person: leavable.length === 1 ? (leavable[0] ?? null) : null })
  const free = button.refusal === null || button.refusal === 'courseFull'
  const full = button.refusal === 'courseFull'
  const take = (taker: FamilyPerson) => ask({ does: 'register', taker })
  const details = (
    <>
      {course.name} · <WeeklyTime course={course} />
    </>
  )
  const mayWait = free && (!registered || joined.length > 0)
  const lines = mayWait && props.waiting?.lines({ id: course.id, full, of: people }, id, take)
  const join = mayWait && props.waiting?.join({ id: course.id, full, candidates: waiters, details }, id)
  const inLine = props.waiting?.inLine(course.id, full) ?? []
  const able = candidates.some(({ person, whyNot: why }) => why === undefined && !inLine.includes(person.personId))
  const forOthers = registered || (!full && able)

  return (
    <Card as="li" label={course.name}>
      <Head course={course} alone={alone} id={id}>
        {registered && (
          <Badge tone="good" wraps>
            {[t.registered, joined.map(({ displayName }) => displayName).join(', ')].filter(Boolean).join(': ')}
          </Badge>
        )}
        {button.refusal === 'courseFull' && course.heldCount === 0 && <Badge tone="danger">{t.full}</Badge>}
        {button.refusal === 'courseDeadlinePassed' && (
          <Badge tone="warning" wraps>
            {t.closed}
          </Badge>
        )}
      </Head>
      {!alone && (
        <Facts
          facts={[facts.dates, facts.time, facts.classes, facts.standardPrice, facts.memberPrice, facts.registerUntil]}
        />
      )}
      <DaysOff days={course.daysOff} />
      <WhereAndWho of={course} />
      {alone && <Beside facts={[facts.classes, facts.registerUntil, facts.standardPrice, facts.memberPrice]} />}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <CapacityMeter
          label={t.participants}
          taken={course.registeredCount}
          places={course.defaultMaxParticipants}
          show="label"
          note={full && course.heldCount > 0 ? t.held(course.heldCount) : undefined}
        />
        {join}
        {((!join && !lines) || forOthers) && (
          <div className="flex flex-wrap gap-3">
            {another && (
              <Button onPress={register} whyDisabled={whyNotRegister} aria-describedby={id}>
                {registerAnother}
              </Button>
            )}
            {/* a list shows these once, above the cards */}
            {alone && visitor && free ? (
              <WaysIn />
            ) : (
              <Button
                variant={button.does === 'register' ? 'primary' : 'secondary'}
                onPress={button.does === 'register' ? register : leave}
                whyDisabled={whyNot}
                inviting={whyNotRegister !== undefined && button.refusal === null}
                aria-describedby={id}
              >
                {button.does === 'register' ? t.register : t.cancel}
              </Button>
            )}
          </div>
        )}
      </div>
      {lines}
      <Dialogs {...{ course, family, leavable, asked }} onAsk={ask} />
    </Card>
  )
}

/** The dialog that a press has opened: to register, or to cancel; without a person, for whoever is chosen in it. */
type Asked =
  | { readonly does: 'register'; readonly taker: FamilyPerson | null }
  | { readonly does: 'cancel'; readonly person: FamilyPerson | null }

function Dialogs(props: {
  course: ListedCourse
  family: ReturnType<typeof useFamilyCourse>
  /** People whose place the account may cancel. */
  leavable: readonly FamilyPerson[]
  asked: Asked | null
  onAsk: (asked: Asked | null) => void
}) {
  const { course, family, leavable, asked, onAsk } = props
  const { cancelTitle } = useTexts(texts)
  const taker = asked?.does === 'register' ? asked.taker : null
  const asksWhose = asked?.does === 'cancel' && asked.person === null && leavable.length > 1
  const close = () => onAsk(null)
  return (
    <>
      <JoinCourseDialog
        key={taker?.personId}
        course={taker ? withoutHeld(course) : course}
        candidates={taker ? family.takerOf(taker) : family.candidates}
        open={asked?.does === 'register'}
        onClose={close}
      />
      {asksWhose && (
        <WhoseDialog
          title={cancelTitle}
          people={leavable}
          onChoose={(person) => onAsk({ does: 'cancel', person })}
          onClose={close}
        />
      )}
      {asked?.does === 'cancel' && !asksWhose && (
        <LeaveCourseDialog
          course={{ courseId: course.id, name: course.name }}
          person={asked.person ?? undefined}
          onClose={close}
        />
      )}
    </>
  )
}

function useCourseFacts(course: ListedCourse) {
  const t = useTexts(texts)
  const { date } = useFormats()
  const price = coursePrice(course)
  return {
    dates: { name: t.dates, value: <CourseDates course={course} /> },
    time: { name: t.time, value: <WeeklyTime course={course} /> },
    classes: { name: t.nrOfClasses, value: classesOf(course) },
    standardPrice: { name: t.standardPrice, value: <Price cents={priceFor(price, false)} /> },
    memberPrice: { name: t.memberPrice, value: <Price cents={priceFor(price, true)} /> },
    registerUntil: { name: t.registerUntil, value: date(course.regDeadline) },
  }
}

/** The name, with badges beside it, and what the course is about: in a list its beginning. */
function Head(props: { course: ListedCourse; alone: boolean | undefined; id: string; children: ReactNode }) {
  const { course, alone } = props
  const word = useTexts(words)
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h3 id={props.id} className={alone ? 'sr-only' : 'text-lg'}>
          {alone ? (
            course.name
          ) : (
            <NameLink to="/course/$id" params={{ id: course.id }}>
              {course.name}
            </NameLink>
          )}
        </h3>
        {props.children}
      </div>
      {course.description && (
        <p className={alone ? 'mt-2 max-w-prose' : 'mt-1 text-muted'}>
          {alone ? (
            course.description
          ) : (
            <ShowMore
              text={course.description}
              limit={DESCRIPTION_IN_LISTS}
              moreLabel={word.showMore}
              lessLabel={word.showLess}
            />
          )}
        </p>
      )}
    </div>
  )
}

/** On its own page, whose head says when it is: how many classes, until when, and what it costs, beside each other. */
const Beside = ({ facts }: { facts: readonly { readonly name: string; readonly value: ReactNode }[] }) => (
  <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-10">
    {facts.map(({ name, value }) => (
      <div key={name} className="flex flex-col-reverse">
        <dt className="text-sm text-muted">{name}</dt>
        <dd className="font-display text-xl font-bold">{value}</dd>
      </div>
    ))}
  </dl>
)
