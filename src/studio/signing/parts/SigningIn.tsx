import { useState } from 'react'
import { refusals as accountRefusals } from '#studio/accounts/messages.ts'
import { checkNewPassword, MINIMUM_NEW_PASSWORD } from '#studio/accounts/rules/forms.ts'
import { FormProblem } from '#web/FormProblem.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FieldRow, Form, FormActions } from '#web/ui/Form.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { signing } from '../calls.ts'
import type { Ways } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { checkNewAddress } from '../rules.ts'
import { Elsewhere } from './Elsewhere.tsx'
import { Passkeys } from './Passkeys.tsx'
import { TwoSteps } from './TwoSteps.tsx'

/** The user's ways to sign in, and how to change them. */
export function SigningIn() {
  const t = useTexts(texts)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <LiveAnswer query={signing.ways} input={{}} shape="cards" count={2} failed={t.loadFailed}>
      {(ways) => (
        <>
          <Card>
            <h3 className="text-lg">{t.address.title}</h3>
            <p className="break-words">{t.address.now(ways.email)}</p>
            {ways.pendingEmail !== null && <Alert kind="info">{t.address.pending(ways.pendingEmail)}</Alert>}
            <AddressForm ways={ways} />
          </Card>
          <Card>
            <h3 className="text-lg">{t.password.title}</h3>
            <Password changedAt={ways.passwordChangedAt} />
          </Card>
          <Card>
            <h3 className="text-lg">{t.passkeys.title}</h3>
            <Passkeys passkeys={ways.passkeys} hasPassword={ways.passwordChangedAt !== null} />
          </Card>
          <Elsewhere linked={ways.linked} hasPassword={ways.passwordChangedAt !== null} />
          {ways.twoSteps && (
            <Card>
              <h3 className="text-lg">{t.twoSteps.title}</h3>
              <TwoSteps {...ways.twoSteps} codes={codes} onCodes={setCodes} />
            </Card>
          )}
        </>
      )}
    </LiveAnswer>
  )
}

function AddressForm({ ways }: { ways: Ways }) {
  const { address: t } = useTexts(texts)
  const explain = useRefusalText(refusals, accountRefusals)
  const { run, pending } = useCommand(signing.askForAddress)
  const asks = ways.addressNeedsPassword
  const form = useForm({
    start: { email: '', password: '' },
    check: ({ email, password }) => ({
      email: checkNewAddress(email, ways.email),
      password: asks && password === '' ? 'passwordRequired' : undefined,
    }),
    send: (typed) => run(typed),
    explain,
    // the pending address is shown above
    onDone: ({ reset }) => reset(),
  })
  if (asks && ways.passwordChangedAt === null) return <p className="text-muted">{explain({ code: 'noPassword' })}</p>
  return (
    <Form {...form.props} pending={pending} label={t.title}>
      <TextField
        label={t.field}
        type="email"
        required
        autoComplete="email"
        description={t.hint}
        {...form.field('email')}
      />
      {asks && (
        <PasswordField
          label={t.ownPassword}
          required
          autoComplete="current-password"
          description={t.ownPasswordHint}
          {...form.field('password')}
        />
      )}
      <FormProblem form={form} />
      <FormActions>
        <Button type="submit" pending={pending} pendingLabel={t.sending}>
          {t.submit}
        </Button>
      </FormActions>
    </Form>
  )
}

function Password({ changedAt }: { changedAt: Ways['passwordChangedAt'] }) {
  const { password: t } = useTexts(texts)
  const { dayOfYear } = useFormats()
  if (changedAt === null) {
    return (
      <>
        <p>{t.none}</p>
        <FormActions>
          <LinkButton to="/reset-password">{t.choose}</LinkButton>
        </FormActions>
      </>
    )
  }
  return (
    <>
      <p className="text-muted">{t.changed(dayOfYear(changedAt))}</p>
      <PasswordForm />
    </>
  )
}

const empty = { password: '', newPassword: '', again: '' }

function PasswordForm() {
  const { password: t } = useTexts(texts)
  const { run, pending } = useCommand(signing.changePassword)
  // a fresh form after each success, without values and errors
  const [round, setRound] = useState(0)
  const form = useForm({
    start: empty,
    check: ({ password, newPassword, again }) => ({
      password: password === '' ? 'passwordRequired' : undefined,
      newPassword: checkNewPassword(newPassword) ?? undefined,
      again: again === newPassword ? undefined : 'passwordsDiffer',
    }),
    send: ({ password, newPassword }) => run({ password, newPassword }),
    explain: useRefusalText(refusals, accountRefusals),
    onDone: ({ reset }) => {
      reset()
      setRound(round + 1)
      toast.success(t.saved)
    },
  })
  return (
    <Form key={round} {...form.props} pending={pending} label={t.title}>
      <PasswordField label={t.current} required autoComplete="current-password" {...form.field('password')} />
      <FieldRow hint={t.hint(MINIMUM_NEW_PASSWORD)}>
        <PasswordField label={t.next} required autoComplete="new-password" {...form.field('newPassword')} />
        <PasswordField label={t.again} required autoComplete="new-password" {...form.field('again')} />
      </FieldRow>
      <FormProblem form={form} />
      <FormActions>
        <Button type="submit" pending={pending} pendingLabel={t.saving}>
          {t.submit}
        </Button>
      </FormActions>
    </Form>
  )
}
