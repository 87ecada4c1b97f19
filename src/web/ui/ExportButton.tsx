import { Download } from 'lucide-react'
import { useState } from 'react'
import { csvOf, type CsvTable } from '#kernel/csv.ts'
import { EXPORT_LIMIT } from '#kernel/paging.ts'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { askOnce, type AnyQuery } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { saveFile } from '#web/saveFile.ts'
import { useToday } from '#web/studio.tsx'
import { Button } from './Button.tsx'
import { toast } from './toast.ts'

/** Asks once for all rows of a list and saves them as CSV in the reader's language, made in the browser. */
export function ExportButton<P extends AnyQuery>(props: {
  /** Without day and ending: 'payments' becomes 'payments-2026-11-26.csv'. */
  fileName: string
  procedure: P
  input: InputOf<P>
  table: (answer: AnswerOf<P>) => CsvTable
  /** How many rows there are in all: the answer holds `EXPORT_LIMIT` of them at most. */
  total: (answer: AnswerOf<P>) => number
}) {
  const t = useTexts(words)
  const { language } = useLanguage()
  const file = `${props.fileName}-${useToday()}.csv`
  const [pending, setPending] = useState(false)

  async function make() {
    setPending(true)
    const live = await askOnce(props.procedure, props.input)
    setPending(false)
    if (live.state !== 'ready') return toast.problem(t.exportFailed)
    saveFile(file, csvOf(props.table(live.answer), language), 'text/csv')
    const total = props.total(live.answer)
    if (total > EXPORT_LIMIT) toast.problem(t.exportCut(EXPORT_LIMIT, total))
    else toast.success(t.exported(file))
  }

  return (
    <Button
      icon={<Download aria-hidden="true" className="size-5" />}
      onPress={() => !pending && void make()}
      pending={pending}
      pendingLabel={t.exporting}
    >
      {t.exportCsv}
    </Button>
  )
}
