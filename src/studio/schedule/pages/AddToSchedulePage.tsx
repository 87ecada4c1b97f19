import { useSearch } from '@tanstack/react-router'
import { classes } from '#studio/classes/calls.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { formTexts } from '../messages.ts'
import { repeatTexts } from '../messages/repeat.ts'
import { PlanForm } from '../parts/PlanForm.tsx'

/** Add to Schedule: plans a class on some weekdays between two dates. */
export function AddToSchedulePage() {
  const t = useTexts(formTexts)
  const { class: chosen = '' } = useSearch({ from: '/admin/add-to-schedule' })
  const create = <LinkButton to="/admin/create-class">{t.createClass}</LinkButton>
  return (
    <Page>
      <PageHeader
        title={t.title}
        actions={
          <>
            <LinkButton to="/admin/repeat-term" size="small">
              {useTexts(repeatTexts).title}
            </LinkButton>
            <LinkButton to="/admin/class-registrants" size="small">
              {t.seeSchedule}
            </LinkButton>
          </>
        }
      />
      <LiveAnswer query={classes.list} input={{}} shape="text" failed={t.classesFailed}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState text={t.noClasses} action={create} />
          ) : (
            <PlanForm classes={found} first={{ classId: chosen }} />
          )
        }
      </LiveAnswer>
    </Page>
  )
}
