import type { ReactNode } from 'react'
import { FormProblem } from '#web/FormProblem.tsx'
import { LeaveQuestion } from '#web/LeaveQuestion.tsx'
import { useTexts } from '#web/language.tsx'
import type { FormState } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { texts } from '../messages.ts'

/** The fields of a section with their own save button. */
export function SectionForm(props: {
  form: Pick<FormState<object>, 'props' | 'problem' | 'clash' | 'unsaved'>
  title: string
  pending: boolean
  children: ReactNode
}) {
  const { form, pending } = props
  const { save } = useTexts(texts)
  return (
    <Card>
      <Form {...form.props} pending={pending} label={props.title}>
        {props.children}
        <FormProblem form={form} />
        <LeaveQuestion unsaved={form.unsaved} what={props.title} />
        <FormActions>
          <Button type="submit" variant="primary" pending={pending}>
            {save}
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}
