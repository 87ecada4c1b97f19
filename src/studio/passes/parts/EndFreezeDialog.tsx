import { useTexts } from '#web/language.tsx'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { toast } from '#web/ui/toast.ts'
import { passes } from '../calls.ts'
import type { ComingClass, Freeze } from '../contract.ts'
import { freezeTexts, refusals } from '../messages.ts'
import { GivenBack } from './GivenBack.tsx'

/** Asks for confirmation and ends a freeze, for staff or the pass's owner. */
export function EndFreezeDialog(props: {
  freeze: Freeze
  coming: readonly ComingClass[]
  by: 'staff' | { readonly personId: string | undefined }
  onClose: () => void
}) {
  const { freeze, by, onClose } = props
  const t = useTexts(freezeTexts)
  const { dayOfYear } = useFormats()
  const end = freeze.endsAs ?? 0
  const given = props.coming.filter(({ startsAt }) => startsAt >= end)
  const input = { freezeId: freeze.id, scheduleIds: given.map(({ scheduleId }) => scheduleId) }
  const shared = {
    title: t.endTitle,
    question: t.endQuestion(dayOfYear(end)),
    confirmLabel: t.endFreeze,
    explain: useRefusalText(refusals),
    onDone: ({ validUntil }: { validUntil: number }) => toast.success(t.ended(dayOfYear(validUntil))),
    onClose,
    children: <GivenBack classes={given} title={t.afterEnd(given.length)} />,
  }
  return by === 'staff' ? (
    <ConfirmCommand {...shared} command={passes.endFreeze} input={input} />
  ) : (
    <ConfirmCommand
      {...shared}
      command={passes.endOwn}
      input={{ ...input, ...(by.personId !== undefined && { personId: by.personId }) }}
    />
  )
}
