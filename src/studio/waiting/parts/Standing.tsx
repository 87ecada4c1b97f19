import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useWhyNotRegister } from '#studio/accounts/parts/useWhyNotRegister.ts'
import type { Dancer } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { askFor } from '#studio/families/parts/useDancers.ts'
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

export type DancersWaiting = OwnWaiting & { readonly dancer: Dancer }

interface Props {
  readonly own: DancersWaiting
  /** Whether it says whose place it is, where somebody books for several people. */
  readonly named: boolean
  /** The element that names what it is for. */
  readonly namedBy: string
  /** Opens the dialog in which a place is taken. */
  readonly onTake: () => void
  /** Whether somebody in line could take a place, as anybody could. */
  readonly free?: boolean
}

/** Where somebody stands who waits, with what they can do about it. */
export function Standing(props: Props) {
  const { own, named } = props
  const standing = own.state === 'offered' ? <Offer {...props} /> : <InLine {...props} />
  if (!named) return standing
  return (
    <span role="group" aria-label={own.dancer.displayName}>
      {standing}
    </span>
  )
}

/** Why the one who looks can do nothing about it. */
function useWhyNot({ dancer }: DancersWaiting): string | undefined {
  const { cannotBook } = useTexts(forWhomTexts)
  return dancer.rights.canBook ? undefined : cannotBook
}

function Offer(props: Props) {
  const { own, namedBy, onTake } = props
  const { dancer } = own
  const t = useTexts(texts)
  const whyNot = useWhyNot(own)
  const until = useUntil()(own.offeredUntil ?? 0)
  const { decline, pending } = useWaitingCommands(own)
  return (
    <span className="flex flex-col items-start gap-2">
      <span role="status" className="text-sm font-semibold text-brand">
        {dancer.own ? t.freeUntil(until) : t.freeUntilOf(dancer.displayName, until)}
      </span>
      <span className="flex flex-wrap gap-2">
        <Button variant="primary" size="small" whyDisabled={whyNot} aria-describedby={namedBy} onPress={onTake}>
          {t.takeIt}
        </Button>
        <Button
          size="small"
          pending={pending}
          whyDisabled={whyNot}
          aria-describedby={namedBy}
          onPress={() => void decline()}
        >
          {t.noThanks}
        </Button>
      </span>
    </span>
  )
}

function InLine(props: Props) {
  const { own, namedBy, onTake, free } = props
  const { dancer, skipped } = own
  const t = useTexts(texts)
  const whyNot = useWhyNot(own)
  const place = own.position ?? 1
  const { leave, pending } = useWaitingCommands(own)
  return (
    <span className="flex flex-col items-start gap-2">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone="accent">
          <Hourglass aria-hidden="true" className="size-3.5" />
          {dancer.own ? t.joined(place) : t.joinedOf(dancer.displayName, place)}
        </Badge>
        {free && (
          <Button variant="primary" size="small" whyDisabled={whyNot} aria-describedby={namedBy} onPress={onTake}>
            {t.takeIt}
          </Button>
        )}
        <Button
          size="small"
          pending={pending}
          whyDisabled={whyNot}
          aria-describedby={namedBy}
          onPress={() => void leave()}
        >
          {t.leave}
        </Button>
      </span>
      {skipped && (
        <span className="text-sm text-muted">
          {dancer.own ? t.skips[skipped] : t.skipsOf[skipped](dancer.displayName)}
        </span>
      )}
      {own.kind === 'class' && whyNot === undefined && <TakeForMe own={own} namedBy={namedBy} />}
    </span>
  )
}

/** Only for whoever has a pass. */
function TakeForMe({ own, namedBy }: Pick<Props, 'own' | 'namedBy'>) {
  const t = useTexts(texts)
  const whyNot = useWhyNotRegister()
  const [open, setOpen] = useState(false)
  const live = useLive(memberships.mine, askFor(own.dancer))
  const passes = live.state === 'ready' ? live.answer : []
  const chosen = passes.find(({ id }) => id === own.takeWith)
  const { dancer } = own
  const ask = dancer.own ? t.takeForMe : t.takeFor(dancer.displayName)
  const takes = (pass: string) => (dancer.own ? t.takesForMe(pass) : t.takesFor(dancer.displayName, pass))
  if (passes.length === 0) return null
  return (
    <>
      <Button
        variant="quiet"
        flush="always"
        size="small"
        whyDisabled={whyNot}
        aria-describedby={namedBy}
        onPress={() => setOpen(true)}
      >
        {chosen ? takes(chosen.membershipName) : ask}
      </Button>
      {open && <TakeForMeDialog own={own} passes={passes} onClose={() => setOpen(false)} />}
    </>
  )
}
