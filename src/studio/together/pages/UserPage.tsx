import { useParams, useSearch } from '@tanstack/react-router'
import { accounts } from '#studio/accounts/calls.ts'
import type { UserDetails } from '#studio/accounts/contract.ts'
import { deskTexts } from '#studio/accounts/messages/desk.ts'
import { UserInfo } from '#studio/accounts/parts/UserInfo.tsx'
import { UserSettings } from '#studio/accounts/parts/UserSettings.tsx'
import { UserPast } from '#studio/attendance/parts/PastClasses.tsx'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { RegisterForCourse } from '#studio/courses/parts/RegisterForCourse.tsx'
import { UserCourses } from '#studio/courses/parts/UserCourses.tsx'
import { UserFamily } from '#studio/families/parts/UserFamily.tsx'
import { SellTo } from '#studio/memberships/parts/SellTo.tsx'
import { UserMemberships } from '#studio/memberships/parts/UserMemberships.tsx'
import { SamePerson } from '#studio/merging/parts/SamePerson.tsx'
import { Owes } from '#studio/payments/parts/Owes.tsx'
import { receiptButton } from '#studio/papers/parts/paymentReceipt.tsx'
import { UserPapers } from '#studio/papers/parts/UserPapers.tsx'
import { PaymentMore } from '#studio/payments/parts/paymentMore.ts'
import { UserPayments } from '#studio/payments/parts/UserPayments.tsx'
import { DeleteUser } from '#studio/privacy/parts/DeleteUser.tsx'
import { UserClasses } from '#studio/registrations/parts/UserClasses.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { LinkButton, OutsideLink } from '#web/ui/LinkButton.tsx'
import { FoldOnPhone, Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** Everything that the studio knows of a user, and what an admin may change. */
export function UserPage() {
  const { id: userId } = useParams({ from: '/admin/users/$id' })
  const t = useTexts(deskTexts)
  const nameOf = useNameOf()
  const asked = useLive(accounts.user, { userId })
  // an id that no user can have
  const nobody = asked.state === 'refused' && asked.code === 'invalidInput'
  const live = nobody ? ({ state: 'ready', answer: null } as const) : asked
  const found = live.state === 'ready' ? live.answer : null
  return (
    <Page width="wide">
      <PageHeader
        title={found ? nameOf(found) : t.info}
        subtitle={found && <AtTheTop user={found} />}
        actions={
          <>
            {found && found.email !== '' && <OutsideLink href={`mailto:${found.email}`}>{t.write}</OutsideLink>}
            <LinkButton to="/admin/users">{t.toUsers}</LinkButton>
          </>
        }
      />
      <LiveContent
        live={live}
        retry={() => retryLive(accounts.user, { userId })}
        shape="cards"
        count={2}
        failed={t.loadUserFailed}
      >
        {(user) => (user ? <User key={user.id} user={user} /> : <EmptyState text={t.userNotFound} />)}
      </LiveContent>
    </Page>
  )
}

/** The actions that are needed most often at the desk. */
function AtTheDesk({ user }: { user: UserDetails }) {
  const t = useTexts(deskTexts)
  const mayRegister = useMay('registerOthers')
  if (user.deletedAt !== null) return null
  return (
    <div className="-mt-3 flex flex-wrap gap-3">
      {mayRegister && user.active && (
        <LinkButton to="/admin/class-registration" search={{ user: user.id }} variant="primary">
          {t.register}
        </LinkButton>
      )}
      <SellTo user={user} />
      {user.active && <RegisterForCourse user={user} />}
    </div>
  )
}

/** What staff want to see first. */
function AtTheTop({ user }: { user: UserDetails }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Owes userId={user.id} />
      <span className="break-all">{user.email}</span>
    </span>
  )
}

function User({ user }: { user: UserDetails }) {
  const { memberships = 1, classes = 1, past = 1, courses = 1, payments = 1 } = useSearch({ from: '/admin/users/$id' })
  const isAdmin = useMay('manageUsers')
  const { features } = useStudio()
  const isThere = user.deletedAt === null
  const hasFamilies = isAdmin && features.includes('families')
  return (
    <>
      <AtTheDesk user={user} />
      {hasFamilies && <SamePerson user={user} />}
      <div className="flex flex-col gap-3 sm:gap-8">
        <FoldOnPhone name="person payments" open>
          <PaymentMore value={receiptButton}>
            <UserPayments userId={user.id} page={payments} />
          </PaymentMore>
        </FoldOnPhone>
        <FoldOnPhone name="person memberships" open>
          <UserMemberships userId={user.id} page={memberships} />
        </FoldOnPhone>
        <FoldOnPhone name="person classes" open>
          <UserClasses userId={user.id} page={classes} />
        </FoldOnPhone>
        <FoldOnPhone name="person past">
          <UserPast userId={user.id} page={past} />
        </FoldOnPhone>
        <FoldOnPhone name="person courses">
          <UserCourses userId={user.id} page={courses} />
        </FoldOnPhone>
        {features.includes('papers') && (
          <FoldOnPhone name="person papers">
            <UserPapers userId={user.id} />
          </FoldOnPhone>
        )}
        {hasFamilies && isThere && (
          <FoldOnPhone name="person family">
            <UserFamily userId={user.id} />
          </FoldOnPhone>
        )}
        <div className="grid items-start gap-3 sm:gap-8 lg:grid-cols-2">
          <FoldOnPhone name="person info" open={!isThere}>
            <UserInfo user={user} />
          </FoldOnPhone>
          {isThere && (
            <FoldOnPhone name="person settings">
              <UserSettings user={user} />
            </FoldOnPhone>
          )}
        </div>
        {isThere && (
          <FoldOnPhone name="person deletion">
            <DeleteUser user={user} />
          </FoldOnPhone>
        )}
      </div>
    </>
  )
}
