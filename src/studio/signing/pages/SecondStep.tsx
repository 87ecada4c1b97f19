import { refusals as accountRefusals } from '#studio/accounts/messages.ts'
import { FormProblem } from '#web/FormProblem.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { OutsideLink } from '#web/ui/LinkButton.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { signing } from '../calls.ts'
import { signInRefusals, signInTexts } from '../messages/signIn.ts'

/** Form for the code, shown instead of the password form. */
export function SecondStep(props: {
  email: string
  ticket: string
  onEntered: (kind: string) => void
  onAgain: () => void
}) {
  const { step: t } = useTexts(signInTexts)
  const { required } = useTexts(words)
  const { supportEmail } = useStudio()
  const explain = useRefusalText(signInRefusals, accountRefusals)
  const { run, pending } = useCommand(signing.secondStep)
  const form = useForm({
    start: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? 'required' : undefined }),
    send: async ({ code }) => {
      const outcome = await run({ ticket: props.ticket, email: props.email, code })
      if (outcome?.ok) props.onEntered(outcome.value.kind)
      return outcome
    },
    explain: (refusal) => (refusal.code === 'required' ? required : explain(refusal)),
    onDone: () => {},
  })
  return (
    <Form {...form.props} pending={pending} label={t.title}>
      <h2 className="text-xl">{t.title}</h2>
      <TextField label={t.code} description={t.hint} autoComplete="one-time-code" autoFocus {...form.field('code')} />
      <FormProblem form={form} />
      <FormActions>
        <Button type="submit" variant="primary" size="large" pending={pending}>
          {t.submit}
        </Button>
        <Button size="large" variant="quiet" onPress={props.onAgain}>
          {t.again}
        </Button>
      </FormActions>
      <p className="text-sm text-muted">
        {t.lost} <OutsideLink href={`mailto:${supportEmail}`}>{supportEmail}</OutsideLink>
      </p>
    </Form>
  )
}
