import { useRouter } from '@tanstack/react-router'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { mustAccept } from '../rules.ts'

/** Whether the signed-in person has yet to accept the current version of the studio's terms. */
export function useMustAccept(): boolean {
  const { acceptedTerms } = useMe()
  const { terms } = useStudio()
  return mustAccept(terms, acceptedTerms)
}

/**
 * Wraps a press that books or buys: a person who has not accepted the terms is sent to them first, and back
 * afterwards.
 */
export function useTermsFirst(): (press: () => void) => () => void {
  const must = useMustAccept()
  const router = useRouter()
  const lead = () => void router.navigate({ to: '/terms', state: { next: router.state.location.href } })
  return (press) => (must ? lead : press)
}
