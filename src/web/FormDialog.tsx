import { useState, type ReactNode } from 'react'
import { FormProblem } from '#web/FormProblem.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import type { FormState } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'

/**
 * A form in a dialog: fields, form problem, submit button and Cancel. Render it only while it is open.
 * Esc and Back ask before they discard unsaved input.
 */
export function FormDialog(props: {
  form: Pick<FormState<object>, 'props' | 'problem' | 'clash' | 'unsaved'>
  /**
   * Id of what is edited, or what kind is created: a draft about one thing is never restored into the form of another.
   */
  about: string
  title: string
  description?: string
  size?: 'small'
  submit: string
  submitting?: string
  /** Submitting destroys something. */
  danger?: boolean
  pending: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { form, pending, onClose } = props
  const t = useTexts(words)
  const [asks, setAsks] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      onDismiss={() => (form.unsaved ? setAsks(true) : onClose())}
      title={props.title}
      description={props.description}
      size={props.size}
      pending={pending}
    >
      <Form {...form.props} about={props.about} pending={pending}>
        {props.children}
        <FormProblem form={form} />
        <FormActions>
          <Button
            type="submit"
            variant={props.danger ? 'danger' : 'primary'}
            pending={pending}
            pendingLabel={props.submitting}
          >
            {props.submit}
          </Button>
          <Button variant="quiet" onPress={onClose} disabled={pending}>
            {t.cancel}
          </Button>
        </FormActions>
      </Form>
      {asks && (
        <ConfirmDialog
          open
          danger
          title={t.closeTitle}
          message={t.leaveQuestion(props.title)}
          confirmLabel={t.closeUnsaved}
          cancelLabel={t.stay}
          onConfirm={onClose}
          onCancel={() => setAsks(false)}
        />
      )}
    </Dialog>
  )
}
