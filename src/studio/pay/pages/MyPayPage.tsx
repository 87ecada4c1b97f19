import { csvMoney } from '#kernel/csv.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { WithRows } from '#web/live/WithRows.tsx'
import { useFormats } from '#web/studio.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { Page, PageHeader, Section } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { pay } from '../calls.ts'
import { texts } from '../messages.ts'
import { sumOf } from '../rules.ts'
import { PayLines } from './PayLines.tsx'

/** A teacher's own lines of closed months. */
export function MyPayPage() {
  const t = useTexts(texts)
  const formats = useFormats()
  return (
    <Page>
      <PageHeader
        title={t.mineTitle}
        subtitle={t.mineHint}
        actions={
          <WithRows query={pay.mine} input={{}} any={(months) => months.length > 0}>
            <ExportButton
              fileName={t.mineExportName}
              procedure={pay.mine}
              input={{}}
              of={(months) => ({ total: months.flatMap(({ lines }) => lines).length, parts: 1 })}
              table={(months) => [
                [t.month, t.class, t.starts, t.ends, t.heads, t.sum, t.later],
                ...months.flatMap(({ month, lines }) =>
                  lines.map((line) => [
                    month,
                    line.title,
                    formats.moment(line.startsAt),
                    formats.moment(line.endsAt),
                    line.heads,
                    csvMoney(line.cents),
                    line.isLater ? '+' : '',
                  ]),
                ),
              ]}
            />
          </WithRows>
        }
      />
      <LiveAnswer query={pay.mine} input={{}} failed={t.loadFailed}>
        {(months) =>
          months.length === 0 ? (
            <EmptyState text={t.mineNone} hint={t.mineNoneHint} />
          ) : (
            <div className="flex flex-col gap-8">
              {months.map(({ month, lines }) => (
                <Section
                  key={month}
                  title={formats.monthOfYear(month)}
                  subtitle={t.total(formats.euros(sumOf(lines)), lines.length)}
                >
                  <PayLines caption={formats.monthOfYear(month)} lines={lines} />
                </Section>
              ))}
            </div>
          )
        }
      </LiveAnswer>
    </Page>
  )
}
