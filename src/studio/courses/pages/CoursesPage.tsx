import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { DeskLink } from '#web/DeskLink.tsx'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { courses } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'
import { CourseDialogs, type OpenCourse } from './CourseDialogs.tsx'
import { useCourseColumns } from './courseColumns.tsx'

export function CoursesPage() {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const { page = 1, archivedPage = 1 } = useSearch({ from: '/admin/courses' })
  const whyNot = useMay('manageCourses') ? undefined : word.adminOnly
  const [open, setOpen] = useState<OpenCourse>(null)
  return (
    <Page width="wide">
      <PageHeader
        title={t.title}
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden="true" className="size-5" />}
            onPress={() => setOpen({ what: 'add' })}
            whyDisabled={whyNot}
          >
            {t.addNew}
          </Button>
        }
      />
      <CoursesOf status="active" page={page} whyNot={whyNot} onOpen={setOpen} />
      <CoursesOf status="archived" page={archivedPage} whyNot={whyNot} onOpen={setOpen} />
      <CourseDialogs open={open} onClose={() => setOpen(null)} />
    </Page>
  )
}

function CoursesOf(props: {
  status: 'active' | 'archived'
  page: number
  whyNot: string | undefined
  onOpen: (open: OpenCourse) => void
}) {
  const { status } = props
  const t = useTexts(deskTexts)
  const input = { status, page: props.page }
  const live = useSteady(useLive(courses.overview, input))
  const columns = useCourseColumns(props.whyNot, props.onOpen)
  const title = status === 'active' ? t.activeCourses : t.archivedCourses
  return (
    <Section title={title}>
      <LiveContent live={live} retry={() => retryLive(courses.overview, input)} failed={t.loadFailed}>
        {(answer) => (
          <>
            <DataTable
              caption={title}
              manyColumns
              dense
              columns={columns}
              rows={answer.rows}
              rowKey={(row) => row.id}
              empty={
                <EmptyState
                  small
                  text={status === 'active' ? t.noActive : t.noArchived}
                  action={status === 'active' && <DeskLink to="/admin/create-course" />}
                />
              }
            />
            <Pagination page={answer.page} total={answer.total} param={status === 'active' ? 'page' : 'archivedPage'} />
          </>
        )}
      </LiveContent>
    </Section>
  )
}
