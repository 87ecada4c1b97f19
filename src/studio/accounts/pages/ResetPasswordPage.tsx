import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { becameSomeoneElse, endingHere } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useHistoryState } from '#web/useHistoryState.ts'
import { joined, useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Form, FormActions, type FieldErrors } from '#web/ui/Form.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { LoadingState } from '#web/ui/states.tsx'
import { accounts } from '../calls.ts'
import { refusals } from '../messages.ts'
import { texts } from '../messages/screens.ts'
import { checkNewPassword, MINIMUM_NEW_PASSWORD } from '../rules/forms.ts'
import { AccountFrame } from '../parts/AccountFrame.tsx'
import { BackToLogin } from './BackToLogin.tsx'
import { useFieldErrors } from '../parts/formErrors.ts'
import { DeadLink, deadLinkCode, type DeadLinkCode } from '../parts/DeadLink.tsx'
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx'
import { ResetLinkForm } from './ResetLinkForm.tsx'

/** The page that the link in the reset e-mail opens. */
export function ResetPasswordPage() {
  const { token = '', __TSR_key: entry } = useHistoryState()
  if (token === '') return <ForgotPasswordPage />
  // a link opened in the same tab resets the page
  return <NewPassword key={entry} token={token} />
}

function NewPassword({ token }: { token: string }) {
  const { reset } = useTexts(texts)
  const { loading } = useTexts(words)
  const [dead, setDead] = useState<DeadLinkCode | null>(null)
  const checked = useLinkCheck(token, setDead)
  const { name } = useStudio()
  if (dead) {
    return (
      <AccountFrame title={reset.deadTitle}>
        <DeadLink code={dead} />
        <p>{reset.newLink}</p>
        <ResetLinkForm />
        <BackToLogin />
      </AccountFrame>
    )
  }
  if (!checked) {
    return (
      <AccountFrame title={reset.first.title}>
        <LoadingState label={loading} shape="text" count={4} />
      </AccountFrame>
    )
  }
  const { first } = checked
  const head = first ? { ...reset.first, subtitle: reset.first.subtitle(name) } : reset
  return (
    <AccountFrame title={head.title} subtitle={head.subtitle}>
      <NewPasswordForm token={token} first={first} onDeadLink={setDead} />
    </AccountFrame>
  )
}

/**
 * Reports a dead link when the page opens, else whether it is for a first password. If the check fails, the form stays:
 * submitting it reports a dead link, too.
 */
function useLinkCheck(token: string, onDead: (code: DeadLinkCode) => void): { first: boolean } | null {
  const { run } = useCommand(accounts.checkResetLink)
  const [checked, setChecked] = useState<{ first: boolean } | null>(null)
  useEffect(() => {
    void run({ token }).then((outcome) => {
      if (outcome === null) return
      const dead = outcome.ok ? null : deadLinkCode(outcome.code)
      if (dead) onDead(dead)
      setChecked({ first: outcome.ok && outcome.value.first })
    })
  }, [run, token, onDead])
  return checked
}

function NewPasswordForm(props: { token: string; first: boolean; onDeadLink: (code: DeadLinkCode) => void }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const said = props.first ? t.reset.first : t.reset
  const fieldErrors = useFieldErrors()
  const navigate = useNavigate()
  const resetPassword = useCommand(accounts.resetPassword)
  const [password, setPassword] = useState('')
  const [confirmed, setConfirmed] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)
  const pending = resetPassword.pending || leaving

  async function submit() {
    const wrong = {
      password: checkNewPassword(password) ?? undefined,
      confirmPassword: confirmed === password ? undefined : 'passwordsDiffer',
    }
    setErrors(fieldErrors(wrong))
    setProblem(null)
    if (wrong.password || wrong.confirmPassword) return
    const outcome = await endingHere(resetPassword.run({ token: props.token, password }))
    if (!outcome) return
    if (!outcome.ok) {
      const dead = deadLinkCode(outcome.code)
      if (dead) props.onDeadLink(dead)
      else if (outcome.fields) setErrors(fieldErrors(outcome.fields))
      else setProblem(joined(said.failed, explain(outcome)))
      return
    }
    // the reset ended all sessions of the old password, including this tab's
    setLeaving(true)
    await becameSomeoneElse()
    await navigate({
      to: '/login',
      state: { notice: props.first ? 'passwordSet' : 'passwordChanged', email: outcome.value.email },
    })
  }

  return (
    <Form onSubmit={() => void submit()} errors={errors} pending={pending}>
      {problem && <Alert kind="problem">{problem}</Alert>}
      <PasswordField
        label={props.first ? t.fields.password : t.fields.newPassword}
        name="password"
        description={t.signUp.passwordHint(MINIMUM_NEW_PASSWORD)}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      <PasswordField
        label={t.fields.confirmPassword}
        name="confirmPassword"
        autoComplete="new-password"
        value={confirmed}
        onChange={setConfirmed}
      />
      <FormActions>
        <Button type="submit" variant="primary" size="large" pending={pending} pendingLabel={t.reset.saving}>
          {said.submit}
        </Button>
      </FormActions>
    </Form>
  )
}
