import { Download } from 'lucide-react'
import { use, useState } from 'react'
import { csvOf, type CsvTable } from '#kernel/csv.ts'
import { EXPORT_LIMIT } from '#kernel/paging.ts'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { askOnce, type AnyQuery } from '#web/live/useLive.ts'
import { words } from '#web/messages.ts'
import { saveFile } from '#web/saveFile.ts'
import { useToday } from '#web/studio.tsx'
import { wholeList, type PartOf } from '#web/wholeList.ts'
import { Button } from './Button.tsx'
import { BelowList } from './FoldingSection.tsx'
import { toast } from './toast.ts'

/**
 * Loads all rows of a list, part by part, and saves them as a CSV file in the reader's language, made in the browser.
 * The button shows the progress.
 */
export function ExportButton<P extends AnyQuery>(props: {
  /** Without date and extension: 'payments' becomes 'payments-2026-11-26.csv'. */
  fileName: string
  procedure: P
  input: Omit<InputOf<P>, 'part' | 'page'>
  /** Reads the list page by page, as on the screen. */
  paged?: boolean
  /** Headers and rows of one part. */
  table: (answer: AnswerOf<P>) => CsvTable
  of: (answer: AnswerOf<P>) => PartOf
  /** What to say of a file that is incomplete although the row limit was not reached. */
  cut?: ((answer: AnswerOf<P>) => string | false) | undefined
}) {
  const { procedure, table, of } = props
  const t = useTexts(words)
  const { language } = useLanguage()
  const below = use(BelowList)
  const file = `${props.fileName}-${useToday()}.csv`
  /** Progress in percent, null before the first part, undefined when no export is running. */
  const [far, setFar] = useState<number | null>()

  async function make() {
    setFar(null)
    const parts = await wholeList({
      ask: async (part) => {
        const which = props.paged ? { page: part } : { part }
        const live = await askOnce(procedure, { ...props.input, ...which } as InputOf<P>)
        return live.state === 'ready' ? live.answer : null
      },
      of,
      rows: (part) => table(part).length - 1,
      onPart: (done, all) => setFar(Math.round((100 * done) / all)),
    })
    setFar(undefined)
    const [first] = parts ?? []
    if (!parts || first === undefined) return toast.problem(t.exportFailed)
    const [headers = []] = table(first)
    const rows = parts.flatMap((part) => table(part).slice(1)).slice(0, EXPORT_LIMIT)
    saveFile(file, csvOf([headers, ...rows], language), 'text/csv')
    const { total } = of(first)
    const cut = props.cut?.(first)
    if (cut) toast.problem(cut)
    else if (total > EXPORT_LIMIT) toast.problem(t.exportCut(EXPORT_LIMIT, total))
    else toast.success(t.exported(file))
  }

  const pending = far !== undefined
  return (
    <Button
      icon={<Download aria-hidden="true" className="size-5" />}
      onPress={() => !pending && void make()}
      pending={pending}
      pendingLabel={pending ? t.exporting(far) : undefined}
      roundOnPhone={!pending && !below}
    >
      {t.exportCsv}
    </Button>
  )
}
