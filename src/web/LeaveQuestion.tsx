import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'

/** Asks before leaving a page with unsaved input. A reload keeps the draft: see ui/typed.ts. */
export function LeaveQuestion({ unsaved, what }: { unsaved: boolean; what: string }) {
  const t = useTexts(words)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: false,
    disabled: !unsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <ConfirmDialog
      open
      danger
      title={t.leaveTitle}
      message={t.leaveQuestion(what)}
      confirmLabel={t.leave}
      cancelLabel={t.stay}
      onConfirm={proceed}
      onCancel={reset}
    />
  )
}
