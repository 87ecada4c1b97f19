import { useEffect, useState } from 'react'
import { csvMoney } from '#kernel/csv.ts'
import type { AnswerOf } from '#kernel/procedures.ts'
import type { Instant } from '#kernel/time.ts'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useMay, useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { useForm } from '#web/useForm.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { MoneyField } from '#web/ui/NumberField.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { RowActions } from '#web/ui/RowActions.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { door } from '../calls.ts'
import type { Taking } from '../contract.ts'
import { cashRefusals, cashTexts, texts } from '../messages.ts'
import { readWaiting } from '../parts/outbox.ts'
import { cashIn, moneyIn } from '../parts/unsent.ts'
import { UnsentRow } from '../parts/UnsentMoney.tsx'
import { useOutbox } from '../parts/useOutbox.ts'

type Boxes = AnswerOf<typeof door.boxes>
type Box = Boxes['boxes'][number]
type HandOver = Boxes['waiting'][number]
type Counted = Boxes['past'][number]

/** Cash from the hand that took it to the hand that counts it. */
export function CashBoxPage() {
  const t = useTexts(cashTexts)
  return (
    <Page>
      <PageHeader title={t.title} actions={<ExportTakings />} />
      {/* also where the boxes can't be loaded */}
      <UnsentCash />
      <LiveAnswer query={door.boxes} input={{}} failed={t.loadFailed}>
        {(answer) => <CashBoxes {...answer} />}
      </LiveAnswer>
    </Page>
  )
}

function CashBoxes({ boxes, waiting, past }: Boxes) {
  const t = useTexts(cashTexts)
  const { accountId } = useMe()
  const own = boxes.find(({ boxOf }) => boxOf === accountId)
  const others = boxes.filter(({ boxOf }) => boxOf !== accountId)
  return (
    <div className="flex flex-col gap-8">
      <Section title={t.yours}>{own ? <OneBox box={own} isOwn /> : <EmptyState small text={t.empty} />}</Section>
      {waiting.length > 0 && (
        <Section title={t.waiting}>
          {waiting.map((one) => (
            <HandedOver key={one.id} handOver={one} />
          ))}
        </Section>
      )}
      {others.length > 0 && (
        <Section title={t.others}>
          {others.map((box) => (
            <OneBox key={box.boxOf} box={box} />
          ))}
        </Section>
      )}
      {past.length > 0 && (
        <Section title={t.past} actions={<ExportHandOvers />}>
          <Past all={past} />
        </Section>
      )}
    </div>
  )
}

function ExportTakings() {
  const t = useTexts(cashTexts)
  const { name } = useTexts(words)
  const { moment } = useFormats()
  const at = (instant: Instant | null) => instant && moment(instant)
  return (
    <ExportButton
      fileName={t.exportName}
      procedure={door.takingsForExport}
      input={{}}
      of={(answer) => answer}
      table={({ rows }) => [
        [t.takenAt, t.box, name, t.forWhat, t.sum, t.handedAt, t.settledAt, t.cancelled],
        ...rows.map((row) => [
          moment(row.takenAt),
          row.boxName || t.gone,
          row.name,
          row.description,
          csvMoney(row.cents),
          at(row.handedAt),
          at(row.settledAt),
          row.cancelled ? t.cancelled : '',
        ]),
      ]}
    />
  )
}

function ExportHandOvers() {
  const t = useTexts(cashTexts)
  const { moment } = useFormats()
  return (
    <ExportButton
      fileName={t.exportHandOvers}
      procedure={door.handOversForExport}
      input={{}}
      of={(answer) => answer}
      table={({ rows }) => [
        [t.handedAt, t.box, t.sum, t.counted, t.reason, t.past],
        ...rows.map((row) => [
          moment(row.handedAt),
          row.boxName || t.gone,
          csvMoney(row.cents),
          csvMoney(row.counted),
          row.reason,
          row.confirmedAt && moment(row.confirmedAt),
        ]),
      ]}
    />
  )
}

const sumOf = (takings: readonly Taking[]) => takings.reduce((sum, { cents }) => sum + cents, 0)

