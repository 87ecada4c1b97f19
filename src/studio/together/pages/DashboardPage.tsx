import { Wallet } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { DeletionsAsked } from '#studio/accounts/parts/DeletionsAsked.tsx'
import { TodaysClasses } from '#studio/attendance/parts/TodaysClasses.tsx'
import { LinesWaiting } from '#studio/bank/parts/LinesWaiting.tsx'
import { MyCourses } from '#studio/courses/parts/MyCourses.tsx'
import { CashToCount } from '#studio/door/parts/CashToCount.tsx'
import { ReceivedInvitations } from '#studio/families/parts/ReceivedInvitations.tsx'
import { usePeople } from '#studio/families/parts/usePeople.ts'
import { MyMessages } from '#studio/mailings/parts/MyMessages.tsx'
import { MyMemberships } from '#studio/memberships/parts/MyMemberships.tsx'
import { FreezesAsked } from '#studio/passes/parts/FreezesAsked.tsx'
import { payments } from '#studio/payments/calls.ts'
import { courses } from '#studio/courses/calls.ts'
import { memberships } from '#studio/memberships/calls.ts'
import { registrations } from '#studio/registrations/calls.ts'
import { PaymentsToConfirm } from '#studio/payments/parts/PaymentsToConfirm.tsx'
import { DuePayments } from '#studio/payments/parts/DuePayments.tsx'
import { NoBankAccount } from '#studio/payments/parts/NoBankAccount.tsx'
import { isDue, isOverdue, restOf } from '#studio/payments/rules.ts'
import { MyCategory } from '#studio/registrations/parts/MyCategory.tsx'
import { MyClasses } from '#studio/registrations/parts/MyClasses.tsx'
import { WhatsNext } from '#studio/registrations/parts/WhatsNext.tsx'
import { settings } from '#studio/settings/calls.ts'
import type { Sections } from '#studio/settings/rules.ts'
import { MyAbsences } from '#studio/registrations/parts/MyAbsences.tsx'
import { WantedStandIns } from '#studio/standIns/parts/WantedStandIns.tsx'
import { MyMakeUps } from '#studio/registrations/parts/MyMakeUps.tsx'
import { Waiting } from '#studio/waiting/parts/Waiting.tsx'
import { MyWaiting } from '#studio/waiting/parts/MyWaiting.tsx'
import { useTexts } from '#web/language.tsx'
import type { Live } from '#web/live/connection.ts'
import { useLive } from '#web/live/useLive.ts'
import { useMay, useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import { useTitle } from '#web/title.ts'
import { useHistoryState } from '#web/useHistoryState.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { classes } from '#web/ui/classes.ts'
import { Ribbon } from '#web/ui/Mark.tsx'
import { Page } from '#web/ui/Page.tsx'
import { toneClass } from '#web/ui/tones.ts'
import { texts } from '../messages.ts'

// loaded on demand: only one person sees it, in a studio's first days
const SetUpCard = lazy(() =>
  import('./SetUpCard.tsx').then(
    (file): { default: (props: { saved: Sections['setUp'] }) => ReactNode } => ({ default: file.SetUpCard }),
    () => ({ default: () => null }),
  ),
)

// loaded on demand: only an admin sees it, until it is mended
const PapersLack = lazy(() =>
  import('#studio/papers/parts/SellerLacks.tsx').then(
    (file): { default: (props: { saved: Pick<Sections, 'studio' | 'payments'> }) => ReactNode } => ({
      default: file.PapersLack,
    }),
    () => ({ default: () => null }),
  ),
)

/** A person's own page: first what comes next, for staff what is on today, then places, payments and memberships. */
export function DashboardPage() {
  const t = useTexts(texts)
  const { displayName } = useMe()
  const staff = useMay('seeDesk')
  const own = useOwnThings(staff)
  const { features } = useStudio()
  const [waitingLists, makeUpClasses] = [features.includes('waitingLists'), features.includes('makeUpClasses')]
  const { notice } = useHistoryState()
  const { lost } = useTexts(words)
  useTitle(t.dashboard)
  return (
    <Page width="wide">
      {notice === 'lost' && <Alert kind="info">{lost}</Alert>}
      {waitingLists && <MyWaiting offers />}
      <header className="relative isolate flex flex-col gap-6 overflow-hidden rounded-card border border-brand/20 bg-brand-soft p-5 max-[16rem]:p-2 sm:p-8">
        <Ribbon className="pointer-events-none absolute top-5 right-6 -z-10 hidden w-64 opacity-60 sm:block" />
        <h1 className="text-xl">{t.hello(displayName ?? '')}</h1>
        {useMay('confirmPayments') && (
          <div className="flex flex-wrap gap-3 empty:hidden">
            <PaymentsToConfirm />
            {features.includes('statements') && <LinesWaiting />}
            {features.includes('door') && <CashToCount />}
            <FreezesAsked />
            <DeletionsAsked />
          </div>
        )}
        {staff && <TodaysClasses />}
        {staff && <WantedStandIns />}
        {(!staff || own.classes) && <WhatsNext />}
        <DueLink />
      </header>
      {useMay('manageSettings') && <ForAdmins />}
      <NoBankAccount />
      <div className="grid items-start gap-x-8 gap-y-10 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-10 empty:hidden">
          <ReceivedInvitations />
          <MyMessages />
          {waitingLists && <MyWaiting />}
          <Waiting kind="class">{(waiting) => <MyAbsences waiting={waiting} />}</Waiting>
          {makeUpClasses && <MyMakeUps />}
          {own.classes && <MyClasses />}
          {own.payments && (
            <div id="due-payments" className="scroll-mt-24">
              <DuePayments />
            </div>
          )}
          {own.courses && <MyCourses />}
        </div>
        <div className="flex min-w-0 flex-col gap-10 empty:hidden">
          {own.category && <MyCategory />}
          {own.memberships && <MyMemberships />}
        </div>
      </div>
    </Page>
  )
}

/** Which of the user's own sections to show: all of them to members, to staff only those with content. */
function useOwnThings(staff: boolean) {
  const people = usePeople()
  const has = (live: Live<readonly unknown[]>) => !staff || (live.state === 'ready' && live.answer.length > 0)
  return {
    classes: has(useLive(registrations.mine, {})),
    payments: has(useLive(payments.mine, {})),
    courses: has(useLive(courses.mine, {})),
    memberships: has(useLive(memberships.mine, {})),
    // users who do not dance see only what they have
    category:
      people.some((person) => person.membershipCategory !== null) ||
      (!staff && people.some((person) => person.own && person.dances)),
  }
}

/** What an admin has yet to do in the settings. */
function ForAdmins() {
  const live = useLive(settings.all, {})
  if (live.state !== 'ready') return null
  const { setUp, features } = live.answer
  return (
    <Suspense>
      {!setUp.dismissed && <SetUpCard saved={setUp} />}
      {features.papers && <PapersLack saved={live.answer} />}
    </Suspense>
  )
}

/** On a phone, the due payments are so far down that they need a link. */
function DueLink() {
  const t = useTexts(texts)
  const { euros } = useFormats()
  const now = useNow()
  const live = useLive(payments.mine, {})
  if (live.state !== 'ready') return null
  // a payment of 0 cents is not due
  const due = live.answer.filter((payment) => isDue(payment) && restOf(payment) > 0)
  if (due.length === 0) return null
  const overdue = due.some((payment) => isOverdue(payment, now))
  const sum = due.reduce((total, payment) => total + restOf(payment), 0)
  return (
    <a
      href="#due-payments"
      className={classes(
        'inline-flex min-h-control items-center gap-2 self-start rounded-full px-4 text-sm font-semibold hover:underline',
        overdue ? toneClass.danger : toneClass.warning,
      )}
    >
      <Wallet aria-hidden="true" className="size-4.5 shrink-0" />
      {t.paymentsDue(due.length, euros(sum))}
    </a>
  )
}
