import { useTexts } from '#web/language.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { texts } from '../messages/screens.ts'

const codes = ['linkUsed', 'linkExpired', 'linkUnknown'] as const
export type DeadLinkCode = (typeof codes)[number]

/** The code if it says why a link does not work; null for any other refusal. */
export const deadLinkCode = (code: string): DeadLinkCode | null => codes.find((known) => known === code) ?? null

/** Why a link from an e-mail no longer works. */
export function DeadLink(props: {
  code: DeadLinkCode
  /** Why a link may be unknown, instead of the usual text, which asks to open it again. */
  unknown?: string
  also?: string | undefined
}) {
  const { code, also } = props
  const { title, hint: usual } = useTexts(texts).link[code]
  const hint = code === 'linkUnknown' ? (props.unknown ?? usual) : usual
  return (
    <Alert kind="warning" title={title}>
      {hint} {also}
    </Alert>
  )
}
