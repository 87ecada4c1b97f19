import { useMe } from '#web/me.ts'
import { useLives } from '#web/live/useLives.ts'
import { useStudio } from '#web/studio.tsx'
import { families } from '../calls.ts'
import type { Dancer } from '../contract.ts'
import { allRights, dancing } from '../rules.ts'

/**
 * For whom the one who is signed in books and looks: the own person first, then the children. Never empty for members;
 * without the feature, and until the family is known, the own person alone.
 */
export function useDancers(): readonly Dancer[] {
  const me = useMe()
  const isMember = me.userId !== null && me.kind !== 'unverified'
  const { features } = useStudio()
  const asks = isMember && features.includes('families')
  const [live] = useLives(families.mine, asks ? [{}] : [])
  if (me.userId === null) return []
  const family = live?.state === 'ready' ? live.answer : null
  const dancers = family ? dancing(family.people, family.danceMyself) : []
  return dancers.length > 0 ? dancers : [ownOf(me)]
}

const ownOf = (me: ReturnType<typeof useMe>): Dancer => ({
  personId: me.userId ?? '',
  own: true,
  displayName: me.displayName ?? '',
  familyName: me.familyName ?? '',
  dob: null,
  membershipCategory: me.membershipCategory,
  rights: allRights,
  signsIn: true,
  otherGuardians: [],
  photos: null,
})

/** The input of a query about one person: nobody need be named for oneself. */
export const askFor = ({ own, personId }: Pick<Dancer, 'own' | 'personId'>): { personId?: string } =>
  own ? {} : { personId }
