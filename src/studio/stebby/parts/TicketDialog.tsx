import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react'
import type { Cents } from '#kernel/money.ts'
import { useFormats } from '#web/studio.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useConnectionState, useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LoadingState } from '#web/ui/states.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { stebby } from '../calls.ts'
import type { Ticket } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { codeOf, paysOf } from '../rules.ts'
import { TicketFacts } from './TicketFacts.tsx'

interface Props {
  readonly paymentId: string
  /** The payer's name, and the open sum. */
  readonly name: string
  readonly cents: Cents
  /** Notes the code instead of using it, also offline. */
  readonly onNote: (code: string) => void
  readonly onClose: () => void
}

/** Pays with a Stebby ticket: type its code, check its details, and use it. */
export function TicketDialog(props: Props) {
  const { paymentId, name, cents, onClose } = props
  const t = useTexts(texts)
  const { euros } = useFormats()
  const live = useLive(stebby.ofPayment, { paymentId })
  const isOffline = useConnectionState() === 'offline'
  const known = live.state === 'ready' && !isOffline ? live.answer.ticket : null
  // ignore a ticket that already paid a part of this payment before the dialog was opened
  const [settledBefore, setSettledBefore] = useState<string | null | undefined>()
  if (settledBefore === undefined && live.state === 'ready') setSettledBefore(known?.state === 'used' ? known.id : null)
  // the ticket instead of which another code is typed
  const [left, setLeft] = useState<string | null>(null)
  const typesAnother = left !== null && left === keyOf(known)
  const ticket = known !== null && known.id !== settledBefore ? known : null
  const settled = useEffectEvent((used: Ticket) => {
    toast.success(t.paid(euros(paysOf(used.worth ?? 0, cents))))
    onClose()
  })
  const isSettled = ticket?.state === 'used'
  useEffect(() => {
    if (isSettled && ticket) settled(ticket)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isSettled])
  // what was asked about is on its way: until then, the former ticket is not shown again
  const [awaited, setAwaited] = useState<{ readonly former: string | null } | null>(null)
  const isComing = awaited !== null && !isOffline && awaited.former === keyOf(known)
  const shown = typesAnother && !['reading', 'using'].includes(ticket?.state ?? '') ? null : ticket
  // called by the press, which has the ticket of its moment: the new one may be here before the response
  const asked = () => {
    setLeft(null)
    setAwaited({ former: keyOf(known) })
  }
  const content = () => {
    if (live.state === 'loading' && !isOffline) return <LoadingState label={t.asking} count={2} />
    if (isComing) return <p role="status">{t.asking}</p>
    return <TicketState {...props} ticket={shown} onAnother={() => setLeft(keyOf(known))} onAsked={asked} />
  }
  return (
    <Dialog open title={`Stebby: ${euros(cents)}`} description={name} size="small" onClose={onClose}>
      {content()}
    </Dialog>
  )
}

/** Typing the same code again gives the same ticket a new time. */
const keyOf = (ticket: Ticket | null) => ticket && `${ticket.id} ${ticket.typedAt}`

type TicketStateProps = Props & { ticket: Ticket | null; onAnother: () => void; onAsked: () => void }

function TicketState(props: TicketStateProps) {
  const { ticket } = props
  const t = useTexts(texts)
  switch (ticket?.state) {
    case 'reading':
      return <p role="status">{t.asking}</p>
    case 'using':
    case 'used':
      return <p role="status">{t.using}</p>
    case 'found':
    case 'spare':
      return <Found {...props} ticket={ticket} />
    case 'unsure':
      return (
        <Alert kind="warning" title={t.notSure}>
          {ticket.problem === 'gone' ? t.goneAtDoor : t.notSureHint}
        </Alert>
      )
    case 'noted':
      return <Alert kind="info">{t.noteHint}</Alert>
    default:
      return <TypeCode {...props} />
  }
}

function Found({ ticket, ...props }: TicketStateProps & { ticket: Ticket }) {
  const { paymentId, cents, onAnother } = props
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(stebby.use)
  const [problem, setProblem] = useState<string | null>(null)

  async function use() {
    setProblem(null)
    const outcome = await run({ ticketId: ticket.id, paymentId })
    if (outcome && !outcome.ok) setProblem(explain(outcome))
  }
  return (
    <div className="flex flex-col gap-4">
      {ticket.problem && <Alert kind="warning">{t.problems[ticket.problem]}</Alert>}
      {ticket.state === 'spare' && <Alert kind="info">{t.spare}</Alert>}
      <TicketFacts ticket={ticket} rest={cents} />
      {problem && <Alert kind="problem">{problem}</Alert>}
      <Button variant="primary" pending={pending} onPress={() => void use()}>
        {t.use}
      </Button>
      <p className="text-sm text-muted">{t.useHint}</p>
      <Button variant="quiet" onPress={onAnother}>
        {t.anotherCode}
      </Button>
    </div>
  )
}

function TypeCode({ ticket, paymentId, onNote, onAsked, onClose }: TicketStateProps) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(stebby.look)
  const connected = useLive(stebby.connected, {})
  const isOffline = useConnectionState() === 'offline'
  const asks = !isOffline && connected.state === 'ready' && connected.answer.connected
  const [typed, setTyped] = useState(ticket?.state === 'failed' ? ticket.code : '')
  const [problem, setProblem] = useState<string | null>(null)
  const failed = ticket?.state === 'failed' ? ticket.problem : null
  // don't offer to note a code that Stebby has refused
  const notes = !asks || failed === 'noAnswer' || failed === 'keyRefused'

  function type(text: string) {
    setTyped(text)
    setProblem(null)
  }
  async function look() {
    const outcome = await run({ paymentId, code: typed })
    if (outcome?.ok) onAsked()
    else if (outcome) setProblem(explain(outcome))
  }
  function note() {
    const code = codeOf(typed)
    if (code === null) return setProblem(explain({ code: 'codeInvalid' }))
    onNote(code)
    toast.success(t.noted)
    onClose()
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    setProblem(null)
    if (asks) void look()
    else note()
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      {failed && <Alert kind="warning">{t.problems[failed]}</Alert>}
      <TextField label={t.code} value={typed} onChange={type} maxLength={100} autoComplete="off" autoFocus />
      {problem && <Alert kind="problem">{problem}</Alert>}
      {asks && (
        <Button type="submit" variant="primary" pending={pending}>
          {t.lookUp}
        </Button>
      )}
      {notes && (
        <>
          <Button
            type={asks ? 'button' : 'submit'}
            variant={asks ? 'secondary' : 'primary'}
            onPress={asks ? note : undefined}
          >
            {t.noteCode}
          </Button>
          <p className="text-sm text-muted">{t.noteHint}</p>
        </>
      )}
    </form>
  )
}
