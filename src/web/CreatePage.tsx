import type { ReactNode } from 'react'
import type { Permission } from '#studio/accounts/rules.ts'
import { FormProblem } from '#web/FormProblem.tsx'
import { LeaveQuestion } from '#web/LeaveQuestion.tsx'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import type { FormState } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'

interface CreateFormProps {
  form: Pick<FormState<object>, 'props' | 'problem' | 'clash' | 'unsaved'>
  texts: { create: string; creating: string }
  pending: boolean
  may: Permission
  children: ReactNode
  /** Shown beside the button. */
  more?: ReactNode
}

/** A form that creates something and is empty again afterwards. */
export function CreateForm({ form, texts, pending, ...props }: CreateFormProps) {
  const { adminOnly } = useTexts(words)
  const allowed = useMay(props.may)
  return (
    <Card>
      <Form {...form.props} pending={pending}>
        {props.children}
        <FormProblem form={form} />
        <LeaveQuestion unsaved={form.unsaved} what={texts.create} />
        <FormActions>
          <Button
            type="submit"
            variant="primary"
            pending={pending}
            pendingLabel={texts.creating}
            whyDisabled={allowed ? undefined : adminOnly}
          >
            {texts.create}
          </Button>
          {props.more}
        </FormActions>
      </Form>
    </Card>
  )
}

/** A page with one form that creates something. */
export function CreatePage({
  texts,
  children,
}: {
  texts: { createTitle: string; createHint: string }
  children: ReactNode
}) {
  return (
    <Page width="narrow">
      <PageHeader title={texts.createTitle} subtitle={texts.createHint} />
      {children}
    </Page>
  )
}
