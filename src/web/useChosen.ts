import { useRef, useState } from 'react'
import type { Done, Refusal } from '#kernel/result.ts'

type Outcome = Done<unknown> | Refusal

/** Shows a choice at once, until the saved value equals it: a command's response may arrive before the live answer. */
export function useChosen<T>(saved: T) {
  const [chosen, setChosen] = useState<{ readonly value: T; readonly isSaved: boolean } | null>(null)
  if (chosen?.isSaved && chosen.value === saved) setChosen(null)
  return {
    value: chosen ? chosen.value : saved,
    choose: (value: T) => setChosen({ value, isSaved: false }),
    // another choice may have been made while this one was being saved
    keep: (value: T) => setChosen((now) => (now?.value === value ? { value, isSaved: true } : now)),
    undo: () => setChosen(null),
  }
}

/**
 * Saves a choice as soon as it is made. A further choice waits for the running save, and the last one wins.
 * Choosing returns the outcome, or null where the first call will report it.
 */
export function useSavedChoice<T>(
  saved: T,
  save: (value: T) => Promise<Outcome | null>,
): [T, (value: T) => Promise<Outcome | null>] {
  const chosen = useChosen(saved)
  const latest = useRef<{ value: T } | null>(null)

  async function choose(value: T) {
    chosen.choose(value)
    const isBusy = latest.current !== null
    latest.current = { value }
    if (isBusy) return null
    let sent: T
    let outcome
    do {
      sent = latest.current.value
      outcome = await save(sent)
    } while (latest.current.value !== sent)
    latest.current = null
    if (outcome?.ok) chosen.keep(sent)
    else chosen.undo()
    return outcome
  }

  return [chosen.value, choose]
}
