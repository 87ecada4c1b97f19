import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { becameSomeoneElse } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Form, FormActions, type FieldErrors } from '#web/ui/Form.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { accounts } from '../calls.ts'
import { refusals, signInRefusals } from '../messages.ts'
import { texts } from '../messages/screens.ts'
import { checkCredentials } from '../rules.ts'
import { CredentialsFields } from './CredentialsFields.tsx'
import { useFieldErrors } from './formErrors.ts'

export function SignInForm(props: { email: string; onEmail: (email: string) => void; autoFocus: boolean }) {
  const t = useTexts(texts)
  const explain = useRefusalText(signInRefusals, refusals)
  const fieldErrors = useFieldErrors()
  const navigate = useNavigate()
  const signIn = useCommand(accounts.signIn)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [entering, setEntering] = useState(false)
  const pending = signIn.pending || entering

  async function submit() {
    const { email } = props
    const wrong = checkCredentials({ email, password })
    setErrors(fieldErrors(wrong))
    setProblem(null)
    if (wrong.email || wrong.password) return
    const outcome = await signIn.run({ email, password })
    if (!outcome) return
    if (!outcome.ok) {
      if (outcome.fields) setErrors(fieldErrors(outcome.fields))
      else setProblem(outcome.code === 'unexpected' ? t.signIn.failed : explain(outcome))
      return
    }
    setEntering(true)
    await becameSomeoneElse()
    // an unverified person stays: the banner is shown now, in place of what the page before had achieved
    const stays = outcome.value.kind === 'unverified'
    await navigate(stays ? { to: '/login', replace: true, resetScroll: false } : { to: '/dashboard' })
    setEntering(false)
  }

  return (
    <Form onSubmit={() => void submit()} errors={errors} pending={pending}>
      {problem && <Alert kind="problem">{problem}</Alert>}
      <CredentialsFields
        {...{ email: props.email, onEmail: props.onEmail, password }}
        onPassword={setPassword}
        autoFocus={props.autoFocus}
      />
      <FormActions>
        <Button type="submit" variant="primary" size="large" pending={pending} pendingLabel={t.signIn.submitting}>
          {t.signIn.submit}
        </Button>
        <TextLink to="/forgot-password" className="grid min-h-control place-items-center sm:px-3">
          {t.signIn.toForgotPassword}
        </TextLink>
      </FormActions>
    </Form>
  )
}
