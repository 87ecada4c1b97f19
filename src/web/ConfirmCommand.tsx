import { useState, type ReactNode } from 'react'
import type { AnswerOf, InputOf } from '#kernel/procedures.ts'
import { useCommand, type AnyCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import type { Explain } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'

/**
 * Asks for confirmation, runs the command, and shows inside the dialog why it was refused. Render it only while it is
 * open.
 */
export function ConfirmCommand<P extends AnyCommand>(props: {
  command: P
  input: InputOf<P>
  title: string
  question: string
  confirmLabel: string
  /** For questions where 'Cancel' could be mistaken for the action itself. */
  cancelLabel?: string
  pendingLabel?: string
  explain: Explain
  onDone: (answer: AnswerOf<P>) => void
  onClose: () => void
  danger?: boolean
  /** Why confirming would be refused, where that is known in advance. */
  whyDisabled?: string | undefined
  /** Details of what is affected, below the question. */
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
 * After the command, the button that asked may be gone together with its row, and the focus with it. Focuses the
 * dialog, section or page around it, so that the keyboard still works there.
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
