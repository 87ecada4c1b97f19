import { useState } from 'react'
import { csvMoney } from '#kernel/csv.ts'
import type { AnswerOf } from '#kernel/procedures.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useLive } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { MoneyField } from '#web/ui/NumberField.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { stebby } from '../calls.ts'
import type { DeskTicket } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { TicketFacts } from '../parts/TicketFacts.tsx'

/** Noted codes, tickets whose use is uncertain, and recently used tickets. */
export function StebbyPage() {
  const t = useTexts(texts)
  return (
    <Page>
      <PageHeader title={t.desk} subtitle={t.deskHint} actions={<Export />} lowOnPhone />
      <LiveAnswer query={stebby.desk} input={{}} failed={t.loadFailed}>
        {(answer) => <Tickets {...answer} />}
      </LiveAnswer>
    </Page>
  )
}

/** Download of all listed tickets, and all that were ever used. */
function Export() {
  const t = useTexts(texts)
  const { name } = useTexts(words)
  const { moment } = useFormats()
  const stateOf = ({ state }: DeskTicket) =>
    state === 'used' ? t.usedOnes : ['unsure', 'spare', 'using'].includes(state) ? t.unsure : t.toBeConfirmed
  return (
    <ExportButton
      fileName={t.exportName}
      procedure={stebby.ticketsForExport}
      input={{}}
      of={(answer) => answer}
      table={({ rows }) => [
        [t.typedAt, name, t.forWhat, t.code, t.service, t.worth, t.state, t.typedBy],
        ...rows.map((ticket) => [
          moment(ticket.typedAt),
          ticket.name,
          ticket.description,
          ticket.code,
          ticket.service,
          csvMoney(ticket.worth),
          stateOf(ticket),
          ticket.byName || t.somebody,
        ]),
      ]}
    />
  )
}

function Tickets({ waiting, unsure, used, total }: AnswerOf<typeof stebby.desk>) {
  const t = useTexts(texts)
  return (
    <div className="flex flex-col gap-8">
      {unsure.length > 0 && (
        <Section title={t.unsure}>
          {unsure.map((ticket) => (
            <OneTicket key={ticket.id} ticket={ticket} />
          ))}
        </Section>
      )}
      <Section title={t.waiting}>
        {waiting.length === 0 && <EmptyState small text={t.noneWaiting} />}
        {waiting.map((ticket) => (
          <OneTicket key={ticket.id} ticket={ticket} />
        ))}
      </Section>
      {used.length > 0 && (
        <Section title={`${t.usedOnes} (${total})`}>
          <Used tickets={used} />
        </Section>
      )}
    </div>
  )
}

