import { useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { DeskLink } from '#web/DeskLink.tsx'
import { useTexts } from '#web/language.tsx'
import { LivePage } from '#web/live/LivePage.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { Button } from '#web/ui/Button.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { courses } from '../calls.ts'
import { deskTexts } from '../messages/desk.ts'
import { CourseDialogs, type OpenCourse } from './CourseDialogs.tsx'
import { useCourseCard, useCourseColumns } from './courseColumns.tsx'

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
  const title = status === 'active' ? t.activeCourses : t.archivedCourses
  const columns = useCourseColumns(props.whyNot, props.onOpen)
  const fileName = status === 'active' ? t.coursesFile : t.archivedFile
  return (
    <Section
      title={title}
      actions={<ExportList fileName={fileName} query={courses.overview} input={{ status }} columns={columns} />}
    >
      <LivePage
        query={courses.overview}
        input={{ status, page: props.page }}
        param={status === 'active' ? 'page' : 'archivedPage'}
        failed={t.loadFailed}
        caption={title}
        manyColumns
        dense
        columns={columns}
        card={useCourseCard()}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            small
            text={status === 'active' ? t.noActive : t.noArchived}
            action={status === 'active' && <DeskLink to="/admin/create-course" />}
          />
        }
      />
    </Section>
  )
}
