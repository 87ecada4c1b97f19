import { useDancingPeople } from '#studio/families/parts/usePeople.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMe } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useNow, useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { payments } from '../calls.ts'
import { choiceRefusals, texts } from '../messages.ts'
import { isOpen, isOverdue, whyPayFirst } from '../rules.ts'

/**
 * Returns why a person may not book anything that costs money before paying; each person is counted separately, as on
 * the server.
 */
export function usePayFirst(): (personId: string) => string | undefined {
  const { kind } = useMe()
  const live = useLive(payments.mine, {})
  const explain = useRefusalText(choiceRefusals)
  const now = useNow()
  const limits = useStudio()
  return (personId) => {
    const theirs = live.state === 'ready' ? live.answer.filter(({ userId }) => userId === personId) : []
    const open = theirs.filter(isOpen)
    const overdue = open.filter((payment) => isOverdue(payment, now))
    const code = whyPayFirst(kind, { open: open.length, overdue: overdue.length }, limits)
    const params = { open: open.length, overdue: overdue.length, most: limits.mostOpenPayments }
    return code ? explain({ code, params }) : undefined
  }
}

/** Why nobody of the family can be booked, for a button's `whyDisabled`; undefined if somebody can be. */
export function useWhyPayFirst(): string | undefined {
  const payFirst = usePayFirst()
  const people = useDancingPeople().filter(({ rights }) => rights.canBook)
  const all = people.map(({ personId }) => payFirst(personId))
  return all.every((why) => why !== undefined) ? all[0] : undefined
}

/** Shows this above what is for sale, with a link to what is to be paid. */
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
