import type { ReactNode } from 'react'
import { useWhyNotYet } from '#studio/accounts/parts/useWhyNotYet.ts'
import type { WaitingSlot } from '#studio/courses/parts/waitingSlot.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { useMay } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { waiting } from '../calls.ts'
import type { Kind } from '../rules.ts'
import { JoinButton } from './JoinButton.tsx'
import { WaitingLines } from './WaitingLines.tsx'

interface Props {
  readonly kind: Kind
  readonly children: (slot: WaitingSlot | undefined) => ReactNode
}

/** Provides the waiting-list elements of full classes or courses; undefined if waiting lists are off. */
export function Waiting(props: Props) {
  const { features } = useStudio()
  const member = useMay('see')
  return features.includes('waitingLists') && member ? <WithLists {...props} /> : props.children(undefined)
}

function WithLists({ kind, children }: Props) {
  const { rows, isFamily, state } = useFamilyRows(waiting.mine)
  const whyNot = useWhyNotYet()
  // while loading, the buttons stay as they are
  if (state !== 'ready') return children(undefined)
  const here = (id: string) => rows.filter((own) => own.kind === kind && own.id === id)
  // while a place is free for everybody, those who wait see that, and a skipped person sees why
  const lineOf = (id: string, full: boolean) =>
    here(id)
      .filter(
        ({ state, open, skipped }) =>
          state === 'offered' || (state === 'waiting' && (full || open || skipped !== null)),
      )
      // it may have been taken in another way since they were told
      .map((own) => ({ ...own, open: own.open && !full }))
  return children({
    holds: (id, personId) => here(id).some(({ state: is, person }) => is === 'offered' && person.personId === personId),
    inLine: (id, full) => lineOf(id, full).map(({ person }) => person.personId),
    lines: ({ id, full, of }, namedBy, take) => {
      const shown = lineOf(id, full).filter(({ person }) => of.some(({ personId }) => personId === person.personId))
      return shown.length === 0 ? null : (
        <WaitingLines own={shown} named={isFamily} namedBy={namedBy} onTake={take} free={!full} />
      )
    },
    join: ({ id, full, candidates, details }, namedBy) => {
      const inLine = lineOf(id, full).map(({ person }) => person.personId)
      const waits = (personId: string) => inLine.includes(personId)
      if (!full || candidates.every(({ person, whyNot: why }) => why !== undefined || waits(person.personId)))
        return null
      const isOf = (personId: string) => candidates.some(({ person }) => person.personId === personId)
      return (
        <JoinButton
          target={{ kind, id }}
          candidates={candidates}
          details={details}
          waits={waits}
          ended={here(id).filter((own) => own.state === 'expired' && isOf(own.person.personId))}
          isFamily={isFamily}
          namedBy={namedBy}
          whyNot={whyNot}
        />
      )
    },
  })
}
