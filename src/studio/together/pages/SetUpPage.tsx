import { useNavigate } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { addDays, dateIn } from '#kernel/time.ts'
import { classes } from '#studio/classes/calls.ts'
import { CreateClass } from '#studio/classes/parts/CreateClass.tsx'
import { memberships } from '#studio/memberships/calls.ts'
import { CreateMembership } from '#studio/memberships/parts/CreateMembership.tsx'
import { registrations } from '#studio/registrations/calls.ts'
import { FIRST_WEEKS } from '#studio/registrations/rules.ts'
import type { KnownClass } from '#studio/schedule/parts/ClassFields.tsx'
import { PlanForm } from '#studio/schedule/parts/PlanForm.tsx'
import { UndoPlans } from '#studio/schedule/parts/UndoPlans.tsx'
import { settings } from '#studio/settings/calls.ts'
import { texts } from '#studio/settings/messages.ts'
import { setUpTexts, steps, type Step } from '#studio/settings/messages/setUp.ts'
import { PaymentsSection } from '#studio/settings/parts/PaymentsSection.tsx'
import { ShareStudio } from '#studio/settings/parts/ShareStudio.tsx'
import { StudioSection } from '#studio/settings/parts/StudioSection.tsx'
import { defaults, type Sections } from '#studio/settings/rules.ts'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { useNow, useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cluster } from '#web/ui/Card.tsx'
import { classes as named } from '#web/ui/classes.ts'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { Categories } from './Categories.tsx'
import { Dismiss, useSetUp } from './Dismiss.tsx'

/** Leads the first admin from an empty studio to one in which people can book. */
export function SetUpPage() {
  const t = useTexts(setUpTexts)
  const { loadFailed } = useTexts(texts)
  const live = useSteady(useLive(settings.all, {}))
  return (
    <Page>
      <PageHeader title={t.title} subtitle={t.subtitle} />
      <LiveContent live={live} retry={() => retryLive(settings.all, {})} shape="cards" count={1} failed={loadFailed}>
        {(all) => <Steps all={all} />}
      </LiveContent>
    </Page>
  )
}

function Steps({ all }: { all: Sections }) {
  const t = useTexts(setUpTexts)
  const navigate = useNavigate()
  const known = useLive(classes.list, {})
  const { note, pending } = useSetUp(all.setUp)
  const [made, setMade] = useState<string | null>(null)
  const [planned, setPlanned] = useState<readonly string[]>([])
  const found = known.state === 'ready' ? known.answer : []
  const { done, open, now, choose, skip } = useSteps(all)
  const isScheduling = now === 'class' && found.length > 0
  const place = useBeginning(`${now} ${isScheduling}`)
  const home = () => void navigate({ to: '/dashboard' })

  async function finish() {
    if (await note({ shared: true, dismissed: open.every((step) => step === 'share') })) home()
  }
  const content: Readonly<Record<Step, ReactNode>> = {
    studio: <StudioSection saved={all.studio} onSaved={() => void note({ named: true })} />,
    payments: <PaymentsSection saved={all.payments} />,
    categories: <Categories />,
    class: isScheduling ? <Weeks known={found} made={made} onMade={setPlanned} /> : <CreateClass onCreated={setMade} />,
    membership: <CreateMembership />,
    share: <ShareStudio onShared={() => void note({ shared: true })} />,
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-8">
      <ol className="flex gap-1 lg:flex-col">
        {steps.map((step, index) => (
          <li key={step}>
            <StepButton
              number={index + 1}
              {...{ step }}
              done={done[step]}
              here={step === now}
              onPress={() => choose(step)}
            />
          </li>
        ))}
      </ol>
      <div
        ref={place}
        tabIndex={-1}
        className={named('flex min-w-0 scroll-mt-24 flex-col gap-6 outline-none', now !== 'class' && 'max-w-2xl')}
      >
        <UndoPlans own={planned} />
        <Section
          title={isScheduling ? t.scheduleNow : t.steps[now]}
          subtitle={isScheduling ? t.scheduleHint : t.hints[now]}
        >
          {content[now]}
        </Section>
        <Cluster>
          {now === 'categories' && (
            <Button variant="primary" pending={pending} onPress={() => void note({ categories: true })}>
              {t.areRight}
            </Button>
          )}
          {now === 'share' ? (
            <Button variant="primary" pending={pending} onPress={() => void finish()}>
              {t.finish}
            </Button>
          ) : (
            <Button onPress={skip}>{t.skip}</Button>
          )}
          <Dismiss saved={all.setUp} onDone={home} />
        </Cluster>
      </div>
    </div>
  )
}

