import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { payments } from '../calls.ts'
import { choiceRefusals, texts } from '../messages.ts'
import { isOpen, mustPayFirst } from '../rules.ts'

/** Why the person here can't book what is to be paid, for a button's `whyDisabled`; undefined when they can. */
export function useWhyPayFirst(): string | undefined {
  const { kind } = useMe()
  const live = useLive(payments.mine, {})
  const explain = useRefusalText(choiceRefusals)
  const open = live.state === 'ready' ? live.answer.filter(isOpen).length : 0
  const { mostOpenPayments: most } = useStudio()
  return mustPayFirst(kind, open, most) ? explain({ code: 'tooManyOpenPayments', params: { open, most } }) : undefined
}

/** Says so above what is for sale, and leads to what is to be paid. */
export function PayFirst() {
  const why = useWhyPayFirst()
  if (why === undefined) return null
  return (
    <Alert kind="warning" action={<ToDuePayments />}>
      {why}
    </Alert>
  )
}

export function ToDuePayments() {
  const t = useTexts(texts)
  return (
    <LinkButton to="/dashboard" hash="due-payments" size="small">
      {t.due}
    </LinkButton>
  )
}
