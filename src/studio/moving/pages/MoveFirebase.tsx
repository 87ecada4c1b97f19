import { useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useNow } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { Section } from '#web/ui/Page.tsx'
import { moving } from '../calls.ts'
import type { FirebaseMove } from '../contract.ts'
import { texts } from '../messages.ts'
import { firebaseRefusals, firebaseTexts } from '../messages/firebase.ts'
import { isRunning, percentOf } from '../rules/firebase.ts'
import { MoveReport } from './MoveReport.tsx'
import { TakeFirebase } from './TakeFirebase.tsx'
import { chosenExport, sendExport, type Unfit } from './sendExport.ts'

/** Imports a whole studio from Firebase: upload, check, import. Each step can be resumed later. */
export function MoveFirebase() {
  const t = useTexts(firebaseTexts)
  const live = useLive(moving.firebase, {})
  return (
    <Section title={t.firebaseTitle} subtitle={t.firebaseHint}>
      <LiveContent live={live} retry={() => retryLive(moving.firebase, {})} count={1}>
        {({ move }) => (
          <>
            {move && <Move key={move.moveId} move={move} />}
            {(!move || !isRunning(move.step)) && <SendExport move={move} />}
          </>
        )}
      </LiveContent>
    </Section>
  )
}

function SendExport({ move }: { move: FirebaseMove | null }) {
  const t = useTexts(firebaseTexts)
  const { refused } = useTexts(texts)
  const explain = useRefusalText(firebaseRefusals)
  const [sending, setSending] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function take(files: readonly File[]) {
    setProblem(null)
    const chosen = chosenExport(files)
    if ('why' in chosen) return setProblem(unfitText(chosen))
    setSending(0)
    try {
      const stopped = await sendExport(chosen, setSending)
      if (stopped) setProblem(explain(stopped))
    } catch {
      // the file was moved or changed while it was read
      setProblem(t.unreadable)
    } finally {
      setSending(null)
    }
  }

  const unfitText = (unfit: Unfit): string => {
    switch (unfit.why) {
      case 'managed':
      case 'noDump':
        return refused[unfit.why]('firestore.json')
      case 'largest':
        return t.largest(unfit.name, unfit.megabytes)
      default:
        return t[unfit.why](unfit.name)
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        many
        label={move && move.step !== 'sending' ? t.otherExport : t.chooseExport}
        hint={t.dropExport}
        accept=".json,.csv,.txt"
        pending={sending !== null}
        pendingLabel={t.packing(sending ?? 0)}
        onFiles={(files) => void take(files)}
      />
      <p className="text-sm text-muted">{sending === null ? t.howToExport : t.stayHere}</p>
      {problem && <Alert kind="problem">{problem}</Alert>}
      {!problem && sending === null && move?.step === 'sending' && <Alert kind="warning">{t.notSent}</Alert>}
    </div>
  )
}

function Move({ move }: { move: FirebaseMove }) {
  const t = useTexts(firebaseTexts)
  const format = useFormats()
  const begun = t.begunBy(move.by, format.stamp(move.startedAt))
  switch (move.step) {
    case 'sending':
      return null
    case 'looking':
    case 'taking':
    case 'undoing':
      return <Working move={move} begun={begun} />
    case 'looked':
      return (
        <MoveReport move={move}>
          <Looked move={move} begun={begun} />
        </MoveReport>
      )
    case 'taken':
      return (
        <MoveReport move={move}>
          <Taken move={move} begun={begun} />
        </MoveReport>
      )
    case 'undone':
      return (
        <MoveReport move={move}>
          <Alert kind={move.left > 0 ? 'warning' : 'success'} title={t.undone} action={<PutAway move={move} />}>
            {move.left > 0 ? t.someStay(move.left) : t.nothingStays}
          </Alert>
        </MoveReport>
      )
    case 'stopped':
      return <Stopped move={move} begun={begun} />
    default:
      return move.step satisfies never
  }
}

function Working({ move, begun }: { move: FirebaseMove; begun: string }) {
  const t = useTexts(firebaseTexts)
  const { kinds } = useTexts(texts)
  const { far } = move
  const label = far ? t.far[far.doing](percentOf(far), far.kind ? kinds[far.kind].toLowerCase() : '') : t.begins
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5">
      <p className="font-semibold tabular-nums">{label}</p>
      <ProgressBar label={label} at={{ done: far ? percentOf(far) : 0, all: 100 }} />
      <p className="text-sm text-muted">
        {t.goesOn} {begun}
      </p>
    </div>
  )
}

