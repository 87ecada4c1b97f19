import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { csvOf, type CsvTable } from '#kernel/csv.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { saveFile } from '#web/saveFile.ts'
import { useToday } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Page.tsx'

/** One figure: heading, definition, chart, table, and download. */
export function Figures(props: {
  title: string
  hint: string
  /** File name without the date and extension. */
  file: string
  csv: CsvTable
  children: ReactNode
}) {
  const { exportCsv } = useTexts(words)
  const { language } = useLanguage()
  const today = useToday()
  const save = () => saveFile(`${props.file}-${today}.csv`, csvOf(props.csv, language), 'text/csv')
  return (
    <Section title={props.title}>
      <Card>
        <p className="max-w-3xl text-sm text-muted">{props.hint}</p>
        {props.children}
        <div>
          <Button icon={<Download aria-hidden="true" className="size-5" />} onPress={save}>
            {exportCsv}
          </Button>
        </div>
      </Card>
    </Section>
  )
}
