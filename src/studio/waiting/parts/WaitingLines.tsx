import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { useTermsFirst } from '#studio/accounts/parts/useTermsFirst.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { askFor } from '#studio/families/parts/usePeople.ts'
import { memberships } from '#studio/memberships/calls.ts'
import type { OwnPurchase } from '#studio/memberships/contract.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { RowActions, ShortRow } from '#web/ui/RowActions.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { waiting } from '../calls.ts'
import type { OwnWaiting } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { TakeForMeDialog } from './TakeForMeDialog.tsx'
import { useUntil } from './useUntil.ts'
import { useWaitingCommands } from './useWaitingCommands.ts'

export type PersonsWaiting = OwnWaiting & { readonly person: FamilyPerson }

interface Props {
  readonly own: PersonsWaiting
  /** Id of the element with the name of the class or course. */
  readonly namedBy: string
  /** Opens the dialog for taking a place. */
  readonly onTake: () => void
  /** Whether a place is free for everybody. */
  readonly free?: boolean
}

/** A line for each waiting person: their position, and their buttons at its end. */
export function WaitingLines(props: {
  own: readonly PersonsWaiting[]
  /** Whether to show the person's name, if the user books for several people. */
  named: boolean
  namedBy: string
  onTake: (person: FamilyPerson) => void
  free: boolean
}) {
  const { title } = useTexts(texts)
  const { own, named, namedBy, onTake, free } = props
  return (
    <ul aria-label={title} aria-describedby={namedBy} className="flex grow basis-full flex-col divide-y divide-line">
      {own.map((one) => (
        <li
          key={one.person.personId}
          {...(named && { 'aria-label': one.person.displayName })}
          className="flex flex-wrap items-center gap-x-2 gap-y-1 py-2 first:pt-0 last:pb-0"
        >
          <WhereInLine own={one} />
          {/* a text at the end is aligned with the end of the line */}
          <span className="ml-auto flex flex-wrap items-center justify-end gap-x-2">
            <WaitingButtons own={one} namedBy={namedBy} onTake={() => onTake(one.person)} free={free} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The position in the line, or the end of the offer; `whose` shows the name if it isn't shown elsewhere. */
export function WhereInLine({ own, whose = true }: Pick<Props, 'own'> & { whose?: boolean }) {
  const { person, skipped } = own
  const t = useTexts(texts)
  const { who } = useTexts(forWhomTexts)
  const until = useUntil()(own.offeredUntil ?? 0)
  const place = own.position ?? 1
  if (own.state === 'expired') {
    return (
      <span className="text-sm text-muted">{person.own || !whose ? t.ended : who(person.displayName, t.ended)}</span>
    )
  }
  if (own.state === 'offered') {
    return (
      <span role="status" className="text-sm font-semibold text-brand">
        {person.own ? t.freeUntil(until) : t.freeUntilOf(person.displayName, until)}
      </span>
    )
  }
  if (own.open) {
    return (
      <span role="status" className="text-sm font-semibold text-brand">
        {person.own || !whose ? t.open : who(person.displayName, t.open)}
      </span>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone="accent">
        <Hourglass aria-hidden="true" className="size-3.5 max-sm:hidden" />
        {person.own ? t.joined(place) : whose ? t.joinedOf(person.displayName, place) : t.inLine(place)}
      </Badge>
      {skipped && (
        <span className="text-sm text-muted">
          {person.own ? t.skips[skipped] : t.skipsOf[skipped](person.displayName)}
        </span>
      )}
    </span>
  )
}

/** The buttons of a waiting person. On a phone 'Leave' is behind ⋯ if a pass can take the place, to save a line. */
export function WaitingButtons({ own, namedBy, onTake, free = false }: Props) {
  const t = useTexts(texts)
  const { cannotBook } = useTexts(forWhomTexts)
  const termsFirst = useTermsFirst()
  const { leave, pending } = useWaitingCommands(own)
  const [declining, setDeclining] = useState(false)
  const live = useLive(memberships.mine, askFor(own.person))
  const whyNot = own.person.rights.canBook ? undefined : cannotBook
  const offered = own.state === 'offered'
  const takeable = !offered && !own.open && own.kind === 'class' && whyNot === undefined
  const passes = takeable && live.state === 'ready' ? live.answer : []
  const [label, onPress] = offered ? [t.noThanks, () => setDeclining(true)] : [t.leave, () => void leave()]
  if (own.state === 'expired') return null
  return (
    <>
      <span className={passes.length > 0 ? 'max-sm:hidden' : 'last:-mr-4'}>
        <Button
          variant="quiet"
          size="small"
          pending={pending}
          whyDisabled={whyNot}
          aria-describedby={namedBy}
          onPress={onPress}
        >
          {label}
        </Button>
      </span>
      {passes.length > 0 && <TakeForMe own={own} passes={passes} namedBy={namedBy} />}
      {(offered || free) && (
        <Button
          variant="primary"
          size="small"
          whyDisabled={whyNot}
          aria-describedby={namedBy}
          onPress={termsFirst(onTake)}
        >
          {t.takeIt}
        </Button>
      )}
      {declining && <DeclineDialog own={own} onClose={() => setDeclining(false)} />}
      {passes.length > 0 && (
        <span className="-mr-3 sm:hidden">
          <ShortRow value>
            <RowActions
              name={`${own.name}, ${own.person.displayName}`}
              actions={[{ label, onPress, whyNot, pending }]}
            />
          </ShortRow>
        </span>
      )}
    </>
  )
}

/** Asks for confirmation: the place goes to the next person at once, which can't be undone. */
function DeclineDialog({ own, onClose }: { own: PersonsWaiting; onClose: () => void }) {
  const t = useTexts(texts)
  const { kind, id, name, person } = own
  return (
    <ConfirmCommand
      command={waiting.decline}
      input={{ kind, id, ...askFor(person) }}
      title={t.declineTitle(name)}
      question={person.own ? t.declineQuestion : t.declineQuestionOf(person.displayName)}
      confirmLabel={t.noThanks}
      cancelLabel={t.keep}
      explain={useRefusalText(refusals)}
      onDone={() => toast.success(t.declined)}
      onClose={onClose}
    />
  )
}

/** Only for people with a pass. */
function TakeForMe({ own, passes, namedBy }: Pick<Props, 'own' | 'namedBy'> & { passes: readonly OwnPurchase[] }) {
  const t = useTexts(texts)
  const termsFirst = useTermsFirst()
  const [open, setOpen] = useState(false)
  const chosen = passes.find(({ id }) => id === own.takeWith)
  const { person } = own
  const ask = person.own ? t.takeForMe : t.takeFor(person.displayName)
  const takes = (pass: string) => (person.own ? t.takesForMe(pass) : t.takesFor(person.displayName, pass))
  return (
    <>
      <Button size="small" aria-describedby={namedBy} onPress={termsFirst(() => setOpen(true))}>
        {chosen ? takes(chosen.membershipName) : ask}
      </Button>
      {open && <TakeForMeDialog own={own} passes={passes} onClose={() => setOpen(false)} />}
    </>
  )
}
