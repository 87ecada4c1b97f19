import { useMe } from '#web/me.ts'
import { retryLive } from '#web/live/useLive.ts'
import { useLives } from '#web/live/useLives.ts'
import { useStudio } from '#web/studio.tsx'
import { families } from '../calls.ts'
import type { FamilyPerson } from '../contract.ts'
import { allRights, dancing } from '../rules.ts'

/**
 * Of whom the one who is signed in sees what they have: the own person first, then the children. Never empty for members;
 * without the feature, and until the family is known, the own person alone.
 */
export function usePeople(): readonly FamilyPerson[] {
  const me = useMe()
  const live = useFamily()
  if (me.userId === null) return []
  const family = live?.state === 'ready' ? live.answer : null
  return family && family.people.length > 0 ? family.people : [ownOf(me)]
}

/** Buttons must wait until it is ready: before, they would book for the guardian without asking for whom. */
export function useFamilyState(): { readonly state: 'loading' | 'ready' | 'failed'; readonly retry: () => void } {
  const state = useFamily()?.state ?? 'ready'
  return { state: state === 'refused' ? 'failed' : state, retry: () => retryLive(families.mine, {}) }
}

/** Undefined for visitors, and if the feature is off. */
function useFamily() {
  const { userId, kind } = useMe()
  const { features } = useStudio()
  const asks = userId !== null && kind !== 'unverified' && features.includes('families')
  const [live] = useLives(families.mine, asks ? [{}] : [])
  return live
}

/** People for whom something is offered: `usePeople` without those who don't dance. */
export const useDancingPeople = (): readonly FamilyPerson[] => dancing(usePeople())

const ownOf = (me: ReturnType<typeof useMe>): FamilyPerson => ({
  personId: me.userId ?? '',
  own: true,
  dances: true,
  displayName: me.displayName ?? '',
  familyName: me.familyName ?? '',
  dob: null,
  membershipCategory: me.membershipCategory,
  rights: allRights,
  signsIn: true,
  otherGuardians: [],
  othersBook: false,
  photos: null,
})

/** Input of a query about one person; empty for the caller. */
export const askFor = ({ own, personId }: Pick<FamilyPerson, 'own' | 'personId'>): { personId?: string } =>
  own ? {} : { personId }
