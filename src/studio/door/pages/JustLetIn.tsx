import { useState } from 'react'
import { UNDO_WITHIN } from '#kernel/undo.ts'
import { texts as ofRegistrants } from '#studio/attendance/messages.ts'
import { useTexts } from '#web/language.tsx'
import { useNow } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { DoorEntry } from '../contract.ts'
import { texts } from '../messages.ts'
import { undoWalkIn, type LetIn } from '../parts/marks.ts'
import type { Waiting } from '../parts/outbox.ts'

/** Whom this page has let in to a class, within the time for undoing. */
export function useLetIn(entry: DoorEntry, refused: readonly Waiting[]) {
  const now = useNow()
  const [all, setAll] = useState<readonly (LetIn & { readonly undone: boolean })[]>([])
  // what was refused is in the list of refused taps, and there is nothing to undo, also once it is removed from there
  const isRefused = ({ key }: LetIn) => refused.some((tap) => tap.key === key || tap.after === key)
  if (all.some(isRefused)) setAll(all.filter((one) => !isRefused(one)))
  return {
    lately: all.filter((one) => one.scheduleId === entry.id && now - one.at < UNDO_WITHIN),
    add: (one: LetIn) => setAll([...all, { ...one, undone: false }]),
    setUndone: (one: LetIn) => setAll(all.map((other) => (other.key === one.key ? { ...other, undone: true } : other))),
  }
}

/** A walk-in can be undone where it was made; its money follows the rules for a removed registration. */
export function JustLetIn(props: { entry: DoorEntry; accountId: string; letIn: ReturnType<typeof useLetIn> }) {
  const { letIn } = props
  const t = useTexts(texts)
  const { removePaid } = useTexts(ofRegistrants)
  if (letIn.lately.length === 0) return null
  return (
    <section className="rounded-card border border-dashed border-line-strong px-3 py-2">
      <h2 className="text-sm font-semibold text-muted">{t.justLetIn}</h2>
      <ul>
        {letIn.lately.map((one) => (
          <li key={one.key} className="flex min-h-11 items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              {one.label}
              {one.undone && (
                <span className="block text-sm text-muted">
                  {[t.walkInUndone, one.withPass ? t.passStays : one.paid && removePaid].filter(Boolean).join(' ')}
                </span>
              )}
            </span>
            {!one.undone && (
              <Button
                size="small"
                aria-label={`${t.undo}: ${one.label}`}
                onPress={() => {
                  undoWalkIn(props, one, t.undo)
                  letIn.setUndone(one)
                }}
              >
                {t.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
