import { useTexts } from '#web/language.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { texts } from '../messages/screens.ts'

const codes = ['linkUsed', 'linkExpired', 'linkUnknown'] as const
export type DeadLinkCode = (typeof codes)[number]

/** The code if it says why a link does not work; null for any other refusal. */
export const deadLinkCode = (code: string): DeadLinkCode | null => codes.find((known) => known === code) ?? null

/** Why a link from an e-mail no longer works. */
export function DeadLink({ code, also }: { code: DeadLinkCode; also?: string | undefined }) {
  const { title, hint } = useTexts(texts).link[code]
  return (
    <Alert kind="warning" title={title}>
      {hint} {also}
    </Alert>
  )
}
