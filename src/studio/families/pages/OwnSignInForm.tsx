import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { refusals as accountRefusals } from '#studio/accounts/messages.ts'
import { texts as accountTexts } from '#studio/accounts/messages/screens.ts'
import { checkNewPassword, MINIMUM_NEW_PASSWORD } from '#studio/accounts/rules/forms.ts'
import { FormProblem } from '#web/FormProblem.tsx'
import { useCommand } from '#web/commands.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { becameSomeoneElse } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextLink } from '#web/ui/LinkButton.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { toast } from '#web/ui/toast.ts'
import { families } from '../calls.ts'
import { refusals } from '../messages.ts'
import { invitationTexts } from '../messages/invitation.ts'

/** A child chooses a password, and is signed in. */
export function OwnSignInForm({ token, email }: { token: string; email: string }) {
  const t = useTexts(invitationTexts)
  const { signUp, fields } = useTexts(accountTexts)
  const { language } = useLanguage()
  const { terms } = useStudio()
  const navigate = useNavigate()
  const { run, pending } = useCommand(families.makeSignIn)
  const [leaving, setLeaving] = useState(false)
  const form = useForm({
    start: { password: '', confirmPassword: '', terms: false },
    check: ({ password, confirmPassword, terms: accepted }) => ({
      password: checkNewPassword(password) ?? undefined,
      confirmPassword: confirmPassword === password ? undefined : 'passwordsDiffer',
      terms: terms !== null && !accepted ? 'termsNotAccepted' : undefined,
    }),
    send: ({ password }) => run({ token, password, language, ...(terms !== null && { terms }) }),
    explain: useRefusalText(refusals, accountRefusals),
    onDone: () => void enter(),
  })

  async function enter() {
    setLeaving(true)
    await becameSomeoneElse()
    toast.success(t.welcome)
    await navigate({ to: '/dashboard' })
  }

  return (
    <Form {...form.props} pending={pending || leaving}>
      {/* so that a password manager knows whose it is */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={fields.newPassword}
        description={signUp.passwordHint(MINIMUM_NEW_PASSWORD)}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordField label={fields.confirmPassword} autoComplete="new-password" {...form.field('confirmPassword')} />
      {terms !== null && (
        <CheckboxField
          label={signUp.accept}
          name="terms"
          checked={form.fields.terms}
          onChange={(accepted) => form.set({ terms: accepted })}
          description={
            <TextLink to="/terms" target="_blank">
              {signUp.readTerms}
            </TextLink>
          }
        />
      )}
      <FormProblem form={form} />
      <FormActions>
        <Button type="submit" variant="primary" size="large" pending={pending || leaving} pendingLabel={t.saving}>
          {t.makeSignIn}
        </Button>
      </FormActions>
    </Form>
  )
}
