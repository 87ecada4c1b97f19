import { useState } from 'react'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import type { families } from '../calls.ts'
import type { Invitation } from '../contract.ts'
import { refusals, texts } from '../messages.ts'

type Sent = Pick<Invitation, 'id' | 'kind' | 'email' | 'expiresAt'> & { readonly names?: Invitation['names'] }

/** What was asked, and nobody has answered so far. */
export function Waiting(props: {
  invitations: readonly Sent[]
  command: typeof families.withdrawInvitation | typeof families.withdrawAny
}) {
  const { invitations } = props
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { dayOfYear } = useFormats()
  const [back, setBack] = useState<Sent | null>(null)
  if (invitations.length === 0 && !back) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-lg">{t.waiting}</h3>
      <ul aria-label={t.waiting} className="flex flex-col divide-y divide-line">
        {invitations.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="flex min-w-0 flex-col">
              <span className="font-medium break-all">{one.email}</span>
              <span className="text-sm text-muted">
                {t.waitingFor[one.kind](one.names?.join(', ') ?? null)}, {t.until(dayOfYear(one.expiresAt))}
              </span>
            </div>
            <Button size="small" aria-label={`${t.takeBack}: ${one.email}`} onPress={() => setBack(one)}>
              {t.takeBack}
            </Button>
          </li>
        ))}
      </ul>
      {back && (
        <ConfirmCommand
          command={props.command}
          input={{ invitationId: back.id }}
          title={t.takeBackTitle}
          question={t.takeBackQuestion(back.email)}
          confirmLabel={t.takeBack}
          explain={explain}
          onDone={() => toast.success(t.takenBack)}
          onClose={() => setBack(null)}
        />
      )}
    </section>
  )
}
