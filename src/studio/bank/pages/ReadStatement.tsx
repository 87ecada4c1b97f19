import { useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { base64Of } from '#web/base64Of.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { bank } from '../calls.ts'
import type { bank as contract, Columns, UnknownColumns } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { statementRefusals } from '../messages/statements.ts'
import { MOST_BYTES } from '../rules/statements.ts'
import { ColumnsDialog } from './ColumnsDialog.tsx'

type Read = Extract<AnswerOf<typeof contract.read>, { kind: 'read' }>

/** Takes a bank's file, chosen or dropped, and says what stood in it. */
export function ReadStatement({ onRead }: { onRead: (read: Read) => void }) {
  const t = useTexts(texts)
  const explain = useRefusalText(statementRefusals, refusals)
  const { run, pending } = useCommand(bank.read)
  const [problem, setProblem] = useState<string | null>(null)
  const [read, setRead] = useState<Read | null>(null)
  const [unknown, setUnknown] = useState<{ file: string; table: UnknownColumns } | null>(null)

  async function send(file: string, columns?: { headings: string[]; columns: Columns }) {
    setProblem(null)
    setRead(null)
    const outcome = await run(columns ? { file, columns } : { file })
    if (!outcome) return
    if (!outcome.ok) return setProblem(explain(outcome))
    if (outcome.value.kind === 'unknownColumns') return setUnknown({ file, table: outcome.value })
    setUnknown(null)
    setRead(outcome.value)
    onRead(outcome.value)
  }

  async function take(file: File) {
    if (file.size > MOST_BYTES) return setProblem(explain({ code: 'tooLarge' }))
    await send(await base64Of(file))
  }

  return (
    <div className="flex flex-col gap-4">
      <FileDrop
        label={t.choose}
        hint={`${t.drop} ${t.notKept}`}
        accept=".xml,.csv,.txt,text/csv,application/xml,text/xml"
        pending={pending}
        pendingLabel={t.reading}
        onFiles={([file]) => void take(file)}
      />
      {problem && <Alert kind="problem">{problem}</Alert>}
      {read && <Summary read={read} />}
      {unknown && (
        <ColumnsDialog
          table={unknown.table}
          pending={pending}
          onRead={(columns) => void send(unknown.file, { headings: unknown.table.headings, columns })}
          onClose={() => setUnknown(null)}
        />
      )}
    </div>
  )
}

const parts = ['settles', 'back', 'look', 'known', 'others'] as const

function Summary({ read }: { read: Read }) {
  const t = useTexts(texts)
  const said = parts.filter((part) => read[part] > 0).map((part) => t.read[part](read[part]))
  return (
    <Alert kind={read.look > 0 ? 'info' : 'success'} title={t.read.lines(read.lines)}>
      {said.join(' · ')}
    </Alert>
  )
}
