import { useState } from 'react'
import { isIncluded } from '#studio/classes/rules.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { useFamilyRows } from '#studio/families/parts/useFamilyRows.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { useMoneyBack } from '#studio/payments/parts/useMoneyBack.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { words as common } from '#web/messages.ts'
import { isFailure, joined, useRefusalText } from '#web/refusals.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { registrations } from '../calls.ts'
import type { OwnRegistration } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { lateTexts } from '../messages/late.ts'
import { makeUpTexts } from '../messages/makeUps.ts'
import { useFocusBack } from './useFocusBack.ts'
import { useLateness } from './useLateness.ts'
import { usePlaceTexts } from './usePlaceTexts.ts'

/**
 * Asks for confirmation before cancelling a place, and says what happens to the class or the money. Stays open when the
 * place is given up elsewhere, and says so.
 */
export function CancelDialog({
  place,
  person,
  onClose,
}: {
  place: OwnRegistration
  /** The person whose place it is, if not the account holder. */
  person?: FamilyPerson | undefined
  onClose: () => void
}) {
  const t = useTexts(texts)
  const { euros } = useFormats()
  const explain = useRefusalText(refusals)
  const { when } = usePlaceTexts()
  const { run, pending } = useCommand(registrations.cancel)
  const [problem, setProblem] = useState<string | null>(null)
  const gone = useIsGone(place, person) && !pending
  const { close } = useTexts(common)
  const lateText = useTexts(lateTexts)
  const makeUpText = useTexts(makeUpTexts)
  const { lateHours, forgiveLate, classCategories } = useStudio()
  const me = useMe()
  const late = useLateness()(place)
  const title = late ? lateText.cancelLate : t.cancelRegistration
  const money = useMoneyBack()(place)
  const other = person?.own === false ? person.displayName : null
  const words =
    other === null
      ? { ...lateText, ...makeUpText, cancelMembership: t.cancelMembership }
      : {
          costsClass: lateText.costsClassOf,
          forgivenIf: lateText.forgivenIfOf,
          lost: makeUpText.lostOf,
          back: makeUpText.backStaff,
          cancelMembership: t.cancelMembershipOf,
        }
  // a place of one's own beside the one by category, which cancelling does not give up
  const { membershipCategory } = person ?? me
  const stays =
    isIncluded(classCategories, membershipCategory, place.categories) &&
    (other === null ? t.staysIncluded : t.staysIncludedOf(other))
  useFocusBack()

  const cancelPlace = async () => {
    setProblem(null)
    const outcome = await run({ scheduleId: place.scheduleId, acceptsLate: late, ...(person && askFor(person)) })
    if (!outcome) return
    if (!outcome.ok)
      return setProblem(isFailure(outcome.code) ? joined(t.cancellationFailed, explain(outcome)) : explain(outcome))
    const said = late ? [lateText.cancelled, stays] : [t.cancelled, money.credit, stays]
    toast.success(said.filter(Boolean).join(' '))
    onClose()
  }
  const paid = place.method === 'dropIn' && place.paymentStatus !== null && place.paymentStatus !== 'due'
  const costsMoney = paid ? lateText.costsPaid : lateText.costsDue
  const costs =
    place.method === 'makeUp'
      ? words.lost
      : place.membershipName === null
        ? place.price === null
          ? lateText.costsPayer
          : costsMoney(place.price)
        : words.costsClass(place.membershipName)
  return (
    <ConfirmDialog
      open
      title={other === null ? title : `${title}: ${other}`}
      message={
        other === null
          ? t.cancelQuestion(place.className, when(place))
          : t.cancelQuestionOf(other, place.className, when(place))
      }
      confirmLabel={title}
      cancelLabel={gone ? close : t.keepPlace}
      whyDisabled={gone ? t.placeGone : undefined}
      pending={pending}
      pendingLabel={t.cancelling}
      onConfirm={() => void cancelPlace()}
      onCancel={onClose}
    >
      {gone ? (
        <Alert kind="info" title={t.placeGone}>
          {t.placeGoneWhy}
        </Alert>
      ) : (
        <div className="flex flex-col gap-3">
          {!late && place.method === 'makeUp' && <p>{words.back}</p>}
          {!late && place.membershipName && <p>{words.cancelMembership(place.membershipName)}</p>}
          {!late && place.price !== null && <p>{t.cancelDropIn(euros(place.price))}</p>}
          {!late && money.credit && <p>{money.credit}</p>}
          {!late && money.ask && <p>{money.ask}</p>}
          {late && (
            <Alert kind="warning" title={costs}>
              {lateText.until(lateHours)} {forgiveLate && words.forgivenIf}
            </Alert>
          )}
          {stays && <p>{stays}</p>}
          {problem && (
            <Alert kind="problem" title={t.cancelFailed}>
              {problem}
            </Alert>
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}

/** Whether somebody else gave the place up meanwhile. */
function useIsGone({ scheduleId }: OwnRegistration, person: FamilyPerson | undefined): boolean {
  const { state, people, rows } = useFamilyRows(registrations.mine)
  const isTheirs = (whose: FamilyPerson) => (person ? whose.personId === person.personId : whose.own)
  const isHere = rows.some((row) => row.scheduleId === scheduleId && isTheirs(row.person))
  // of a person who is no longer in the family nothing is known
  return state === 'ready' && people.some(isTheirs) && !isHere
}
