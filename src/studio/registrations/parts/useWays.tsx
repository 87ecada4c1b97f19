import { memberships } from '#studio/memberships/calls.ts'
import { useWhyPayFirst } from '#studio/payments/parts/PayFirst.tsx'
import { priceFor } from '#studio/payments/rules.ts'
import { useTexts } from '#web/language.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useNow, useStudio } from '#web/studio.tsx'
import { Price } from '#web/ui/Price.tsx'
import type { RadioCard } from '#web/ui/RadioCards.tsx'
import type { UpcomingEntry } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { dropInPrice } from '../rules.ts'
import { DROP_IN, judgeMemberships, preselected } from './choice.ts'
import { asWay, useMakeUpCards, useMakeUps } from './useMakeUps.tsx'
import { useMembershipCards } from './useMembershipCards.tsx'

/** Query input for the account holder. */
const OWN = [{}]

/** The person's passes and make-up classes, judged for this class; `best` is null until all are known. */
export function useWays(entry: UpcomingEntry) {
  const live = useLive(memberships.mine, {})
  const makeUps = useMakeUps(OWN, entry)
  const now = useNow()
  const judged = judgeMemberships(live.state === 'ready' ? live.answer : [], entry, now)
  const judgedMakeUps = makeUps.of(0)
  const usableMakeUp = judgedMakeUps.find(({ why }) => why === null)
  const passesFailed = live.state === 'failed' || live.state === 'refused'
  const ready = live.state === 'ready' && !makeUps.loading && !makeUps.failed
  const best = usableMakeUp ? asWay(usableMakeUp.makeUp) : preselected(judged)
  return {
    judged,
    judgedMakeUps,
    ready,
    best: ready ? best : null,
    loading: live.state === 'loading' || makeUps.loading,
    failed: passesFailed || makeUps.failed,
    retry: () => {
      if (passesFailed) retryLive(memberships.mine, {})
      if (makeUps.failed) makeUps.retry()
    },
  }
}

/** Cards of the ways to register: what can be used first, then the fee, then what can't, each with the reason. */
export function useWayCards(entry: UpcomingEntry, ways: ReturnType<typeof useWays>): RadioCard<string>[] {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const passes = useMembershipCards(explain)(ways.judged)
  const makeUps = useMakeUpCards(explain)(ways.judgedMakeUps)
  const { dropInFee } = useStudio()
  const fee = {
    value: DROP_IN,
    title: t.dropInFee,
    detail: t.dropInDetail,
    aside: <Price cents={priceFor(dropInPrice(entry, dropInFee), false)} />,
    whyDisabled: useWhyPayFirst(),
  }
  const all = [...makeUps, ...passes]
  return [...all.filter((card) => !card.whyDisabled), fee, ...all.filter((card) => card.whyDisabled)]
}
