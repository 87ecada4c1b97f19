import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { csvMoney } from '#kernel/csv.ts'
import { monthOf, type Month } from '#kernel/months.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { Former } from '#web/live/Former.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { MonthSteps } from '#web/MonthSteps.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useToday } from '#web/studio.tsx'
import { useUnfolded } from '#web/useUnfolded.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { FoldingSection } from '#web/ui/FoldingSection.tsx'
import { Page, PageHeader } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.ts'
import { pay } from '../calls.ts'
import type { Sheet, SheetLine } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { sumOf } from '../rules.ts'
import { PayLines } from './PayLines.tsx'
import { Rates } from './Rates.tsx'

/** Teachers' pay of a month, and their rates. */
export function PayPage() {
  const t = useTexts(texts)
  const { monthOfYear } = useFormats()
  const today = useToday()
  const navigate = useNavigate()
  const { month = monthOf(today) } = useSearch({ from: '/admin/pay' })
  const now = useLive(pay.sheet, { month })
  const live = useSteady(now)
  return (
    <Page width="wide">
      <PageHeader title={t.title} actions={<ExportSheet month={month} />} />
      <MonthSteps
        month={month}
        title={monthOfYear(month)}
        onChange={(next) =>
          void navigate({ to: '/admin/pay', search: { month: next }, replace: true, resetScroll: false })
        }
      />
      <LiveContent live={live} retry={() => retryLive(pay.sheet, { month })} count={6} failed={t.loadFailed}>
        {(sheet) => (
          <Former former={now.state === 'loading'}>
            <OfMonth key={month} month={month} sheet={sheet} />
          </Former>
        )}
      </LiveContent>
      <Rates />
    </Page>
  )
}

function ExportSheet({ month }: { month: Month }) {
  const t = useTexts(texts)
  const formats = useFormats()
  return (
    <ExportButton
      fileName={`${t.exportName}-${month}`}
      procedure={pay.sheet}
      input={{ month }}
      of={({ lines }) => ({ total: lines.length, parts: 1 })}
      table={({ lines }) => [
        [t.teacher, t.class, t.starts, t.ends, t.heads, t.sum, t.later],
        ...lines.map((line) => [
          line.name ?? t.gone,
          line.title,
          formats.moment(line.startsAt),
          formats.moment(line.endsAt),
          line.heads,
          csvMoney(line.cents),
          line.isLater ? '+' : '',
        ]),
      ]}
    />
  )
}

function OfMonth({ month, sheet }: { month: Month; sheet: Sheet }) {
  const t = useTexts(texts)
  const { stamp, monthOfYear, euros } = useFormats()
  const explain = useRefusalText(refusals)
  const [asked, setAsked] = useState<number | null>(null)
  const sum = sumOf(sheet.lines)
  const teachers = [...new Set(sheet.lines.map(({ accountId }) => accountId))]
  const isEmpty = sheet.lines.length === 0
  return (
    <div className="flex flex-col gap-6">
      {sheet.withoutRate.map(({ accountId, name, count }) => (
        <Alert key={accountId} kind="warning">
          {t.withoutRate(name ?? t.gone, count)}
        </Alert>
      ))}
      {isEmpty ? (
        <EmptyState small text={t.none} hint={t.noneHint} />
      ) : (
        <p className="font-display text-2xl font-bold tabular-nums">{t.total(euros(sum), sheet.lines.length)}</p>
      )}
      {!isEmpty && (
        <div className="flex flex-col gap-3">
          {teachers.map((accountId) => (
            <OfTeacher
              key={accountId}
              month={month}
              lines={sheet.lines.filter((line) => line.accountId === accountId)}
            />
          ))}
        </div>
      )}
      {sheet.closedAt !== null ? (
        <p className="text-muted">{t.closedAt(stamp(sheet.closedAt))}</p>
      ) : (
        !(isEmpty && sheet.whyOpen === 'nothingYet') && (
          <div>
            <Button
              variant="primary"
              whyDisabled={sheet.whyOpen === null ? undefined : explain({ code: sheet.whyOpen })}
              onPress={() => setAsked(sum)}
            >
              {t.close(monthOfYear(month))}
            </Button>
          </div>
        )
      )}
      {asked !== null && (
        <ConfirmCommand
          command={pay.close}
          input={{ month, cents: asked }}
          title={t.close(monthOfYear(month))}
          question={t.closeQuestion(euros(asked))}
          confirmLabel={t.close(monthOfYear(month))}
          explain={explain}
          onDone={() => toast.success(t.closed)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** A teacher's total; the single classes are folded below it. */
function OfTeacher({ month, lines }: { month: Month; lines: readonly SheetLine[] }) {
  const t = useTexts(texts)
  const { euros } = useFormats()
  const [first] = lines
  const [open, fold] = useUnfolded(`pay ${month} ${first?.accountId}`)
  const name = first?.name ?? t.gone
  return (
    <FoldingSection
      title={name}
      aside={
        <span className="shrink-0 text-base text-muted tabular-nums">{t.total(euros(sumOf(lines)), lines.length)}</span>
      }
      open={open}
      onFold={fold}
    >
      <PayLines caption={name} lines={lines} />
    </FoldingSection>
  )
}
