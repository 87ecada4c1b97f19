import { useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { becameSomeoneElse } from '#web/me.ts'
import { useHistoryState } from '#web/useHistoryState.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Form, FormActions, type FieldErrors } from '#web/ui/Form.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { accounts } from '#studio/accounts/calls.ts'
import { refusals, signInRefusals } from '#studio/accounts/messages.ts'
import { texts } from '#studio/accounts/messages/screens.ts'
import { checkCredentials } from '#studio/accounts/rules/forms.ts'
import { CredentialsFields } from '#studio/accounts/parts/CredentialsFields.tsx'
import { useFieldErrors } from '#studio/accounts/parts/formErrors.ts'
import { signInRefusals as stepRefusals, signInTexts } from '../messages/signIn.ts'
import { ContinueElsewhere } from '../parts/ContinueElsewhere.tsx'
import { usePasskeySignIn } from './usePasskeySignIn.ts'

// loaded lazily, as few users have a second step
const SecondStep = lazy(() => import('./SecondStep.tsx').then(({ SecondStep }) => ({ default: SecondStep })))

export function SignInForm(props: { email: string; onEmail: (email: string) => void; autoFocus: boolean }) {
  const t = useTexts(texts)
  const own = useTexts(signInTexts)
  const explain = useRefusalText(signInRefusals, refusals, stepRefusals)
  const fieldErrors = useFieldErrors()
  const navigate = useNavigate()
  const { history } = useRouter()
  const signIn = useCommand(accounts.signIn)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [entering, setEntering] = useState(false)
  const pending = signIn.pending || entering
  const { next, token, ticket: given } = useHistoryState()
  const [ticket, setTicket] = useState<string | null>(given ?? null)

  const passkey = usePasskeySignIn((outcome) => {
    setProblem(outcome.ok ? null : explain(outcome))
    if (outcome.ok) void enter(outcome.value.kind)
  })

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
    const { kind, ticket } = outcome.value
    if (kind === 'secondStep') setTicket(ticket ?? '')
    else await enter(kind)
  }

  async function enter(kind: string) {
    setEntering(true)
    await becameSomeoneElse()
    // an unverified user stays here: show the banner instead of the success message of the previous page
    const stays = kind === 'unverified'
    if (stays)
      await navigate({ to: '/login', state: { email: props.email, next, token }, replace: true, resetScroll: false })
    else if (next) history.push(next, { token })
    else await navigate({ to: '/dashboard' })
    setEntering(false)
  }

  if (ticket !== null) {
    const again = () => {
      setTicket(null)
      setPassword('')
    }
    return (
      <Suspense>
        <SecondStep email={props.email} ticket={ticket} onEntered={(kind) => void enter(kind)} onAgain={again} />
      </Suspense>
    )
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
        <TextLink
          to="/forgot-password"
          state={{ email: props.email }}
          className="grid min-h-control place-items-center sm:px-3"
        >
          {t.signIn.toForgotPassword}
        </TextLink>
      </FormActions>
      <div className="flex flex-col gap-3">
        <Button wide pending={passkey.pending} onPress={passkey.press}>
          {own.passkey}
        </Button>
        <ContinueElsewhere wide />
      </div>
    </Form>
  )
}
