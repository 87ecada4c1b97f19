import { useState } from 'react'
import { isBlank } from '#kernel/visible.ts'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { words } from '#web/messages.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { ExportList } from '#web/ui/ExportList.tsx'
import { Section } from '#web/ui/Page.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/useForm.ts'
import { registrations } from '../calls.ts'
import type { LateCancellation } from '../contract.ts'
import { lateRefusals, lateTexts } from '../messages/late.ts'
import { makeUpTexts } from '../messages/makeUps.ts'
import { LONGEST_REASON } from '../rules.ts'

/** Late cancellations of a class, for staff, who may forgive them; nothing if there are none. */
export function LateCancellations({ scheduleId }: { scheduleId: string }) {
  const t = useTexts(lateTexts)
  const live = useLive(registrations.lateOf, { scheduleId })
  const [asked, setAsked] = useState<LateCancellation | null>(null)
  if (live.state !== 'ready' || live.answer.length === 0) return null
  return (
    <Section title={t.title} actions={<Export scheduleId={scheduleId} />}>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {live.answer.map((late) => (
          <Row key={late.id} late={late} onForgive={() => setAsked(late)} />
        ))}
      </ul>
      {asked && <ForgiveDialog late={asked} onClose={() => setAsked(null)} />}
    </Section>
  )
}

function Export({ scheduleId }: { scheduleId: string }) {
  const t = useTexts(lateTexts)
  const { name } = useTexts(words)
  const nameOf = useNameOf()
  const { costOf, whyOf } = useLateWords()
  const { moment } = useFormats()
  return (
    <ExportList
      fileName={t.exportName}
      query={registrations.lateOf}
      input={{ scheduleId }}
      columns={[
        { header: name, csv: nameOf },
        { header: t.cancelledColumn, csv: ({ at }) => moment(at) },
        { header: t.costColumn, csv: costOf },
        { header: t.forgiven, csv: ({ forgivenAt }) => (forgivenAt === null ? '' : moment(forgivenAt)) },
        { header: t.reason, csv: (late) => (late.forgivenAt === null ? '' : whyOf(late)) },
      ]}
    />
  )
}

/** What a late cancellation costs, and why it was forgiven. */
function useLateWords() {
  const t = useTexts(lateTexts)
  const { lostStaff } = useTexts(makeUpTexts)
  const money = ({ price }: LateCancellation) => (price === null ? lostStaff : t.stillDue(price))
  return {
    costOf: (late: LateCancellation) => (late.membershipName === null ? money(late) : t.stillUsed(late.membershipName)),
    whyOf: ({ reason }: LateCancellation) => (reason === '' ? t.forgivenByPlace : reason),
  }
}

function Row({ late, onForgive }: { late: LateCancellation; onForgive: () => void }) {
  const t = useTexts(lateTexts)
  const nameOf = useNameOf()
  const { stamp } = useFormats()
  const id = `late-${late.id}`
  const { costOf, whyOf } = useLateWords()
  return (
    <li aria-labelledby={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <span className="flex min-w-0 flex-col">
        <span id={id} className="font-semibold">
          {nameOf(late)}
        </span>
        <span className="text-sm text-muted">
          <Dotted>
            {t.cancelledAt(stamp(late.at))}
            {late.forgivenAt === null ? costOf(late) : whyOf(late)}
          </Dotted>
        </span>
      </span>
      {late.forgivenAt === null ? (
        <Button size="small" aria-describedby={id} onPress={onForgive}>
          {t.forgive}
        </Button>
      ) : (
        <Badge tone="good">{t.forgiven}</Badge>
      )}
    </li>
  )
}

function ForgiveDialog({ late, onClose }: { late: LateCancellation; onClose: () => void }) {
  const t = useTexts(lateTexts)
  const nameOf = useNameOf()
  const { run, pending } = useCommand(registrations.forgiveLate)
  const withCredit = useStudio().features.includes('statements')
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }) => ({ reason: isBlank(reason) ? 'reasonMissing' : undefined }),
    send: ({ reason }) => run({ lateId: late.id, reason }),
    explain: useRefusalText(lateRefusals),
    onDone: () => {
      toast.success(t.forgivenToast)
      onClose()
    },
  })
  return (
    <FormDialog
      about={late.id}
      {...{ form, pending, onClose }}
      size="small"
      title={t.forgiveTitle(nameOf(late))}
      submit={t.forgive}
    >
      <p className="text-muted">{withCredit ? t.forgiveHint : t.forgiveWithoutCredit}</p>
      <TextField label={t.reason} required maxLength={LONGEST_REASON} {...form.field('reason')} />
    </FormDialog>
  )
}