/** Cash taken on this device that is not in the box yet; what an admin takes never is. */
function UnsentCash() {
  const t = useTexts(cashTexts)
  const { euros } = useFormats()
  const { needsALook } = useTexts(texts)
  const counts = useMay('confirmPayments')
  const { waiting, refused } = useOutbox()
  useEffect(() => {
    void readWaiting()
  }, [])
  const cash = moneyIn([...waiting, ...refused]).filter(({ way }) => way === 'cash')
  if (counts || cash.length === 0) return null
  return (
    <Section title={t.unsent(euros(cashIn(cash)))}>
      <Card>
        <ul className="flex flex-col divide-y divide-line">
          {cash.map((one) => (
            <UnsentRow key={one.key} money={one}>
              {one.refused && <Badge tone="warning">{needsALook}</Badge>}
            </UnsentRow>
          ))}
        </ul>
      </Card>
    </Section>
  )
}

function OneBox({ box, isOwn = false }: { box: Box; isOwn?: boolean }) {
  const t = useTexts(cashTexts)
  const { euros } = useFormats()
  const explain = useRefusalText(cashRefusals)
  const { run, pending } = useCommand(door.handOver)
  const toHandOver = box.takings.filter(({ cancelled }) => !cancelled)
  const sum = euros(sumOf(toHandOver))
  const returns = box.takings.some(({ cancelled }) => cancelled)

  async function handOver() {
    const outcome = await run({ boxOf: box.boxOf, takingIds: toHandOver.map(({ id }) => id) })
    if (outcome?.ok) toast.success(t.handedOver(euros(outcome.value.cents)))
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <Card>
      {!isOwn && <h3 className="text-lg">{box.boxName || t.gone}</h3>}
      <p className="font-display text-2xl font-bold tabular-nums">{sum}</p>
      <Takings takings={box.takings} />
      <div>
        <Button
          variant={isOwn ? 'primary' : 'secondary'}
          pending={pending}
          whyDisabled={returns ? explain({ code: 'giveBackFirst' }) : undefined}
          onPress={() => void handOver()}
        >
          {isOwn ? t.handOver(sum) : t.handOverFor(sum)}
        </Button>
      </div>
    </Card>
  )
}

