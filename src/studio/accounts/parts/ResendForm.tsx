import { useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { isFailure, joined, useRefusalText } from '#web/refusals.ts'
import { useHistoryState } from '#web/useHistoryState.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Form, FormActions, type FieldErrors } from '#web/ui/Form.tsx'
import { accounts } from '../calls.ts'
import { refusals } from '../messages.ts'
import { texts } from '../messages/screens.ts'
import { pathToReturn } from '../rules/comingBack.ts'
import { checkCredentials } from '../rules/forms.ts'
import { CredentialsFields } from './CredentialsFields.tsx'
import { useFieldErrors } from './formErrors.ts'
import { SENT_SHOWN, useMoment } from './useMoment.ts'

/** Sends a new verification link to a person who is not signed in, by e-mail and password; does not sign in. */
export function ResendForm(props: { email: string; onEmail: (email: string) => void; autoFocus?: boolean }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const fieldErrors = useFieldErrors()
  const { run, pending } = useCommand(accounts.resendVerificationTo)
  const { next } = useHistoryState()
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, showSent, hideSent] = useMoment(SENT_SHOWN)

  async function submit() {
    const { email } = props
    const wrong = checkCredentials({ email, password })
    hideSent()
    setErrors(fieldErrors(wrong))
    const incomplete = Boolean(wrong.email || wrong.password)
    setProblem(incomplete ? explain({ code: 'enterBoth' }) : null)
    if (incomplete) return
    const outcome = await run({ email, password, next: pathToReturn(next) })
    if (!outcome) return
    if (outcome.ok) showSent()
    else if (outcome.fields) setErrors(fieldErrors(outcome.fields))
    else setProblem(isFailure(outcome.code) ? joined(t.resend.failed, explain(outcome)) : explain(outcome))
  }

  return (
    <Form onSubmit={() => void submit()} errors={errors} pending={pending}>
      {problem && <Alert kind="problem">{problem}</Alert>}
      {sent && <Alert kind="success">{t.resend.sent}</Alert>}
      <CredentialsFields
        {...{ email: props.email, onEmail: props.onEmail, password }}
        onPassword={setPassword}
        autoFocus={props.autoFocus ?? false}
      />
      <FormActions>
        <Button type="submit" variant="primary" size="large" pending={pending} pendingLabel={t.resend.sending}>
          {t.resend.submit}
        </Button>
      </FormActions>
    </Form>
  )
}
