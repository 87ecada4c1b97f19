import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { CourseDates, WeeklyTime } from '#studio/courses/parts/CourseTimes.tsx'
import { PaymentStanding } from '#studio/payments/parts/PaymentStatusBadge.tsx'
import { itemText, overviewStatuses } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { useMay } from '#web/me.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { useTyped } from '#web/useTyped.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { search as calls } from '../calls.ts'
import type { Found } from '../contract.ts'
import { texts } from '../messages.ts'
import { FEWEST_LETTERS } from '../rules.ts'

interface Result {
  readonly id: string
  readonly text: string
  readonly detail?: ReactNode
  readonly aside?: ReactNode
  /** A page of the application, found without asking the server. */
  readonly isScreen?: true
  readonly open: () => void
}
/** A page of the application, by its name in the menu. */
export interface NamedScreen {
  readonly path: string
  readonly name: string
  readonly open: () => Promise<void>
}

interface Group {
  readonly name: string
  readonly results: readonly Result[]
}

/** Searches everything by name: arrow keys choose, Enter opens, Esc closes. */
export function SearchDialog({ screens, onClose }: { screens: readonly NamedScreen[]; onClose: () => void }) {
  const t = useTexts(texts)
  const [settled, setSettled] = useState('')
  const [typed, setTyped] = useTyped(settled, setSettled)
  const [at, setAt] = useState(0)
  const listId = useId()
  const asked = settled.trim()
  const { features } = useStudio()
  const numbered = features.includes('statements') || features.includes('papers')
  const mayKnowPayers = useMay('manageUsers')
  const { groups, ready } = useGroups(asked, screens, onClose)
  const results = groups.flatMap((group) => group.results)
  const chosen = results[Math.min(at, results.length - 1)]

  // text for which Enter was pressed before its results arrived
  const entered = useRef<string | null>(null)
  const isFound = ready || chosen?.isScreen === true
  const openChosen = useEffectEvent(() => chosen?.open())
  useEffect(() => {
    if (!isFound || entered.current !== asked) return
    entered.current = null
    openChosen()
  }, [isFound, asked])

  function onKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && results.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, results.length - 1) + step + results.length) % results.length)
    }
    if (event.key !== 'Enter') return
    if (isFound && typed.trim() === asked) chosen?.open()
    else entered.current = typed.trim()
  }
  return (
    <Dialog open onClose={onClose} title={t.title}>
      <div className="flex min-h-[min(24rem,60dvh)] flex-col gap-4">
        <SearchField
          label={t.label}
          hideLabel
          placeholder={mayKnowPayers && numbered ? t.hintWithNumber : t.hint}
          value={typed}
          onChange={(text) => {
            setAt(0)
            entered.current = null
            setTyped(text)
          }}
          autoFocus
          list={{ id: listId, chosen: chosen && `${listId}-${chosen.id}`, onKey }}
        />
        <p role="status" className={results.length === 0 && asked !== '' && ready ? 'text-muted' : 'sr-only'}>
          {asked !== '' && ready && (results.length === 0 ? t.none : t.found(results.length))}
        </p>
        <div id={listId} role="listbox" aria-label={t.title} className="flex flex-col gap-4">
          {groups.map((group) => (
            <div key={group.name} role="group" aria-label={group.name}>
              <p aria-hidden="true" className="px-3 pb-1 text-xs font-semibold text-muted">
                {group.name}
              </p>
              {group.results.map((result) => (
                <Option key={result.id} id={`${listId}-${result.id}`} result={result} chosen={result === chosen} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  )
}

function Option({ id, result, chosen }: { id: string; result: Result; chosen: boolean }) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      // not focusable: the focus stays in the field, which handles the keys
      tabIndex={-1}
      ref={(element) => {
        if (chosen) element?.scrollIntoView({ block: 'nearest' })
      }}
      onClick={result.open}
      onKeyDown={(event) => event.key === 'Enter' && result.open()}
      className="flex min-h-control cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 hover:bg-sunken aria-selected:bg-brand-soft"
    >
      <span className="min-w-0 grow">
        <span className="block font-semibold">{result.text}</span>
        {result.detail && <span className="block truncate text-sm text-muted">{result.detail}</span>}
      </span>
      {result.aside}
    </div>
  )
}

function useGroups(
  asked: string,
  screens: readonly NamedScreen[],
  onClose: () => void,
): { groups: readonly Group[]; ready: boolean } {
  const t = useTexts(texts)
  const found = useLive(calls.everything, { search: asked })
  const live = useSteady(found)
  const results = useResults(onClose)
  if (asked.length < FEWEST_LETTERS) return { groups: [], ready: false }
  const nothing = { people: [], entries: [], courses: [], payments: [] }
  const { people, entries, courses, payments } = live.state === 'ready' ? live.answer : nothing
  const groups = [
    { name: t.screens, results: screens.filter(named(asked)).map(results.screen) },
    { name: t.people, results: people.map(results.person) },
    { name: t.classes, results: entries.map(results.entry) },
    { name: t.courses, results: courses.map(results.course) },
    { name: t.payments, results: payments.map(results.payment) },
  ]
  return { groups: groups.filter((group) => group.results.length > 0), ready: found.state === 'ready' }
}

const named =
  (asked: string) =>
  ({ name }: NamedScreen) =>
    name.toLowerCase().includes(asked.toLowerCase())

function CourseFacts({ course }: { course: Found['courses'][number] }) {
  return (
    <>
      <CourseDates course={course} />, <WeeklyTime course={course} />
    </>
  )
}

/** Renders each kind of result, and opens its page. */
function useResults(onClose: () => void) {
  const t = useTexts(texts)
  const nameOf = useNameOf()
  const navigate = useNavigate()
  const { dayAndTimes, dayOfYear, euros } = useFormats()
  const closing = (go: () => Promise<void>) => () => {
    onClose()
    void go()
  }
  return {
    screen: ({ path, name, open }: NamedScreen): Result => ({
      id: path,
      text: name,
      isScreen: true,
      open: closing(open),
    }),
    person: (person: Found['people'][number]): Result => ({
      id: `person-${person.id}`,
      text: nameOf(person),
      detail: person.email,
      aside: person.owes > 0 && <Badge tone="warning">{t.owes(euros(person.owes))}</Badge>,
      open: closing(() => navigate({ to: '/admin/users/$id', params: { id: person.id } })),
    }),
    entry: (entry: Found['entries'][number]): Result => ({
      id: `class-${entry.id}`,
      text: entry.className,
      detail: dayAndTimes(entry.startsAt, entry.endsAt),
      open: closing(() => navigate({ to: '/admin/class-details/$id', params: { id: entry.id } })),
    }),
    course: (course: Found['courses'][number]): Result => ({
      id: `course-${course.id}`,
      text: course.name,
      detail: <CourseFacts course={course} />,
      open: closing(() => navigate({ to: '/course/$id', params: { id: course.id } })),
    }),
    payment: (payment: Found['payments'][number]): Result => ({
      id: `payment-${payment.id}`,
      text: `${nameOf(payment)}, ${euros(payment.price)}`,
      detail:
        payment.startsAt === null
          ? t.dueOn(payment.description, dayOfYear(payment.deadline))
          : itemText(payment, dayOfYear),
      aside: <PaymentStanding status={payment.status} deadline={payment.deadline} />,
      open: closing(() =>
        navigate({
          to: '/admin/payments',
          search: { search: nameOf(payment), tab: overviewStatuses.find((status) => status === payment.status) },
        }),
      ),
    }),
  }
}