function Used({ tickets }: { tickets: readonly DeskTicket[] }) {
  const t = useTexts(texts)
  const { stamp, euros } = useFormats()
  return (
    <ul className="flex flex-col divide-y divide-line">
      {tickets.map(({ id, code, name, description, worth, byName, typedAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <span className="min-w-40 flex-1">
            <span className="font-semibold">{name}</span>
            <span className="block text-sm text-muted">
              <Dotted>
                {description}
                <span className="break-all">{code}</span>
              </Dotted>
            </span>
            <span className="block text-sm text-muted">
              {byName || t.somebody}, {stamp(typedAt)}
            </span>
          </span>
          <span className="font-semibold tabular-nums">{worth !== null && euros(worth)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Alert that says why the ticket needs an admin. */
function Why({ ticket }: { ticket: DeskTicket }) {
  const t = useTexts(texts)
  const { state, problem } = ticket
  if (state === 'unsure') {
    return (
      <Alert kind="warning" title={t.notSure}>
        {problem === 'gone' ? t.goneHint : t.notSureHint}
      </Alert>
    )
  }
  if (state === 'spare') {
    return (
      <Alert kind="warning" title={t.spare}>
        {t.spareHint}
      </Alert>
    )
  }
  if (state === 'reading' || state === 'using') return <p role="status">{state === 'using' ? t.using : t.asking}</p>
  return problem && <Alert kind="warning">{t.problems[problem]}</Alert>
}

function OneTicket({ ticket }: { ticket: DeskTicket }) {
  const { id: ticketId, state, noted, paymentId } = ticket
  const t = useTexts(texts)
  const { stamp, euros } = useFormats()
  const explain = useRefusalText(refusals)
  const connected = useLive(stebby.connected, {})
  const looking = useCommand(stebby.lookAgain)
  const using = useCommand(stebby.use)
  const [asks, setAsks] = useState<'used' | 'notUsed' | null>(null)
  const isConnected = connected.state === 'ready' && connected.answer.connected
  const isUnderWay = state === 'reading' || state === 'using'
  const [no, question] =
    state === 'spare'
      ? [t.paysNothing, t.paysNothingQuestion]
      : noted && state !== 'unsure'
        ? [t.notValid, t.notValidQuestion]
        : [t.notUsed, t.notUsedQuestion]

  async function tell(outcome: Promise<{ ok: true } | { ok: false; code: string } | null>) {
    const told = await outcome
    if (told && !told.ok) toast.problem(explain(told))
  }
  return (
    <Card as="article" label={`${ticket.name}, ${ticket.code}`}>
      <div>
        <h3 className="text-lg">{ticket.name}</h3>
        <p className="text-sm text-muted">
          {ticket.description}
          {ticket.rest > 0 && ` · ${euros(ticket.rest)}`}
        </p>
        <p className="text-sm text-muted">
          {ticket.byName || t.somebody}, {stamp(ticket.typedAt)}
        </p>
      </div>
      <TicketFacts ticket={ticket} rest={ticket.rest} />
      <Why ticket={ticket} />
      {!isUnderWay && (
        <div className="flex flex-wrap gap-3">
          {state === 'found' && isConnected && (
            <Button
              variant="primary"
              pending={using.pending}
              onPress={() => void tell(using.run({ ticketId, paymentId }))}
            >
              {t.use}
            </Button>
          )}
          {state !== 'found' && state !== 'spare' && isConnected && (
            <Button pending={looking.pending} onPress={() => void tell(looking.run({ ticketId }))}>
              {state === 'unsure' || ticket.problem ? t.lookAgain : t.lookUp}
            </Button>
          )}
          {state !== 'spare' && (
            <Button onPress={() => setAsks('used')}>{state === 'unsure' ? t.wasUsed : t.confirm}</Button>
          )}
          <Button variant="quiet" onPress={() => setAsks('notUsed')}>
            {no}
          </Button>
        </div>
      )}
      {asks === 'used' && <ConfirmTicket ticket={ticket} onClose={() => setAsks(null)} />}
      {asks === 'notUsed' && (
        <ConfirmCommand
          command={stebby.decide}
          input={{ ticketId, used: false, cents: 0 }}
          title={no}
          question={question}
          confirmLabel={no}
          danger
          explain={explain}
          onDone={() => toast.success(t.decided)}
          onClose={() => setAsks(null)}
        />
      )}
    </Card>
  )
}

function ConfirmTicket({ ticket, onClose }: { ticket: DeskTicket; onClose: () => void }) {
  const t = useTexts(texts)
  const { run, pending } = useCommand(stebby.decide)
  const form = useForm<{ cents: number | null }>({
    start: { cents: ticket.worth ?? ticket.rest },
    check: ({ cents }) => ({ ...((cents ?? 0) <= 0 && { cents: 'worthMissing' }) }),
    send: ({ cents }) => run({ ticketId: ticket.id, used: true, cents: cents ?? 0 }),
    explain: useRefusalText(refusals),
    onDone: () => {
      toast.success(t.decided)
      onClose()
    },
  })
  return (
    <FormDialog
      about={ticket.id}
      {...{ form, pending, onClose }}
      size="small"
      title={t.confirmTitle}
      description={t.confirmHint}
      submit={t.confirm}
    >
      <MoneyField label={t.worth} required {...form.field('cents')} />
    </FormDialog>
  )
}
