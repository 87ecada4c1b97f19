import { useSearch } from '@tanstack/react-router'
import { ownTexts } from '#studio/accounts/messages/own.ts'
import { MyDetails } from '#studio/accounts/parts/MyDetails.tsx'
import { pastTexts } from '#studio/attendance/messages/past.ts'
import { PastClasses } from '#studio/attendance/parts/PastClasses.tsx'
import { texts as familyTexts } from '#studio/families/messages.ts'
import { MyFamily } from '#studio/families/parts/MyFamily.tsx'
import { texts as feedTexts } from '#studio/feeds/messages.ts'
import { MyCalendar } from '#studio/feeds/parts/MyCalendar.tsx'
import { texts as noticeTexts } from '#studio/notices/messages.ts'
import { MyNotices } from '#studio/notices/parts/MyNotices.tsx'
import { texts as paperTexts } from '#studio/papers/messages.ts'
import { MyPapers } from '#studio/papers/parts/MyPapers.tsx'
import { ownReceiptButton } from '#studio/papers/parts/paymentReceipt.tsx'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { PaymentMore } from '#studio/payments/parts/paymentMore.ts'
import { MyPayments } from '#studio/payments/parts/MyPayments.tsx'
import { texts as privacyTexts } from '#studio/privacy/messages.ts'
import { MyData } from '#studio/privacy/parts/MyData.tsx'
import { texts as signingTexts } from '#studio/signing/messages.ts'
import { MySessions } from '#studio/signing/parts/MySessions.tsx'
import { SigningIn } from '#studio/signing/parts/SigningIn.tsx'
import { LinksTo } from '#web/LinksTo.tsx'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { texts } from '../messages.ts'
import { Sections, Subsection } from './sections.tsx'

/** Everything that a user can see and change about themselves. */
export function AccountPage() {
  const t = useTexts(texts)
  const signing = useTexts(signingTexts)
  const family = { id: 'family', title: useTexts(familyTexts).title, content: <MyFamily /> }
  const { features } = useStudio()
  return (
    <Page>
      <PageHeader title={t.account} subtitle={<span className="break-all">{useMe().email}</span>} />
      <Sections
        page="account"
        label={t.sections}
        sections={[
          { id: 'details', title: useTexts(ownTexts).title, content: <MyDetails /> },
          ...(features.includes('families') ? [family] : []),
          { id: 'signing-in', title: signing.title, content: <SigningIn /> },
          { id: 'sessions', title: signing.sessions.title, content: <MySessions /> },
          { id: 'notices', title: useTexts(noticeTexts).title, content: <MyNotices /> },
          { id: 'calendar', title: useTexts(feedTexts).title, content: <MyCalendar /> },
          { id: 'history', title: t.history, content: <History />, within: ['past', 'payments', 'papers'] },
          { id: 'data', title: useTexts(privacyTexts).myData, content: <MyData /> },
        ]}
      />
    </Page>
  )
}

function History() {
  const { classes = 1, payments = 1 } = useSearch({ from: '/account' })
  const t = useTexts(texts)
  const past = { id: 'past', title: useTexts(pastTexts).title, content: <PastClasses page={classes} /> }
  const own = {
    id: 'payments',
    title: useTexts(paymentTexts).all.title,
    content: (
      <PaymentMore value={ownReceiptButton}>
        <MyPayments page={payments} />
      </PaymentMore>
    ),
  }
  const papers = { id: 'papers', title: useTexts(paperTexts).title, content: <MyPapers /> }
  const parts = [past, own, ...(useStudio().features.includes('papers') ? [papers] : [])]
  return (
    <>
      <div className="-my-2 -ml-4 sm:hidden">
        {/* the first section is directly below */}
        <LinksTo label={t.history} links={parts.slice(1)} />
      </div>
      {parts.map(({ id, title, content }) => (
        <Subsection key={id} id={id} title={title}>
          {content}
        </Subsection>
      ))}
    </>
  )
}
