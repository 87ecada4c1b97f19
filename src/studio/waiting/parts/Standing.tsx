import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useWhyNotRegister } from '#studio/accounts/parts/useWhyNotRegister.ts'
import { memberships } from '#studio/memberships/calls.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { OwnWaiting } from '../contract.ts'
import { texts } from '../messages.ts'
import { TakeForMeDialog } from './TakeForMeDialog.tsx'
import { useUntil } from './useUntil.ts'
import { useWaitingCommands } from './useWaitingCommands.ts'

interface Props {
  readonly own: OwnWaiting
  /** The element that names what it is for. */
  readonly namedBy: string
  /** Opens the dialog in which a place is taken. */
  readonly onTake: () => void
  /** Whether somebody in line could take a place, as anybody could. */
  readonly free?: boolean
}

/** Where somebody stands who waits, with what they can do about it. */
export function Standing(props: Props) {
  return props.own.state === 'offered' ? <Offer {...props} /> : <InLine {...props} />
}

function Offer({ own, namedBy, onTake }: Props) {
  const t = useTexts(texts)
  const until = useUntil()
  const { decline, pending } = useWaitingCommands(own)
  return (
    <span className="flex flex-col items-start gap-2">
      <span role="status" className="text-sm font-semibold text-brand">
        {t.freeUntil(until(own.offeredUntil ?? 0))}
      </span>
      <span className="flex flex-wrap gap-2">
        <Button variant="primary" size="small" aria-describedby={namedBy} onPress={onTake}>
          {t.takeIt}
        </Button>
        <Button size="small" pending={pending} aria-describedby={namedBy} onPress={() => void decline()}>
          {t.noThanks}
        </Button>
      </span>
    </span>
  )
}

function InLine({ own, namedBy, onTake, free }: Props) {
  const t = useTexts(texts)
  const { leave, pending } = useWaitingCommands(own)
  return (
    <span className="flex flex-col items-start gap-2">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone="accent">
          <Hourglass aria-hidden="true" className="size-3.5" />
          {t.joined(own.position ?? 1)}
        </Badge>
        {free && (
          <Button variant="primary" size="small" aria-describedby={namedBy} onPress={onTake}>
            {t.takeIt}
          </Button>
        )}
        <Button size="small" pending={pending} aria-describedby={namedBy} onPress={() => void leave()}>
          {t.leave}
        </Button>
      </span>
      {own.skipped && <span className="text-sm text-muted">{t.skips[own.skipped]}</span>}
      {own.kind === 'class' && <TakeForMe own={own} namedBy={namedBy} />}
    </span>
  )
}

/** Only for whoever has a pass. */
function TakeForMe({ own, namedBy }: Pick<Props, 'own' | 'namedBy'>) {
  const t = useTexts(texts)
  const whyNot = useWhyNotRegister()
  const [open, setOpen] = useState(false)
  const live = useLive(memberships.mine, {})
  const passes = live.state === 'ready' ? live.answer : []
  const chosen = passes.find(({ id }) => id === own.takeWith)
  if (passes.length === 0) return null
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        whyDisabled={whyNot}
        aria-describedby={namedBy}
        onPress={() => setOpen(true)}
      >
        {chosen ? t.takesForMe(chosen.membershipName) : t.takeForMe}
      </Button>
      {open && <TakeForMeDialog own={own} passes={passes} onClose={() => setOpen(false)} />}
    </>
  )
}

/** For whoever does not wait, or whose offer has ended. */
export function JoinButton({
  own,
  target,
  namedBy,
  whyNot,
}: {
  own: OwnWaiting | undefined
  target: Pick<OwnWaiting, 'kind' | 'id'>
  namedBy: string
  whyNot: string | undefined
}) {
  const t = useTexts(texts)
  const { join, pending } = useWaitingCommands(target)
  return (
    <span className="flex flex-col items-start gap-2">
      {own?.state === 'expired' && <span className="text-sm text-muted">{t.ended}</span>}
      <Button
        size="small"
        pending={pending}
        whyDisabled={whyNot}
        aria-describedby={namedBy}
        onPress={() => void join()}
      >
        {t.join}
      </Button>
    </span>
  )
}
