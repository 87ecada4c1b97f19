import { useState } from 'react'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { waiting } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import type { Target } from '../rules.ts'

/** 'You are 3rd', or the same about a child. */
function usePlaceOf() {
  const t = useTexts(texts)
  return ({ own, displayName }: FamilyPerson, place: number) => (own ? t.joined(place) : t.joinedOf(displayName, place))
}

/** Joins for one or several people, each separately; returns why it failed, or null. */
export function useJoin({ kind, id }: Target, named: boolean) {
  const { untilThen } = useTexts(texts)
  const { who } = useTexts(forWhomTexts)
  const placeOf = usePlaceOf()
  const explain = useRefusalText(refusals)
  const { run } = useCommand(waiting.join)
  const [pending, setPending] = useState(false)
  const join = async (people: readonly FamilyPerson[]): Promise<string | null> => {
    const said = ({ displayName }: FamilyPerson, text: string) => (named ? who(displayName, text) : text)
    const joined: string[] = []
    const problems: string[] = []
    setPending(true)
    for (const person of people) {
      // one after the other, so that they are in the given order
      const outcome = await run({ kind, id, takeWith: null, ...askFor(person) })
      if (outcome?.ok) joined.push(placeOf(person, outcome.value.position))
      else if (outcome) problems.push(said(person, explain(outcome)))
    }
    setPending(false)
    const told = people.every(({ rights }) => rights.getsNotices) && untilThen
    if (joined.length > 0) toast.success([joined.join(' · '), told].filter(Boolean).join('. '))
    return problems.length > 0 ? problems.join(' ') : null
  }
  return { pending, join }
}

/** Leaves the list at once, with an undo. */
export function useWaitingCommands(own: Target & { readonly person: FamilyPerson; readonly takeWith: string | null }) {
  const { kind, id, person, takeWith } = own
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const placeOf = usePlaceOf()
  const join = useCommand(waiting.join)
  const leave = useCommand(waiting.leave)
  const target = { kind, id, ...askFor(person) }
  const undo = async () => {
    const outcome = await join.run({ ...target, takeWith })
    if (outcome?.ok) toast.success(placeOf(person, outcome.value.position))
    else if (outcome) toast.problem(explain(outcome))
  }
  return {
    pending: leave.pending,
    leave: async () => {
      const outcome = await leave.run(target)
      const left = person.own ? t.left : t.leftOf(person.displayName)
      if (outcome?.ok) toast.success(left, { label: t.undo, onPress: () => void undo() })
      else if (outcome) toast.problem(explain(outcome))
    },
  }
}
