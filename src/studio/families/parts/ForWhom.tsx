import { useState, type ReactNode } from 'react'
import { useTexts } from '#web/language.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import type { Dancer } from '../contract.ts'
import { forWhomTexts } from '../messages/forWhom.ts'

/** Somebody for whom something may be booked, or why it can't be. */
export interface Candidate {
  readonly dancer: Dancer
  readonly whyNot: string | undefined
  /** What is said or asked of them once they are ticked. */
  readonly below?: ReactNode
}

/**
 * 'For whom?': those who can are offered, the others stand there with the reason. `chosen` are those who are ticked and
 * still can; the only one who can is ticked from the start.
 */
export function useForWhom(candidates: readonly Candidate[]) {
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const able = candidates.filter(({ whyNot }) => whyNot === undefined).map(({ dancer }) => dancer)
  const ticked = picked ?? (able.length === 1 ? able.map(({ personId }) => personId) : [])
  const chosen = able.filter(({ personId }) => ticked.includes(personId))
  const tick = (personId: string, on: boolean) =>
    setPicked(on ? [...ticked, personId] : ticked.filter((one) => one !== personId))
  return { chosen, tick }
}

/** The check boxes. */
export function ForWhom(props: {
  candidates: readonly Candidate[]
  chosen: readonly Dancer[]
  onTick: (personId: string, on: boolean) => void
}) {
  const t = useTexts(forWhomTexts)
  const ticked = new Set(props.chosen.map(({ personId }) => personId))
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-semibold">{t.forWhom}</legend>
      {props.candidates.map(({ dancer, whyNot, below }) => (
        <div key={dancer.personId} className="flex flex-col gap-2">
          <CheckboxField
            label={dancer.displayName}
            description={whyNot ?? (dancer.rights.pays ? undefined : t.paidByOthers)}
            disabled={whyNot !== undefined}
            checked={ticked.has(dancer.personId)}
            onChange={(on) => props.onTick(dancer.personId, on)}
          />
          {below && ticked.has(dancer.personId) && <div className="pb-2 pl-9">{below}</div>}
        </div>
      ))}
    </fieldset>
  )
}