/** Which steps are done, and which one is shown: the chosen one, else the first that is neither done nor skipped. */
function useSteps(all: Sections) {
  const upcoming = useLive(registrations.upcoming, { weeks: FIRST_WEEKS })
  const catalogue = useLive(memberships.catalogue, {})
  const [skipped, setSkipped] = useState<readonly Step[]>([])
  const [chosen, setChosen] = useState<Step | null>(null)
  const sample = defaults.studio
  const hasSample = all.studio.website === sample.website || all.studio.supportEmail === sample.supportEmail
  const done: Readonly<Record<Step, boolean>> = {
    studio: (all.setUp.named || all.studio.name !== sample.name) && !hasSample,
    payments: all.payments.iban !== '',
    categories: all.setUp.categories,
    class: upcoming.state === 'ready' && (upcoming.answer.entries.length > 0 || upcoming.answer.more),
    membership: catalogue.state === 'ready' && catalogue.answer.length > 0,
    share: all.setUp.shared,
  }
  const open = steps.filter((step) => !done[step])
  const now = chosen ?? open.find((step) => !skipped.includes(step)) ?? 'share'
  // when the chosen step is done, show the next one
  const [wasDone, setWasDone] = useState(done)
  if (steps.some((step) => done[step] !== wasDone[step])) {
    if (chosen !== null && done[chosen] && !wasDone[chosen]) setChosen(null)
    setWasDone(done)
  }
  function skip() {
    setSkipped([...skipped, now])
    setChosen(null)
  }
  return { done, open, now, choose: setChosen, skip }
}

/** Focuses the top of the step when another step is shown, wherever the last one was scrolled to. */
function useBeginning(shown: string) {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'start' })
  }, [shown])
  return place
}

function StepButton(props: { number: number; step: Step; done: boolean; here: boolean; onPress: () => void }) {
  const t = useTexts(setUpTexts)
  const { step, done, here } = props
  return (
    <button
      type="button"
      aria-current={here ? 'step' : undefined}
      onClick={props.onPress}
      className={named(
        'flex min-h-control w-full cursor-pointer items-center gap-3 rounded-full px-1.5 text-left font-semibold lg:pr-4',
        here ? 'bg-brand-soft text-brand-strong' : 'text-ink hover:bg-sunken',
      )}
    >
      <span
        aria-hidden="true"
        className={named(
          'grid size-8 shrink-0 place-items-center rounded-full border-2 text-sm',
          done ? 'border-brand bg-brand text-on-brand' : 'border-line-strong',
        )}
      >
        {done ? <Check className="size-4" strokeWidth={3} /> : props.number}
      </span>
      <span className="max-lg:sr-only">
        {t.steps[step]}
        {done && <span className="sr-only"> {t.isDone}</span>}
      </span>
    </button>
  )
}

const WEEKS = 12

/** Plans the class that was just created, or the only one, from tomorrow for a term. */
function Weeks({
  known,
  made,
  onMade,
}: {
  known: readonly KnownClass[]
  made: string | null
  onMade: (seriesIds: readonly string[]) => void
}) {
  const { timeZone } = useStudio()
  const [start] = useState(addDays(dateIn(timeZone, useNow()), 1))
  const only = known.length === 1 ? known[0]?.id : undefined
  const first = { classId: made ?? only ?? '', startDate: start, endDate: addDays(start, WEEKS * 7 - 1) }
  return <PlanForm classes={known} first={first} onMade={onMade} />
}