function Takings({ takings }: { takings: readonly Taking[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {takings.map((taking) => (
        <OneTaking key={taking.id} taking={taking} />
      ))}
    </ul>
  )
}

function OneTaking({ taking }: { taking: Taking }) {
  const { name, description, cents, takenAt, cancelled, handOverId } = taking
  const t = useTexts(cashTexts)
  const { stamp, euros } = useFormats()
  const explain = useRefusalText(cashRefusals)
  const [asking, setAsking] = useState<'notTaken' | 'givenBack' | null>(null)
  const { dueAgain } = useTexts(paymentTexts)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-40 flex-1">
        <span className="font-semibold">{name}</span>
        <span className="flex flex-wrap gap-x-2 text-sm text-muted">
          {description} <span className="whitespace-nowrap">{stamp(takenAt)}</span>
        </span>
      </span>
      <span className="font-semibold tabular-nums">{euros(cents)}</span>
      {cancelled && <Badge tone="warning">{t.cancelled}</Badge>}
      {cancelled && handOverId === null && (
        <Button size="small" onPress={() => setAsking('givenBack')}>
          {t.givenBack(euros(cents))}
        </Button>
      )}
      {!cancelled && handOverId === null && (
        <RowActions
          name={name}
          actions={[{ label: t.notTaken, destroys: true, onPress: () => setAsking('notTaken') }]}
        />
      )}
      {asking === 'givenBack' && (
        <ConfirmCommand
          command={door.giveBack}
          input={{ takingId: taking.id }}
          title={t.givenBackTitle}
          question={t.givenBackQuestion(euros(cents), name, description)}
          confirmLabel={t.givenBack(euros(cents))}
          explain={explain}
          onDone={() => toast.success(t.outOfBox(euros(cents)))}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'notTaken' && (
        <ConfirmCommand
          command={door.notTaken}
          input={{ takingId: taking.id }}
          title={t.notTakenTitle}
          question={t.notTakenQuestion(euros(cents), name, description)}
          confirmLabel={t.notTaken}
          explain={explain}
          onDone={() => toast.success(dueAgain)}
          onClose={() => setAsking(null)}
        />
      )}
    </li>
  )
}

function HandedOver({ handOver }: { handOver: HandOver }) {
  const t = useTexts(cashTexts)
  const { stamp, euros } = useFormats()
  const counts = useMay('confirmPayments')
  const [counting, setCounting] = useState(false)
  const explain = useRefusalText(cashRefusals)
  const { run: undo, pending: undoing } = useCommand(door.undoHandOver)

  async function putBack() {
    const outcome = await undo({ handOverId: handOver.id })
    if (outcome?.ok) toast.success(t.backInBox(euros(outcome.value.cents)))
    else if (outcome) toast.problem(explain(outcome))
  }
  return (
    <Card>
      <div>
        <h3 className="text-lg">{handOver.boxName || t.gone}</h3>
        <p className="text-sm text-muted">{stamp(handOver.handedAt)}</p>
      </div>
      <p className="font-display text-2xl font-bold tabular-nums">{euros(handOver.cents)}</p>
      <Takings takings={handOver.takings} />
      {!counts && <p className="text-sm text-muted">{t.waitsForAdmin}</p>}
      <Cluster>
        {counts && (
          <Button variant="primary" onPress={() => setCounting(true)}>
            {t.count}
          </Button>
        )}
        {handOver.undoable && (
          <Button variant="quiet" pending={undoing} onPress={() => void putBack()}>
            {t.undo}
          </Button>
        )}
      </Cluster>
      {counting && <Count handOver={handOver} onClose={() => setCounting(false)} />}
    </Card>
  )
}

function Count({ handOver, onClose }: { handOver: HandOver; onClose: () => void }) {
  const t = useTexts(cashTexts)
  const { euros } = useFormats()
  const { run, pending } = useCommand(door.confirmHandOver)
  const form = useForm<{ counted: number | null; reason: string }>({
    start: { counted: handOver.cents, reason: '' },
    check: ({ counted, reason }) => ({
      ...(counted === null && { counted: 'countedNegative' }),
      ...(counted !== null && counted !== handOver.cents && reason.trim() === '' && { reason: 'reasonMissing' }),
    }),
    send: ({ counted, reason }) => run({ handOverId: handOver.id, counted: counted ?? 0, reason }),
    explain: useRefusalText(cashRefusals),
    onDone: () => {
      toast.success(t.confirmed)
      onClose()
    },
  })
  const difference = (form.fields.counted ?? 0) - handOver.cents
  const withCredit = useStudio().features.includes('statements')
  const cancelled = sumOf(handOver.takings.filter((taking) => taking.cancelled))
  const ofCancelled = (withCredit ? t.cancelledBecomesCredit : t.cancelledToReturn)(euros(cancelled))
  return (
    <FormDialog
      about={handOver.id}
      {...{ form, pending, onClose }}
      size="small"
      title={t.countTitle(handOver.boxName || t.gone)}
      description={`${t.countHint(euros(handOver.cents))}${cancelled > 0 ? ` ${ofCancelled}` : ''}`}
      submit={t.confirm}
    >
      <MoneyField label={t.counted} required {...form.field('counted')} />
      {difference !== 0 && <p className="font-semibold text-warn">{t.difference(euros(difference))}</p>}
      {difference !== 0 && <TextField label={t.reason} required {...form.field('reason')} />}
    </FormDialog>
  )
}

function Past({ all }: { all: readonly Counted[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {all.map((one) => (
        <OneCounted key={one.id} handOver={one} />
      ))}
    </ul>
  )
}

function OneCounted({ handOver }: { handOver: Counted }) {
  const { id, boxName, cents, counted, reason, confirmedAt, undoable } = handOver
  const t = useTexts(cashTexts)
  const { stamp, euros } = useFormats()
  const explain = useRefusalText(cashRefusals)
  const withReceipts = useStudio().features.includes('papers')
  const [asking, setAsking] = useState(false)
  const name = boxName || t.gone
  const question = t.undoCountQuestion(euros(cents))
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-2">
      <span className="min-w-40 flex-1">
        {name} <span className="text-sm text-muted">{stamp(confirmedAt ?? 0)}</span>
        {counted !== null && counted !== cents && (
          <span className="block text-sm text-warn">
            {t.difference(euros(counted - cents))}: {reason}
          </span>
        )}
      </span>
      <span className="font-semibold tabular-nums">{euros(counted ?? cents)}</span>
      {undoable && (
        <Button size="small" variant="quiet" aria-label={`${t.undo}: ${name}`} onPress={() => setAsking(true)}>
          {t.undo}
        </Button>
      )}
      {asking && (
        <ConfirmCommand
          command={door.undoConfirmHandOver}
          input={{ handOverId: id }}
          title={t.undoCountTitle}
          question={withReceipts ? `${question} ${t.undoCountReceipts}` : question}
          confirmLabel={t.undo}
          explain={explain}
          onDone={() => toast.success(t.countUndone)}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
