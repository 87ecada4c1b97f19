import { useState } from 'react'
import { isEmail } from '#kernel/email.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { isFailure, joined, useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Form, FormActions, type FieldErrors } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { accounts } from '../calls.ts'
import { refusals } from '../messages.ts'
import { texts } from '../messages/screens.ts'
import { normalEmail } from '../rules/forms.ts'
import { useFieldErrors } from '../parts/formErrors.ts'
import { useGivenEmail } from '../parts/useGivenEmail.ts'

/** Asks for a reset link, prefilled with the address typed on the previous screen. */
export function ResetLinkForm() {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const fieldErrors = useFieldErrors()
  const { run, pending } = useCommand(accounts.requestPasswordReset)
  const [email, setEmail] = useGivenEmail()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState(false)

  async function submit() {
    const typed = normalEmail(email)
    const wrong = typed === '' ? 'emailRequired' : isEmail(typed) ? undefined : 'invalidEmail'
    setErrors(fieldErrors({ email: wrong }))
    setProblem(null)
    setSent(false)
    if (wrong) return
    const outcome = await run({ email })
    if (!outcome) return
    if (outcome.ok) setSent(true)
    else if (outcome.fields) setErrors(fieldErrors(outcome.fields))
    else setProblem(isFailure(outcome.code) ? joined(t.forgot.failed, explain(outcome)) : explain(outcome))
  }

  return (
    <Form onSubmit={() => void submit()} errors={errors} pending={pending}>
      {problem && <Alert kind="problem">{problem}</Alert>}
      {sent && (
        <Alert kind="success" title={t.forgot.sent}>
          {t.forgot.sentHint}
        </Alert>
      )}
      <TextField
        label={t.fields.email}
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
      />
      <FormActions>
        <Button type="submit" variant="primary" size="large" pending={pending} pendingLabel={t.forgot.sending}>
          {t.forgot.submit}
        </Button>
      </FormActions>
    </Form>
  )
}
