import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'

/** The unsaved forms of the page: the first one asks for all of them. */
const open: { readonly what: string }[] = []

/** Asks before leaving a page with unsaved input. A reload keeps the draft: see ui/typed.ts. */
export function LeaveQuestion({ unsaved, what }: { unsaved: boolean; what: string }) {
  const t = useTexts(words)
  const own = useRef<{ what: string }>(null)
  const [all, setAll] = useState<readonly string[]>([])
  useEffect(() => {
    if (!unsaved) return
    const form = { what }
    own.current = form
    open.push(form)
    return () => void open.splice(open.indexOf(form), 1)
  }, [unsaved, what])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      setAll(open.map((one) => one.what))
      return current.pathname !== next.pathname && open[0] === own.current
    },
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
      message={t.leaveQuestion(all.join(', '))}
      confirmLabel={t.leave}
      cancelLabel={t.stay}
      onConfirm={proceed}
      onCancel={reset}
    />
  )
}
