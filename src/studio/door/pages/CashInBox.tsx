import { useEffect, useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { texts as paymentTexts } from '#studio/payments/messages.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Page.tsx'
import { RowActions } from '#web/ui/RowActions.tsx'
import { toast } from '#web/ui/toast.ts'
import { door } from '../calls.ts'
import type { Taking } from '../contract.ts'
import { cashRefusals, cashTexts, texts } from '../messages.ts'
import { readWaiting } from '../parts/outbox.ts'
import { cashIn, moneyIn } from '../parts/unsent.ts'
import { UnsentRow } from '../parts/UnsentMoney.tsx'
import { useOutbox } from '../parts/useOutbox.ts'

type Box = AnswerOf<typeof door.boxes>['boxes'][number]

export const sumOf = (takings: readonly Taking[]) => takings.reduce((sum, { cents }) => sum + cents, 0)

/** Cash taken on this device that is not in the box yet; what an admin takes never is. */
export function UnsentCash() {
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

export function OneBox({ box, isOwn = false }: { box: Box; isOwn?: boolean }) {
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

export function Takings({ takings }: { takings: readonly Taking[] }) {
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
