import { X } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#web/language.tsx'
import { useBetaHidden, useStudio } from '#web/studio.tsx'
import { shellTexts } from './messages.ts'
import { ReportButton } from './ReportButton.tsx'

/**
 * Whether the beta banner is shown, and `hide` to dismiss it for the day; then the footer takes reports of problems.
 */
export function useBeta(): { shown: boolean; hide: () => void } {
  const { beta } = useStudio()
  const before = useBetaHidden()
  const [hidden, setHidden] = useState(before)
  return {
    shown: beta && !hidden,
    hide: () => {
      // in a cookie, so that the server-rendered page omits it from the start
      const midnight = new Date().setHours(24, 0, 0, 0)
      document.cookie = `betaHidden=1; path=/; max-age=${Math.ceil((midnight - Date.now()) / 1000)}; samesite=lax`
      setHidden(true)
    },
  }
}

/** One line that asks for reports of errors. */
export function BetaBanner({ onHide }: { onHide: () => void }) {
  const texts = useTexts(shellTexts)
  return (
    <aside aria-label={texts.beta} data-beta className="border-b border-line bg-sunken">
      <div className="mx-auto flex w-full max-w-[100rem] items-center gap-x-3 pl-4 max-[16rem]:gap-x-1 max-[16rem]:pl-2 text-sm sm:justify-center sm:px-6">
        <p className="min-w-0 truncate">
          <span
            aria-hidden="true"
            className="mr-2 hidden rounded-full bg-sun px-2 py-0.5 text-xs font-bold text-[#241627] sm:inline"
          >
            {texts.beta}
          </span>
          <span className="sm:hidden">{texts.betaShort}</span>
          <span className="max-sm:hidden">{texts.betaNotice}</span>
        </p>
        <ReportButton />
        <button
          type="button"
          aria-label={texts.betaHide}
          title={texts.betaHide}
          onClick={onHide}
          className="ml-auto grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-ink sm:ml-0"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </aside>
  )
}
