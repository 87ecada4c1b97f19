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
import { classes } from '../contract.ts'
import { refusals } from '../messages.ts'
import { createFailures, deskTexts } from '../messages/desk.ts'
import { checkClass } from '../rules.ts'
import { ClassFields, filledClass, type TypedClass } from './ClassFields.tsx'

const empty: TypedClass = { name: '', description: '', defaultMaxParticipants: 10, categories: [] }

export function CreateClassPage() {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const whyNot = useMay('manageClasses') ? undefined : word.adminOnly
  const { run, pending } = useCommand(classes.create)
  const form = useForm({
    start: empty,
    check: (typed) => checkClass(filledClass(typed)),
    send: (typed) => run(filledClass(typed)),
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
          <ClassFields form={form} />
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
