import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.ts'
import { courses } from '../contract.ts'
import { refusals } from '../messages.ts'
import { createFailures, deskTexts } from '../messages/desk.ts'
import { checkCourse } from '../rules.ts'
import { CourseFields } from './CourseFields.tsx'
import { emptyCourse, filledCourse } from './typedCourse.ts'

export function CreateCoursePage() {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const whyNot = useMay('manageCourses') ? undefined : word.adminOnly
  const { run, pending } = useCommand(courses.create)
  const form = useForm({
    start: emptyCourse,
    check: (typed) => checkCourse(filledCourse(typed)),
    send: (typed) => run(filledCourse(typed)),
    explain: useRefusalText(createFailures, refusals),
    onDone: ({ reset }) => {
      toast.success(t.created)
      reset()
    },
  })
  return (
    <Page width="narrow">
      <PageHeader title={t.createTitle} subtitle={t.createHint} />
      <Card>
        <Form {...form.props} pending={pending}>
          <CourseFields form={form} />
          {form.problem && <Alert kind="problem">{form.problem}</Alert>}
          <FormActions>
            <Button type="submit" variant="primary" pending={pending} pendingLabel={t.creating} whyDisabled={whyNot}>
              {t.create}
            </Button>
          </FormActions>
        </Form>
      </Card>
    </Page>
  )
}
