import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#web/language.tsx'
import { useServerBuild } from '#web/live/useLive.ts'
import { useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { shellTexts } from './messages.ts'

/** Says that the server has a newer build than this page. It never reloads by itself: there may be unsaved input. */
export function NewVersion() {
  const t = useTexts(shellTexts)
  const { build } = useStudio()
  const served = useServerBuild()
  const [putOff, setPutOff] = useState<string | null>(null)
  const shown = served !== null && served !== build && served !== putOff
  return (
    <div role="status">
      {shown && (
        <p
          data-over-content
          className="mx-auto flex w-fit max-w-full flex-wrap items-center justify-center gap-x-3 rounded-b-card border border-t-0 border-line bg-raised px-4 py-1 text-sm shadow-float"
        >
          <RefreshCw aria-hidden="true" className="size-4 shrink-0 text-brand" />
          <span className="font-semibold">{t.newVersion}</span>
          <span className="flex items-center gap-1">
            <Button size="small" variant="quiet" onPress={() => location.reload()}>
              {t.reload}
            </Button>
            <Button size="small" variant="quiet" onPress={() => setPutOff(served)}>
              {t.later}
            </Button>
          </span>
        </p>
      )}
    </div>
  )
}
