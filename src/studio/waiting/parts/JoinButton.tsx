import { useState, type ReactNode } from 'react'
import { useTermsFirst } from '#studio/accounts/parts/useTermsFirst.ts'
import type { FamilyPerson } from '#studio/families/contract.ts'
import { forWhomTexts } from '#studio/families/messages/forWhom.ts'
import { ForWhom, useForWhom, type Candidate } from '#studio/families/parts/ForWhom.tsx'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { refusals, texts } from '../messages.ts'
import type { Target } from '../rules.ts'
import { useJoin } from './useWaitingCommands.ts'

interface Props {
  readonly target: Target
  /** People for whom the user books, with the reason if they can't wait. */
  readonly candidates: readonly Candidate[]
  /** Name and time of the class or course. */
  readonly details: ReactNode
  readonly waits: (personId: string) => boolean
  /** People whose offer has expired. */
  readonly ended: readonly { readonly person: FamilyPerson }[]
  readonly isFamily: boolean
  readonly namedBy: string
  readonly whyNot: string | undefined
}

/** For people who don't wait, or whose offer has expired; asks who if there are several. */
export function JoinButton(props: Props) {
  const { target, candidates, waits, ended, isFamily, namedBy, whyNot } = props
  const t = useTexts(texts)
  const { who } = useTexts(forWhomTexts)
  const { join, pending } = useJoin(target, isFamily)
  const [asking, setAsking] = useState(false)
  const termsFirst = useTermsFirst()
  const press = async () => {
    if (candidates.length > 1) return setAsking(true)
    const problem = await join(candidates.map(({ person }) => person))
    if (problem) toast.problem(problem)
  }
  const able = candidates.filter((one) => one.whyNot === undefined && !waits(one.person.personId))
  const others = able.length === 1 && able[0] ? t.joinAlso(able[0].person.displayName) : t.joinAnother
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      {ended.map(({ person }) => (
        <span key={person.personId} className="text-sm text-muted">
          {isFamily ? who(person.displayName, t.ended) : t.ended}
        </span>
      ))}
      <Button
        size="small"
        pending={pending}
        whyDisabled={whyNot}
        aria-describedby={namedBy}
        onPress={termsFirst(() => void press())}
      >
        {candidates.some(({ person }) => waits(person.personId)) ? others : t.join}
      </Button>
      {asking && <JoinDialog {...props} onClose={() => setAsking(false)} />}
    </span>
  )
}

/** Asks who is to wait; each person waits separately. */
function JoinDialog({ target, candidates, details, waits, isFamily, onClose }: Props & { onClose: () => void }) {
  const t = useTexts(texts)
  const { chooseWhom } = useTexts(forWhomTexts)
  const { cancel } = useTexts(words)
  const explain = useRefusalText(refusals)
  const { join, pending } = useJoin(target, isFamily)
  const all = candidates.map((one) =>
    waits(one.person.personId) && !pending ? { ...one, whyNot: explain({ code: 'alreadyWaiting' }) } : one,
  )
  const { chosen, tick } = useForWhom(all)
  const [problem, setProblem] = useState<string | null>(null)
  const wait = async () => {
    const why = await join(chosen)
    setProblem(why)
    if (why === null) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.join}
      description={details}
      pending={pending}
      footer={
        <>
          <Button
            variant="primary"
            pending={pending}
            whyDisabled={chosen.length === 0 ? chooseWhom : undefined}
            onPress={() => void wait()}
          >
            {t.join}
          </Button>
          <Button variant="quiet" disabled={pending} onPress={onClose}>
            {cancel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ForWhom candidates={all} chosen={chosen} onTick={tick} />
        {problem && <Alert kind="problem" title={problem} />}
      </div>
    </Dialog>
  )
}
