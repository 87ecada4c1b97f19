import type { InputOf } from '#kernel/procedures.ts'
import { useTexts } from '#web/language.tsx'
import { useLives } from '#web/live/useLives.ts'
import { retryLive, type AnyQuery } from '#web/live/useLive.ts'
import type { Explain } from '#web/refusals.ts'
import { useFormats, useNow, useStudio } from '#web/studio.tsx'
import type { RadioCard } from '#web/ui/RadioCards.tsx'
import { registrations } from '../calls.ts'
import type { OwnMakeUp, UpcomingEntry } from '../contract.ts'

import { makeUpTexts } from '../messages/makeUps.ts'
import { makeUpMisfit, type MakeUpMisfit } from '../rules/makeUps.ts'

/** The facts of a class that decide whether a make-up class fits. */
type Judged = Pick<UpcomingEntry, 'startsAt' | 'categories'>

export interface JudgedMakeUp {
  readonly makeUp: OwnMakeUp
  readonly why: MakeUpMisfit | null
}

const MAKE_UP = 'makeUp '
/** A make-up class as a value among the ways to pay. */
export const asWay = ({ id }: Pick<OwnMakeUp, 'id'>): string => `${MAKE_UP}${id}`
/** Id of the make-up class in a way to pay, or null for any other way. */
export const makeUpOf = (way: string | null): string | null =>
  way?.startsWith(MAKE_UP) ? way.slice(MAKE_UP.length) : null

function useJudged(query: AnyQuery, inputs: readonly object[], entry: Judged | null) {
  const { features, timeZone } = useStudio()
  const now = useNow()
  const asked = features.includes('makeUpClasses') ? (inputs as InputOf<AnyQuery>[]) : []
  const lives = useLives(query, asked)
  const judge = (makeUp: OwnMakeUp): JudgedMakeUp => ({
    makeUp,
    why: entry && makeUpMisfit(makeUp, entry, now, timeZone),
  })
  const of = (at: number): JudgedMakeUp[] => {
    const live = lives[at]
    const judged = live?.state === 'ready' ? (live.answer as readonly OwnMakeUp[]).map(judge) : []
    return [...judged.filter(({ why }) => why === null), ...judged.filter(({ why }) => why !== null)]
  }
  return {
    loading: lives.some(({ state }) => state === 'loading'),
    failed: lives.some(({ state }) => state === 'failed' || state === 'refused'),
    retry: () => asked.forEach((input) => retryLive(query, input)),
    of,
  }
}

/**
 * The make-up classes of each of these people, with the reason if one doesn't fit the class; empty without the feature.
 */
export const useMakeUps = (inputs: readonly { personId?: string }[], entry: Judged | null) =>
  useJudged(registrations.makeUps, inputs, entry)

/** The same for another person, for staff. */
export const useMakeUpsOf = (userId: string, entry: Judged | null) =>
  useJudged(registrations.makeUpsOf, [{ userId }], entry)

export function useMakeUpCards(explain: Explain): (judged: readonly JudgedMakeUp[]) => RadioCard<string>[] {
  const t = useTexts(makeUpTexts)
  const formats = useFormats()
  return (judged) =>
    judged.map(({ makeUp, why }) => ({
      value: asWay(makeUp),
      title: t.one,
      detail: (
        <>
          {t.forClass(makeUp.className, formats.weekdayAndDay(makeUp.startsAt))} ·{' '}
          {t.validUntil(formats.date(makeUp.validUntil))}
        </>
      ),
      whyDisabled: why ? explain({ code: why }) : undefined,
    }))
}
