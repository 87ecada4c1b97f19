import { CreateForm, CreatePage } from '#web/CreatePage.tsx'
import { useTexts } from '#web/language.tsx'
import { toast } from '#web/ui/toast.ts'
import { deskTexts } from '../messages/desk.ts'
import { CourseFields } from './CourseFields.tsx'
import { useNewCourse } from './useNewCourse.ts'

export function CreateCoursePage() {
  const t = useTexts(deskTexts)
  const { form, pending } = useNewCourse(({ reset }) => {
    toast.success(t.created)
    reset()
  })
  return (
    <CreatePage texts={t}>
      <CreateForm {...{ form, pending }} texts={t} may="manageCourses">
        <CourseFields form={form} />
      </CreateForm>
    </CreatePage>
  )
}
