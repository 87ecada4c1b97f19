import { registrations } from '#studio/registrations/calls.ts'
import { settings } from '#studio/settings/calls.ts'
import { refusals, texts } from '#studio/settings/messages.ts'
import type { Inclusion } from '#studio/settings/rules.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'

/** Says how many people a tick in the inclusion table concerns, before it is saved. */
export function InclusionQuestion(props: {
  inclusion: Inclusion
  title: string
  onDone: () => void
  onClose: () => void
}) {
  const { inclusion } = props
  const t = useTexts(texts)
  const live = useLive(registrations.inclusionEffect, inclusion)
  const explain = useRefusalText(refusals)
  if (live.state === 'loading') return null
  const known = live.state === 'ready' ? live.answer : null
  const asks = inclusion.included ? t.willBeIncluded : t.willLosePlaces
  return (
    <ConfirmCommand
      command={settings.setIncluded}
      input={inclusion}
      title={props.title}
      question={!known ? t.notCounted : known.people * known.classes === 0 ? t.concernsNobody : asks(known)}
      confirmLabel={inclusion.included ? t.include : t.takeOut}
      danger={!inclusion.included}
      explain={explain}
      onDone={props.onDone}
      onClose={props.onClose}
    />
  )
}
