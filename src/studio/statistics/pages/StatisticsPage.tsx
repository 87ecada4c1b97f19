import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTexts } from '#web/language.tsx'
import { useToday } from '#web/studio.tsx'
import { useChoice } from '#web/useChoice.ts'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx'
import { texts } from '../messages.ts'
import { spanOf, spans } from '../rules.ts'
import { FillPart } from './FillPart.tsx'
import { MissedPart } from './MissedPart.tsx'
import { MoneyPart } from './MoneyPart.tsx'
import { PeoplePart } from './PeoplePart.tsx'

/** Statistics page: each figure with its definition, chart, table and download. */
export function StatisticsPage() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [name, choose] = useChoice(useSearch({ from: '/admin/statistics' }).span ?? 'months12')
  const span = spanOf(name, useToday())
  return (
    <Page width="wide">
      <PageHeader
        title={t.title}
        subtitle={t.subtitle}
        actions={
          <SegmentedControl
            label={t.span}
            hideLabel
            value={name}
            onChange={(next) =>
              choose(next, () => navigate({ to: '/admin/statistics', search: { span: next }, replace: true }))
            }
            options={spans.map((value) => ({ value, label: t.spans[value] }))}
          />
        }
      />
      <MoneyPart span={span} />
      <FillPart span={span} />
      <PeoplePart span={span} />
      <MissedPart span={span} />
    </Page>
  )
}
