import { useState, type ReactNode } from 'react'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { useCommand, type AnyCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import type { Explain } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'

/** Asks, does it, and says inside the dialog why it was refused. Render it while there is something to ask. */
export function ConfirmCommand<P extends AnyCommand>(props: {
  command: P
  input: InputOf<P>
  title: string
  question: string
  confirmLabel: string
  /** Where 'Cancel' would be taken for the deed. */
  cancelLabel?: string
  pendingLabel?: string
  explain: Explain
  onDone: (answer: AnswerOf<P>) => void
  onClose: () => void
  danger?: boolean
  /** Known in advance: confirming would be refused. */
  whyDisabled?: string | undefined
  /** What is concerned, below the question. */
  children?: ReactNode
}) {
  const { pendingLabel, danger } = props
  const { run, pending } = useCommand(props.command)
  const [problem, setProblem] = useState<string | null>(null)
  const { cancel } = useTexts(words)
  const [around] = useState(() => document.activeElement?.closest<HTMLElement>('[role=dialog], section, main'))

  async function confirm() {
    setProblem(null)
    const outcome = await run(props.input)
    if (outcome === null) return
    if (!outcome.ok) return setProblem(props.explain(outcome))
    props.onDone(outcome.value)
    props.onClose()
    if (around) focusAround(around)
  }

  return (
    <ConfirmDialog
      open
      title={props.title}
      message={props.question}
      confirmLabel={props.confirmLabel}
      cancelLabel={props.cancelLabel ?? cancel}
      onConfirm={() => void confirm()}
      onCancel={props.onClose}
      pending={pending}
      {...(pendingLabel && { pendingLabel })}
      {...(danger && { danger })}
      whyDisabled={props.whyDisabled}
    >
      {(props.children || problem) && (
        <div className="flex flex-col gap-4">
          {props.children}
          {problem && <Alert kind="problem">{problem}</Alert>}
        </div>
      )}
    </ConfirmDialog>
  )
}

/**
 * Once it is done, the button that asked may be gone with its row, and the focus with it: the dialog, section or page
 * around it takes the focus, so that keys still reach it.
 */
function focusAround(element: HTMLElement) {
  // after the dialog has given the focus back to the button
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1')
      element.classList.add('outline-none')
      element.focus({ preventScroll: true })
    }),
  )
}
