import type { ReactNode } from 'react'
import { useWhyNotRegister } from '#studio/accounts/parts/useWhyNotRegister.ts'
import type { WaitingSlot } from '#studio/courses/parts/waitingSlot.ts'
import { useLive } from '#web/live/useLive.ts'
import { useMay } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { waiting } from '../calls.ts'
import type { Kind } from '../rules.ts'
import { JoinButton, Standing } from './Standing.tsx'

interface Props {
  readonly kind: Kind
  readonly children: (slot: WaitingSlot | undefined) => ReactNode
}

/** Gives what full classes or courses show in place of their button; nothing where the studio has no waiting lists. */
export function Waiting(props: Props) {
  const { features } = useStudio()
  const member = useMay('see')
  return features.includes('waitingLists') && member ? <WithLists {...props} /> : props.children(undefined)
}

function WithLists({ kind, children }: Props) {
  const live = useLive(waiting.mine, {})
  const whyNot = useWhyNotRegister()
  // for a moment it is not known who waits: the buttons stay as they are
  if (live.state !== 'ready') return children(undefined)
  const byId = new Map(live.answer.filter((own) => own.kind === kind).map((own) => [own.id, own]))
  return children({
    holds: (id) => byId.get(id)?.state === 'offered',
    action: ({ id, full }, namedBy, take) => {
      const own = byId.get(id)
      if (own?.state === 'offered') return <Standing own={own} namedBy={namedBy} onTake={take} />
      // whose turn passed by reads why, also while a place is free
      if (own?.state === 'waiting' && (full || own.skipped))
        return <Standing own={own} namedBy={namedBy} onTake={take} free={!full} />
      if (!full) return null
      return <JoinButton own={own} target={{ kind, id }} namedBy={namedBy} whyNot={whyNot} />
    },
  })
}
