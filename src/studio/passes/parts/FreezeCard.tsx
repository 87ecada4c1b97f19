import { useState, type ReactNode } from 'react'
import { isActive } from '#studio/memberships/rules.ts'
import { leftOf } from '#studio/memberships/rules/book.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useNow } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/toast.ts'
import { passes } from '../calls.ts'
import type { ComingClass, Freeze, Pass } from '../contract.ts'
import { freezeTexts, refusals } from '../messages.ts'
import { ApproveFreeze, RefuseFreeze } from './DecideFreeze.tsx'
import { EndFreezeDialog } from './EndFreezeDialog.tsx'
import { AskForFreezeDialog, FreezeDialog } from './FreezeDialog.tsx'
import { useSpan } from './useSpan.ts'

interface Own {
  pass: Pass
  coming: readonly ComingClass[]
  personId: string | undefined
}

/** 'Ask for a freeze' button, for an active pass with classes left and no freeze yet. */
export function AskForFreeze({ pass, freeze, coming, personId }: Own & { freeze: Freeze | null }) {
  const active = isActive(pass, useNow())
  return active && !freeze && leftOf(pass) > 0 ? <AskButton {...{ pass, coming, personId }} /> : null
}

function AskButton({ pass, coming, personId }: Own) {
  const t = useTexts(freezeTexts)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t.ask}</Button>
      {open && <AskForFreezeDialog {...{ pass, coming, personId }} onClose={() => setOpen(false)} />}
    </>
  )
}

interface Props {
  pass: Pass
  freeze: Freeze | null
  coming: readonly ComingClass[]
}

type Open = 'freeze' | 'end' | 'approve' | 'refuse' | null

/** State of the freeze of the viewer's own or their child's pass, after it was requested. */
export function OwnFreeze({
  pass,
  freeze,
  coming,
  personId,
  mayBook,
}: Own & { freeze: Freeze | null; /** Else only the state is shown. */ mayBook: boolean }) {
  const t = useTexts(freezeTexts)
  const [ending, setEnding] = useState(false)
  const { run, pending } = useCommand(passes.withdraw)
  const explain = useRefusalText(refusals)
  const active = isActive(pass, useNow())

  async function withdraw(freezeId: string) {
    const outcome = await run({ freezeId, ...(personId !== undefined && { personId }) })
    if (outcome?.ok) toast.success(t.withdrawn)
    else if (outcome) toast.problem(explain(outcome))
  }
  if (!active || !freeze) return null
  return (
    <FreezeStands freeze={freeze}>
      {mayBook && freeze.state === 'asked' && (
        <Button pending={pending} onPress={() => void withdraw(freeze.id)}>
          {t.withdraw}
        </Button>
      )}
      {mayBook && freeze.state === 'frozen' && <Button onPress={() => setEnding(true)}>{t.endFreeze}</Button>}
      {mayBook && freeze.state === 'refused' && <AskButton {...{ pass, coming, personId }} />}
      {ending && <EndFreezeDialog {...{ freeze, coming }} by={{ personId }} onClose={() => setEnding(false)} />}
    </FreezeStands>
  )
}

/** The same for staff, who decide about it. */
export function DeskFreeze({ pass, freeze, coming }: Props) {
  const t = useTexts(freezeTexts)
  const { adminOnly } = useTexts(words)
  const [open, setOpen] = useState<Open>(null)
  const active = isActive(pass, useNow())
  const whyNot = useMay('manageMemberships') ? undefined : adminOnly
  const close = () => setOpen(null)
  const button = (what: Exclude<Open, null>, label: string, more: { variant?: 'primary' } = {}) => (
    <Button {...more} whyDisabled={whyNot ?? (active ? undefined : t.notActive)} onPress={() => setOpen(what)}>
      {label}
    </Button>
  )
  const name = pass.membershipName
  return (
    <FreezeStands freeze={freeze}>
      {freeze?.state === 'asked' && button('approve', t.approve, { variant: 'primary' })}
      {freeze?.state === 'asked' && button('refuse', t.refuse)}
      {freeze?.state === 'frozen' && button('end', t.endFreeze)}
      {(!freeze || freeze.state === 'refused') && button('freeze', t.freeze)}
      {open === 'freeze' && <FreezeDialog {...{ pass, coming }} onClose={close} />}
      {open === 'end' && freeze && <EndFreezeDialog {...{ freeze, coming }} by="staff" onClose={close} />}
      {open === 'approve' && freeze && <ApproveFreeze {...{ freeze, name, coming }} onClose={close} />}
      {open === 'refuse' && freeze && <RefuseFreeze {...{ freeze, name }} onClose={close} />}
    </FreezeStands>
  )
}

/** State of a freeze, with its buttons. */
function FreezeStands({ freeze, children }: { freeze: Freeze | null; children: ReactNode }) {
  const t = useTexts(freezeTexts)
  const span = useSpan()
  const buttons = <div className="flex flex-wrap items-center gap-3">{children}</div>
  if (!freeze) return buttons
  const says = { asked: t.asked, refused: t.refusedFor, frozen: t.frozenFor }[freeze.state]
  return (
    <Card>
      <div>
        <p className="font-semibold">{says(span(freeze))}</p>
        <p className="text-muted">{freeze.reason}</p>
        {freeze.answer !== '' && <p>{freeze.answer}</p>}
      </div>
      {buttons}
    </Card>
  )
}
