import { useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import { useTexts } from '#web/language.tsx'
import { FieldNotes, noteIds } from '#web/ui/fieldParts.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { classes } from '#web/ui/classes.ts'
import type { FamilyPerson } from '../contract.ts'
import { forWhomTexts } from '../messages/forWhom.ts'

/** A person for whom something may be booked, or why not. */
export interface Candidate {
  readonly person: FamilyPerson
  readonly whyNot: string | undefined
  /** Shown below a person who is ticked. */
  readonly below?: ReactNode
}

/**
 * 'For whom?': people who can be booked are offered, the others are shown with the reason. `chosen` are the ticked
 * people who still can be; the only possible person, or the one in `first`, is ticked at the start. `isSaid` shows a
 * message at the boxes (through `handle`) if nobody is chosen; `clear` resets the choice.
 */
export function useForWhom(candidates: readonly Candidate[], first: readonly string[] | null = null) {
  const [picked, setPicked] = useState(first)
  const able = candidates.filter(({ whyNot }) => whyNot === undefined).map(({ person }) => person)
  const ticked = picked ?? (able.length === 1 ? able.map(({ personId }) => personId) : [])
  const chosen = able.filter(({ personId }) => ticked.includes(personId))
  const tick = (personId: string, on: boolean) =>
    setPicked(on ? [...ticked, personId] : ticked.filter((one) => one !== personId))
  const handle = useRef<AsksWhom>(null)
  const isSaid = () => {
    if (candidates.length > 0 && chosen.length === 0) handle.current?.ask()
    return candidates.length === 0 || chosen.length > 0
  }
  const clear = () => setPicked(first)
  return { chosen, tick, handle, isSaid, clear }
}

/** Shows the message when the form is submitted with nobody chosen. */
interface AsksWhom {
  ask: () => void
}

/** The check boxes. */
export function ForWhom(props: {
  handle?: Ref<AsksWhom>
  candidates: readonly Candidate[]
  chosen: readonly FamilyPerson[]
  onTick: (personId: string, on: boolean) => void
}) {
  const t = useTexts(forWhomTexts)
  const id = useId()
  const field = useRef<HTMLFieldSetElement>(null)
  const [asked, setAsked] = useState(false)
  useImperativeHandle(props.handle, () => ({
    ask: () => {
      setAsked(true)
      field.current?.querySelector<HTMLInputElement>('input:enabled')?.focus()
    },
  }))
  const error = asked && props.chosen.length === 0 ? t.chooseWhom : undefined
  const ticked = new Set(props.chosen.map(({ personId }) => personId))
  return (
    <fieldset ref={field} aria-describedby={noteIds(id, undefined, error)} className="flex flex-col gap-1">
      <legend className="mb-1 font-semibold">{t.forWhom}</legend>
      <FieldNotes id={id} description={undefined} error={error} />
      {props.candidates.map(({ person, whyNot, below }) => {
        const description = whyNot ?? (person.rights.pays ? undefined : t.paidByOthers)
        return (
          <div key={person.personId} className="flex flex-col">
            <CheckboxField
              label={person.displayName}
              description={description}
              disabled={whyNot !== undefined}
              checked={ticked.has(person.personId)}
              onChange={(on) => props.onTick(person.personId, on)}
            />
            {below && ticked.has(person.personId) && (
              // under the name, whose line is higher than its text
              <div className={classes('pb-2 pl-9', description === undefined && '-mt-2')}>{below}</div>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
