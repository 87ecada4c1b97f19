import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { useHistoryState } from '#web/useHistoryState.ts'
import { isFailure, joined, useRefusalText } from '#web/refusals.ts'
import { useStudio, useToday } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FieldRow, Form, FormActions, type FieldErrors } from '#web/ui/Form.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { accounts } from '../calls.ts'
import { refusals } from '../messages.ts'
import { texts } from '../messages/screens.ts'
import { pathToReturn } from '../rules/comingBack.ts'
import { checkSignUp, MINIMUM_PASSWORD } from '../rules/forms.ts'
import { useGivenEmail } from '../parts/useGivenEmail.ts'
import { missingCode, useFieldErrors, type WrongFields } from '../parts/formErrors.ts'

const nothingTyped = { displayName: '', familyName: '', dob: '', password: '', confirmPassword: '' }

export function SignUpForm() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const today = useToday()
  const explain = useRefusalText(refusals)
  const fieldErrors = useFieldErrors()
  const navigate = useNavigate()
  const signedIn = useMay('ownAccount')
  const { next, token } = useHistoryState()
  const { run, pending } = useCommand(accounts.signUp)
  const { terms, features } = useStudio()
  const [typed, setForm] = useState(nothingTyped)
  const [email, setEmail] = useGivenEmail()
  const form = { ...typed, email }
  const [accepted, setAccepted] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)

  const field = <Name extends keyof typeof nothingTyped>(name: Name) => ({
    name,
    value: form[name],
    onChange: (value: string) => setForm((form) => ({ ...form, [name]: value })),
  })

  function showWrong(wrong: WrongFields) {
    const missing = missingCode(wrong)
    setErrors(fieldErrors(wrong))
    setProblem(missing && explain({ code: missing }))
  }

  async function submit() {
    const { confirmPassword, ...person } = form
    const wrong = checkSignUp(person, today, features.includes('families'))
    if (confirmPassword === '') wrong.confirmPassword = 'fillRequired'
    else if (confirmPassword !== person.password) wrong.confirmPassword = 'passwordsDiffer'
    if (terms !== null && !accepted) wrong.terms = 'termsNotAccepted'
    showWrong(wrong)
    if (Object.keys(wrong).length > 0) return
    const outcome = await run({ ...person, language, ...(terms !== null && { terms }), next: pathToReturn(next) })
    if (!outcome) return
    if (outcome.ok) {
      // a signed-in person is redirected, past the place that would show this message
      if (signedIn) toast.success(t.signUp.done)
      return navigate({ to: '/login', state: { notice: 'signedUp', email, next, token } })
    }
    if (outcome.fields) showWrong(outcome.fields)
    else if (outcome.code === 'emailTaken') setErrors({ email: t.signUp.refused(explain(outcome)) })
    else if (outcome.code === 'unexpected') setProblem(t.signUp.unexpected)
    else
      setProblem(
        isFailure(outcome.code) ? joined(t.signUp.failed, explain(outcome)) : t.signUp.refused(explain(outcome)),
      )
  }

  return (
    <Form onSubmit={() => void submit()} errors={errors} pending={pending}>
      <p className="text-sm text-muted">{t.signUp.allRequired}</p>
      {features.includes('families') && <p className="text-sm text-muted">{t.signUp.forChild}</p>}
      <FieldRow>
        <TextField label={t.fields.name} autoComplete="given-name" {...field('displayName')} />
        <TextField label={t.fields.surname} autoComplete="family-name" {...field('familyName')} />
      </FieldRow>
      <DateField label={t.fields.dob} max={today} autoComplete="bday" {...field('dob')} />
      <TextField
        label={t.fields.email}
        type="email"
        autoComplete="username"
        name="email"
        value={email}
        onChange={setEmail}
      />
      <PasswordField
        label={t.fields.password}
        description={t.signUp.passwordHint(MINIMUM_PASSWORD)}
        autoComplete="new-password"
        {...field('password')}
      />
      <PasswordField label={t.fields.confirmPassword} autoComplete="new-password" {...field('confirmPassword')} />
      {terms !== null && (
        <CheckboxField
          label={t.signUp.accept}
          name="terms"
          checked={accepted}
          onChange={setAccepted}
          description={
            <TextLink to="/terms" target="_blank">
              {t.signUp.readTerms}
            </TextLink>
          }
        />
      )}
      {/* beside the button, because on a phone the top of the form is out of sight */}
      {problem && <Alert kind="problem">{problem}</Alert>}
      <FormActions>
        <Button type="submit" variant="primary" size="large" pending={pending} pendingLabel={t.signUp.submitting}>
          {t.signUp.submit}
        </Button>
      </FormActions>
    </Form>
  )
}
