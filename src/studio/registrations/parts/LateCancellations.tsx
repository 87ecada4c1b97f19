import { useState } from 'react'
import { isBlank } from '#kernel/visible.ts'
import { useNameOf } from '#studio/accounts/parts/useNameOf.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Section } from '#web/ui/Page.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/useForm.ts'
import { registrations } from '../calls.ts'
import type { LateCancellation } from '../contract.ts'
import { lateRefusals, lateTexts } from '../messages/late.ts'
import { makeUpTexts } from '../messages/makeUps.ts'
import { LONGEST_REASON } from '../rules.ts'

/** Who cancelled a class late, for staff, who may forgive it; nothing where nobody has. */
export function LateCancellations({ scheduleId }: { scheduleId: string }) {
  const t = useTexts(lateTexts)
  const live = useLive(registrations.lateOf, { scheduleId })
  const [asked, setAsked] = useState<LateCancellation | null>(null)
  if (live.state !== 'ready' || live.answer.length === 0) return null
  return (
    <Section title={t.title}>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {live.answer.map((late) => (
          <Row key={late.id} late={late} onForgive={() => setAsked(late)} />
        ))}
      </ul>
      {asked && <ForgiveDialog late={asked} onClose={() => setAsked(null)} />}
    </Section>
  )
}

function Row({ late, onForgive }: { late: LateCancellation; onForgive: () => void }) {
  const t = useTexts(lateTexts)
  const nameOf = useNameOf()
  const { stamp } = useFormats()
  const id = `late-${late.id}`
  const { lostStaff } = useTexts(makeUpTexts)
  const money = late.price === null ? lostStaff : t.stillDue(late.price)
  const cost = late.membershipName === null ? money : t.stillUsed(late.membershipName)
  const why = late.reason === '' ? t.forgivenByPlace : late.reason
  return (
    <li aria-labelledby={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <span className="flex min-w-0 flex-col">
        <span id={id} className="font-semibold">
          {nameOf(late)}
        </span>
        <span className="text-sm text-muted">
          {t.cancelledAt(stamp(late.at))} · {late.forgivenAt === null ? cost : why}
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
    <FormDialog {...{ form, pending, onClose }} size="small" title={t.forgiveTitle(nameOf(late))} submit={t.forgive}>
      <p className="text-muted">{t.forgiveHint}</p>
      <TextField label={t.reason} required maxLength={LONGEST_REASON} {...form.field('reason')} />
    </FormDialog>
  )
}
