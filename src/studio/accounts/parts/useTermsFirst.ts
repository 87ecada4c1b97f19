import { useRouter } from '@tanstack/react-router'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { mustAccept } from '../rules.ts'

/** Whether the person here has yet to accept the studio's terms as they stand. */
export function useMustAccept(): boolean {
  const { acceptedTerms } = useMe()
  const { terms } = useStudio()
  return mustAccept(terms, acceptedTerms)
}

/** For what books or buys: who has not accepted the studio's terms is led to them, and from there back to here. */
export function useTermsFirst(): (press: () => void) => () => void {
  const must = useMustAccept()
  const router = useRouter()
  const lead = () => void router.navigate({ to: '/terms', state: { next: router.state.location.href } })
  return (press) => (must ? lead : press)
}