type Texts = (typeof firebaseTexts)['en']

const newIn = ({ rows }: FirebaseMove): number => rows.reduce((sum, { added }) => sum + added, 0)

const said = (move: FirebaseMove, t: Texts): string => {
  const known = move.rows.reduce((sum, row) => sum + row.known, 0)
  return [
    t.sum.added(newIn(move)),
    ...(known > 0 ? [t.sum.known(known)] : []),
    ...(move.left > 0 ? [t.sum.left(move.left)] : []),
    ...(move.changed > 0 ? [t.sum.changed(move.changed)] : []),
  ].join(' · ')
}

function Looked({ move, begun }: { move: FirebaseMove; begun: string }) {
  const t = useTexts(firebaseTexts)
  const fresh = newIn(move)
  return (
    <>
      <Alert kind="info" title={said(move, t)}>
        {fresh === 0 ? t.nothingToTake : t.nothingYet} {begun}
      </Alert>
      <div className="flex flex-wrap gap-3">
        {fresh > 0 && <TakeOver move={move} label={t.takeOver(fresh)} />}
        <PutAway move={move} />
      </div>
    </>
  )
}

function Taken({ move, begun }: { move: FirebaseMove; begun: string }) {
  const t = useTexts(firebaseTexts)
  const undoable = useUndoable(move)
  return (
    <Alert
      kind="success"
      title={`${t.takenOver} ${said(move, t)}`}
      action={undoable ? <Undo move={move} label={t.undo} /> : <PutAway move={move} />}
    >
      {t.signInNow} {undoable && t.undoHint} {begun}
    </Alert>
  )
}

const useUndoable = ({ undoableUntil }: FirebaseMove): boolean => useNow() < (undoableUntil ?? 0)

function Stopped({ move, begun }: { move: FirebaseMove; begun: string }) {
  const t = useTexts(firebaseTexts)
  const { refused } = useTexts(texts)
  const undoable = useUndoable(move)
  const { stop } = move
  if (stop === null) return null
  if (move.isUndone)
    return (
      <Alert kind="problem" title={t.stoppedTitle} action={<Undo move={move} label={t.pressAgain} />}>
        {t.backStopped} {begun}
      </Alert>
    )
  const goesOn = stop === 'failed' && move.hasFiles
  return (
    <Alert
      kind="problem"
      title={stop === 'failed' ? t.stoppedTitle : refused[stop](move.stopFile ?? '')}
      action={
        <>
          {goesOn ? <TakeOver move={move} label={t.pressAgain} /> : <PutAway move={move} />}
          {undoable && <Undo move={move} label={t.undo} />}
        </>
      }
    >
      {stop === 'failed' && t.failed} {begun}
    </Alert>
  )
}

function TakeOver({ move, label }: { move: FirebaseMove; label: string }) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button variant="primary" onPress={() => setAsks(true)}>
        {label}
      </Button>
      {asks && <TakeFirebase moveId={move.moveId} label={label} onClose={() => setAsks(false)} />}
    </>
  )
}

/** Button that undoes the whole import. */
function Undo({ move, label }: { move: FirebaseMove; label: string }) {
  const { starting } = useTexts(firebaseTexts)
  return <Step move={move} command={moving.firebaseUndo} label={label} pendingLabel={starting} />
}

/** Button that deletes the uploaded files and the report. */
function PutAway({ move }: { move: FirebaseMove }) {
  const t = useTexts(firebaseTexts)
  return (
    <Step
      move={move}
      command={moving.firebaseForget}
      label={move.step === 'taken' || move.step === 'undone' ? t.putAway : t.dropIt}
    />
  )
}

/** A button for the next step, with the reason below it if the server refuses. */
function Step(props: {
  move: FirebaseMove
  command: typeof moving.firebaseUndo | typeof moving.firebaseForget
  label: string
  pendingLabel?: string
}) {
  const { move, command, label, pendingLabel } = props
  const explain = useRefusalText(firebaseRefusals)
  const { run, pending } = useCommand(command)
  const [problem, setProblem] = useState<string | null>(null)
  async function press() {
    setProblem(null)
    const outcome = await run({ moveId: move.moveId })
    if (outcome && !outcome.ok) setProblem(explain(outcome))
  }
  return (
    <>
      <Button {...{ pending, pendingLabel }} onPress={() => void press()}>
        {label}
      </Button>
      {problem && <Alert kind="problem">{problem}</Alert>}
    </>
  )
}
