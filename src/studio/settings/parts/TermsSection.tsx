import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { settings } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { checkTerms, LONGEST_TERMS, type TermsForm } from '../rules.ts'
import { SectionForm } from './SectionForm.tsx'

export function TermsSection() {
  const t = useTexts(texts)
  return (
    <LiveAnswer query={settings.terms} input={{}} shape="text" failed={t.loadFailed}>
      {(terms) => <Terms saved={{ en: terms?.en ?? '', et: terms?.et ?? '' }} />}
    </LiveAnswer>
  )
}

function Terms({ saved }: { saved: TermsForm }) {
  const t = useTexts(texts)
  const { run, pending } = useCommand(settings.saveTerms)
  const form = useForm<TermsForm>({
    start: saved,
    saved,
    check: checkTerms,
    send: (typed, before) => run({ typed, before }),
    explain: useRefusalText(refusals),
    onDone: () => toast.success(t.saved),
  })
  return (
    <SectionForm {...{ form, pending }} title={t.names.terms}>
      <p className="text-muted">{t.termsHint}</p>
      <TextArea label={t.termsEn} rows={8} showCountOf={LONGEST_TERMS} {...form.field('en')} />
      <TextArea label={t.termsEt} rows={8} showCountOf={LONGEST_TERMS} {...form.field('et')} />
    </SectionForm>
  )
}
