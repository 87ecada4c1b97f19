import { csvMoney } from '#kernel/csv.ts'
import type { AnswerOf } from '#kernel/procedures.ts'
import type { Instant } from '#kernel/time.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useMay, useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useFormats } from '#web/studio.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { door } from '../calls.ts'
import { cashTexts } from '../messages.ts'
import { OneBox, UnsentCash } from './CashInBox.tsx'
import { HandedOver, Past } from './HandOvers.tsx'

type Boxes = AnswerOf<typeof door.boxes>

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
  const counts = useMay('confirmPayments')
  const own = boxes.find(({ boxOf }) => boxOf === accountId)
  const others = boxes.filter(({ boxOf }) => boxOf !== accountId)
  return (
    <div className="flex flex-col gap-8">
      <Section title={t.yours}>
        {own ? <OneBox box={own} isOwn /> : <EmptyState small text={t.empty} hint={counts && t.adminsCash} />}
      </Section>
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
