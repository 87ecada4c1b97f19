import { useState } from 'react'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import type { Live } from '#web/live/connection.ts'
import { retryLive, type AnyQuery } from '#web/live/useLive.ts'
import { useLives } from '#web/live/useLives.ts'
import type { FamilyPerson } from '../contract.ts'
import { askFor, useFamilyState, usePeople } from './usePeople.ts'

type RowOf<P> = AnswerOf<P> extends readonly (infer Row extends object)[] ? Row : never

/**
 * One live list for all of whom somebody sees what they have: each row with whose it is. The query takes the person as `personId`. Where
 * the family changes, what stood there stays until all of the new is known: a dialog that is open would be lost with it.
 */
export function useFamilyRows<P extends AnyQuery>(query: P) {
  const family = usePeople()
  const asked = family.map((person) => askFor(person) as InputOf<P>)
  const answers = useLives(query, asked)
  const known = useFamilyState()
  const now = { people: family, lives: answers }
  const isKnown = known.state === 'ready' && answers.every(({ state }) => state !== 'loading')
  const [last, setLast] = useState(isKnown ? now : null)
  if (isKnown && last?.lives !== answers) setLast(now)
  const { people, lives } = (isKnown ? null : last) ?? now
  const rowsOf = (person: FamilyPerson, live: Live<AnswerOf<P>> | undefined) =>
    live?.state === 'ready' ? (live.answer as readonly RowOf<P>[]).map((row) => ({ ...row, person })) : []
  return {
    people,
    /** Whether there is anybody but the one who is signed in. */
    isFamily: people.some(({ own }) => !own),
    rows: people.flatMap((person, index) => rowsOf(person, lives[index])),
    state: known.state === 'ready' ? stateOf(lives) : known.state,
    retry: () => {
      if (known.state === 'failed') known.retry()
      else asked.forEach((input) => retryLive(query, input))
    },
  }
}

function stateOf(lives: readonly Live<unknown>[]): 'loading' | 'ready' | 'failed' {
  if (lives.some(({ state }) => state === 'loading')) return 'loading'
  return lives.every(({ state }) => state === 'ready') ? 'ready' : 'failed'
}
