import { useState, type ReactNode } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { base64Of } from '#web/base64Of.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { bank } from '../calls.ts'
import type { bank as contract, Columns, UnknownColumns } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { statementRefusals } from '../messages/statements.ts'
import { MOST_BYTES } from '../rules/statements.ts'
import { ColumnsDialog } from './ColumnsDialog.tsx'

type Read = Extract<AnswerOf<typeof contract.read>, { kind: 'read' }>

/** Takes a bank's file, chosen or dropped, and shows a summary until one of its lines is decided. */
export function ReadStatement(props: {
  /** Number of lines that are settled or ignored; null until known. */
  decided: number | null
  onRead: (read: Read) => void
}) {
  const t = useTexts(texts)
  const explain = useRefusalText(statementRefusals, refusals)
  const { run, pending } = useCommand(bank.read)
  const [problem, setProblem] = useState<string | null>(null)
  const [read, setRead] = useState<Read | null>(null)
  const [decidedBefore, setDecidedBefore] = useState(props.decided)
  if (decidedBefore !== props.decided) {
    setDecidedBefore(props.decided)
    // work went on: a file that could not be read is history
    if (decidedBefore !== null) setProblem(null)
  }
  const [file, setFile] = useState('')
  /** The table whose columns the user is asked for. */
  const [asked, setAsked] = useState<{ table: UnknownColumns; anew: boolean } | null>(null)

  async function send(file: string, columns?: { headings: string[]; columns: Columns }) {
    setProblem(null)
    setRead(null)
    setFile(file)
    const outcome = await run(columns ? { file, columns } : { file })
    if (!outcome?.ok) return outcome
    if (outcome.value.kind === 'unknownColumns') {
      setAsked({ table: outcome.value, anew: false })
      return null
    }
    setAsked(null)
    setRead(outcome.value)
    props.onRead(outcome.value)
    return outcome
  }

  async function take(file: File) {
    if (file.size > MOST_BYTES) return setProblem(explain({ code: 'tooLarge' }))
    const outcome = await send(await base64Of(file))
    if (outcome && !outcome.ok) setProblem(explain(outcome))
  }

  const shown = read?.decided === props.decided ? read : null
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
      {pending && <SoFar />}
      {problem && <Alert kind="problem">{problem}</Alert>}
      {shown && (
        <Summary
          read={shown}
          action={
            shown.table && (
              <Button size="small" onPress={() => setAsked(shown.table ? { table: shown.table, anew: true } : null)}>
                {t.columnsAnew}
              </Button>
            )
          }
        />
      )}
      {asked && (
        <ColumnsDialog
          {...asked}
          pending={pending}
          onRead={(columns) => send(file, { headings: asked.table.headings, columns })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** Progress of reading a file: indeterminate during upload and parsing, with a number while lines are stored. */
function SoFar() {
  const t = useTexts(texts)
  const live = useLive(bank.reading, {})
  const at = live.state === 'ready' ? live.answer : null
  const [lines, setLines] = useState(0)
  if (at && at.all !== lines) setLines(at.all)
  // all lines are stored and are being matched
  const shown = at ?? (lines > 0 ? { done: lines, all: lines } : null)
  const label = at ? t.readSoFar(at.done, at.all) : shown ? t.matching : t.reading
  return (
    <div className="flex flex-col gap-1">
      <ProgressBar label={label} at={shown} />
      <p className="text-sm text-muted tabular-nums">{label}</p>
    </div>
  )
}

const parts = ['settles', 'back', 'look', 'known', 'others'] as const

function Summary({ read, action }: { read: Read; action: ReactNode }) {
  const t = useTexts(texts)
  const said = parts.filter((part) => read[part] > 0).map((part) => t.read[part](read[part]))
  return (
    <Alert kind={read.look > 0 ? 'info' : 'success'} title={t.read.lines(read.lines)} action={action}>
      {said.join(' · ')}
    </Alert>
  )
}
