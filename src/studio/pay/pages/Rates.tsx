import { useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useToday } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { FieldRow } from '#web/ui/Form.tsx'
import { MoneyField } from '#web/ui/NumberField.tsx'
import { Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/useForm.ts'
import { pay } from '../calls.ts'
import type { RateForm } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { checkRate } from '../rules.ts'

type Teacher = AnswerOf<typeof pay.rates>[number]

/** Each teacher's rates, with the day from which they apply. */
export function Rates() {
  const t = useTexts(texts)
  return (
    <Section title={t.rates}>
      <p className="max-w-prose text-muted">{t.ratesHint}</p>
      <LiveAnswer query={pay.rates} input={{}} failed={t.loadFailed}>
        {(teachers) =>
          teachers.length === 0 ? (
            <EmptyState small text={t.nobody} />
          ) : (
            <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4 shadow-card">
              {teachers.map((teacher) => (
                <OfTeacher key={teacher.accountId} teacher={teacher} />
              ))}
            </ul>
          )
        }
      </LiveAnswer>
    </Section>
  )
}

function OfTeacher({ teacher }: { teacher: Teacher }) {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-48 flex-1">
        <h3 className="text-base">{teacher.name}</h3>
        {teacher.rates.length === 0 && <p className="text-sm text-muted">{t.noRates}</p>}
        <ul>
          {teacher.rates.map((rate) => (
            <OneRate key={rate.id} rate={rate} />
          ))}
        </ul>
      </div>
      <Button size="small" aria-label={t.setRateOf(teacher.name)} onPress={() => setOpen(true)}>
        {t.setRate}
      </Button>
      {open && <RateDialog teacher={teacher} onClose={() => setOpen(false)} />}
    </li>
  )
}

function OneRate({ rate: { id, from, base, perHead, most } }: { rate: Teacher['rates'][number] }) {
  const t = useTexts(texts)
  const { dateOfYear, euros } = useFormats()
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(pay.removeRate)
  const since = dateOfYear(from)
  async function remove() {
    const outcome = await run({ rateId: id })
    if (outcome?.ok) toast.success(t.removed)
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <li className="flex flex-wrap items-center gap-x-2 text-sm tabular-nums">
      <span>
        {t.rate(since, euros(base), euros(perHead))}
        {most !== null && `, ${t.atMost(euros(most))}`}
      </span>
      <div className="max-sm:-ml-4">
        <Button
          size="small"
          variant="quiet"
          pending={pending}
          aria-label={t.removeRate(since)}
          onPress={() => void remove()}
        >
          {t.remove}
        </Button>
      </div>
    </li>
  )
}

function RateDialog({ teacher, onClose }: { teacher: Teacher; onClose: () => void }) {
  const t = useTexts(texts)
  const { run, pending } = useCommand(pay.setRate)
  const [last] = teacher.rates
  const form = useForm<RateForm>({
    start: {
      from: useToday(),
      base: last?.base ?? null,
      perHead: last?.perHead ?? 0,
      most: last?.most ?? null,
    },
    check: checkRate,
    send: (typed) => run({ accountId: teacher.accountId, ...typed }),
    explain: useRefusalText(refusals),
    onDone: () => {
      toast.success(t.saved)
      onClose()
    },
  })
  return (
    <FormDialog
      about={teacher.accountId}
      {...{ form, pending, onClose }}
      title={t.setRateOf(teacher.name)}
      description={t.setRateHint}
      submit={t.save}
    >
      <DateField label={t.from} required {...form.field('from')} />
      <FieldRow>
        <MoneyField label={t.base} required {...form.field('base')} />
        <MoneyField label={t.perHead} required {...form.field('perHead')} />
      </FieldRow>
      <MoneyField label={t.most} description={t.mostHint} {...form.field('most')} />
    </FormDialog>
  )
}
