import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { toast } from '#web/ui/toast.ts'
import type { UpcomingEntry } from '../contract.ts'
import { texts } from '../messages.ts'

/** Offers a visitor the way to sign in, and from there to this class; undefined for others, or if it is not wanted. */
export function useSignInFirst({ id, className }: UpcomingEntry, wanted: boolean): (() => void) | undefined {
  const { thenBack } = useTexts(texts)
  const { toSignIn } = useTexts(words)
  const navigate = useNavigate()
  const visitor = useMe().kind === 'visitor'
  if (!visitor || !wanted) return undefined
  const onPress = () => void navigate({ to: '/login', state: { next: `/class/${id}` } })
  return () => void toast.passingProblem(thenBack(className), { label: toSignIn, onPress })
}
