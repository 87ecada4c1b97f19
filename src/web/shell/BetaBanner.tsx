import { useState, type ComponentType } from 'react'
import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { DialogToCome } from '#web/ui/DialogToCome.tsx'
import { toast } from '#web/ui/toast.ts'
import { reportTexts, shellTexts } from './messages.ts'

type ReportDialog = ComponentType<{ onClose: () => void }>

/** Asks for reports of errors, and takes them. The dialog is loaded when it is wanted. */
export function BetaBanner() {
  const texts = useTexts(shellTexts)
  const report = useTexts(reportTexts)
  const { supportEmail } = useStudio()
  const [opened, setOpened] = useState(false)
  const [Dialog, setDialog] = useState<ReportDialog | null>(null)
  const close = () => setOpened(false)

  async function open() {
    setOpened(true)
    try {
      const { ReportProblem } = await import('./ReportProblem.tsx')
      setDialog(() => ReportProblem)
    } catch {
      close()
      // offline, or a new version is out: the address is what matters
      toast.problem(report.loadFailed(supportEmail))
    }
  }

  return (
    <aside aria-label={texts.beta} className="border-b border-line bg-sunken">
      <div className="mx-auto flex w-full max-w-[100rem] items-center justify-between gap-x-3 px-4 text-sm sm:justify-center sm:px-6">
        <p className="min-w-0 py-1.5">
          <span
            aria-hidden="true"
            className="mr-2 hidden rounded-full bg-sun px-2 py-0.5 text-xs font-bold text-[#241627] sm:inline"
          >
            {texts.beta}
          </span>
          {texts.betaNotice}
        </p>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => void open()}
          className="min-h-control shrink-0 rounded-md font-semibold text-brand underline decoration-brand/40 decoration-2 underline-offset-4 hover:text-brand-strong hover:decoration-current"
        >
          {report.button}
        </button>
      </div>
      {opened && (Dialog ? <Dialog onClose={close} /> : <DialogToCome title={report.title} onClose={close} />)}
    </aside>
  )
}
