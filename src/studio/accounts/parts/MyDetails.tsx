import { FormProblem } from '#web/FormProblem.tsx'
import { LeaveQuestion } from '#web/LeaveQuestion.tsx'
import { useCommand } from '#web/commands.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useToday } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FieldRow, Form, FormActions } from '#web/ui/Form.tsx'
import { SelectField } from '#web/ui/SelectField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { accounts } from '../calls.ts'
import type { Details } from '../contract.ts'
import { refusals } from '../messages.ts'
import { ownRefusals, ownTexts } from '../messages/own.ts'
import { checkPerson } from '../rules/forms.ts'

/** The account's own details. */
export function MyDetails() {
  const t = useTexts(ownTexts)
  return (
    <LiveAnswer query={accounts.details} input={{}} shape="cards" count={1} failed={t.loadFailed} steady>
      {(saved) => <DetailsForm saved={saved} />}
    </LiveAnswer>
  )
}

const languages = ['et', 'en'] as const

function DetailsForm({ saved }: { saved: Details }) {
  const t = useTexts(ownTexts)
  const { save } = useTexts(words)
  const { choose } = useLanguage()
  const today = useToday()
  const { run, pending } = useCommand(accounts.saveDetails)
  const form = useForm<Details, Details>({
    start: saved,
    saved,
    check: (fields) => checkPerson(fields, today),
    send: (typed, before) => run({ typed, before }),
    savedAs: (details) => details,
    explain: useRefusalText(ownRefusals, refusals),
    onDone: () => {
      // saving another field must not switch the screen to the language of the e-mails
      if (form.fields.language !== saved.language) choose(form.fields.language)
      toast.success(t.saved)
    },
  })
  return (
    <Card>
      <Form {...form.props} pending={pending} label={t.title}>
        <FieldRow>
          <TextField label={t.name} required autoComplete="given-name" {...form.field('displayName')} />
          <TextField label={t.surname} required autoComplete="family-name" {...form.field('familyName')} />
        </FieldRow>
        <FieldRow>
          <TextField label={t.phone} type="tel" autoComplete="tel" description={t.phoneHint} {...form.field('phone')} />
          <DateField label={t.dob} required autoComplete="bday" max={today} {...form.field('dob')} />
        </FieldRow>
        <SelectField
          label={t.language}
          description={t.languageHint}
          options={languages.map((value) => ({ value, label: t.languages[value] }))}
          {...form.field('language')}
        />
        <FormProblem form={form} />
        <LeaveQuestion unsaved={form.unsaved} what={t.title} />
        <FormActions>
          <Button type="submit" variant="primary" pending={pending}>
            {save}
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}
