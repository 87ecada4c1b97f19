import { useState, type ReactNode } from 'react'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Cluster } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/toast.ts'
import { families } from '../calls.ts'
import type { Invitation } from '../contract.ts'
import { refusals, texts } from '../messages.ts'

type Sent = Pick<Invitation, 'id' | 'kind' | 'email' | 'expiresAt' | 'declinedAt'> & {
  readonly names?: Invitation['names']
}
type Withdraw = typeof families.withdrawInvitation | typeof families.withdrawAny

/** What was asked, and nobody has answered so far; below it what was answered with no. */
export function Waiting(props: { invitations: readonly Sent[]; command: Withdraw; again?: boolean }) {
  const { invitations, command, again = false } = props
  const t = useTexts(texts)
  const { dayOfYear } = useFormats()
  const [back, setBack] = useState<Sent | null>(null)
  const open = invitations.filter(({ declinedAt }) => declinedAt === null)
  const declined = invitations.filter(({ declinedAt }) => declinedAt !== null)
  return (
    <>
      <List title={t.waiting} sent={open} end={({ expiresAt }) => t.until(dayOfYear(expiresAt))}>
        {(one) => (
          <Cluster>
            {again && <SendAgain sent={one} />}
            <Button size="small" aria-label={`${t.takeBack}: ${one.email}`} onPress={() => setBack(one)}>
              {t.takeBack}
            </Button>
          </Cluster>
        )}
      </List>
      <List title={t.declined} sent={declined} end={({ declinedAt }) => dayOfYear(declinedAt ?? 0)}>
        {(one) => <TakeAway sent={one} command={command} />}
      </List>
      {back && <TakeBack sent={back} command={command} onClose={() => setBack(null)} />}
    </>
  )
}

function List(props: {
  title: string
  sent: readonly Sent[]
  end: (one: Sent) => string
  children: (one: Sent) => ReactNode
}) {
  const t = useTexts(texts)
  if (props.sent.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-lg">{props.title}</h3>
      <ul aria-label={props.title} className="flex flex-col divide-y divide-line">
        {props.sent.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="flex min-w-0 flex-col">
              <span className="font-medium break-all">{one.email}</span>
              <span className="text-sm text-muted">
                {t.waitingFor[one.kind](one.names?.join(', ') ?? null)}, {props.end(one)}
              </span>
            </div>
            {props.children(one)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The letter once more, to where it went. */
export function SendAgain({ sent }: { sent: Pick<Sent, 'id' | 'email'> }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(families.sendAgain)

  async function send() {
    const outcome = await run({ invitationId: sent.id, email: sent.email })
    if (outcome?.ok) toast.success(t.sent(sent.email))
    else if (outcome) toast.problem(explain(outcome))
  }

  return (
    <Button
      size="small"
      aria-label={`${t.sendAgain}: ${sent.email}`}
      pending={pending}
      pendingLabel={t.saving}
      onPress={() => void send()}
    >
      {t.sendAgain}
    </Button>
  )
}

export function TakeBack(props: { sent: Pick<Sent, 'id' | 'email'>; command: Withdraw; onClose: () => void }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  return (
    <ConfirmCommand
      command={props.command}
      input={{ invitationId: props.sent.id }}
      title={t.takeBackTitle}
      question={t.takeBackQuestion(props.sent.email)}
      confirmLabel={t.takeBack}
      explain={explain}
      onDone={() => toast.success(t.takenBack)}
      onClose={props.onClose}
    />
  )
}

/** An answer that was read: nothing is lost with it. */
function TakeAway({ sent, command }: { sent: Sent; command: Withdraw }) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(command)

  async function takeAway() {
    const outcome = await run({ invitationId: sent.id })
    if (outcome && !outcome.ok) toast.problem(explain(outcome))
  }

  return (
    <Button size="small" aria-label={`${t.takeAway}: ${sent.email}`} pending={pending} onPress={() => void takeAway()}>
      {t.takeAway}
    </Button>
  )
}
