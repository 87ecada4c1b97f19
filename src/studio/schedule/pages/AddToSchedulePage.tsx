import { classes } from '#studio/classes/calls.ts'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { formTexts } from '../messages.ts'
import { PlanForm } from './PlanForm.tsx'

/** Add to Schedule: a class on some weekdays between two dates. */
export function AddToSchedulePage() {
  const t = useTexts(formTexts)
  const live = useLive(classes.list, {})
  const create = <LinkButton to="/admin/create-class">{t.createClass}</LinkButton>
  return (
    <Page>
      <PageHeader title={t.title} actions={<LinkButton to="/admin/class-registrants">{t.seeSchedule}</LinkButton>} />
      <LiveContent live={live} retry={() => retryLive(classes.list, {})} shape="text" failed={t.classesFailed}>
        {(found) =>
          found.length === 0 ? <EmptyState text={t.noClasses} action={create} /> : <PlanForm classes={found} />
        }
      </LiveContent>
    </Page>
  )
}
