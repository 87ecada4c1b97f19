import { useState, type ComponentType } from 'react'
import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { DialogToCome } from '#web/ui/DialogToCome.tsx'
import { toast } from '#web/ui/toast.ts'
import { reportTexts } from './messages.ts'

type ReportDialog = ComponentType<{ onClose: () => void }>

/** Button to report a problem; loads its dialog when pressed. */
export function ReportButton() {
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
      // offline, or a new build replaced the old files: show the address, which is what matters
      toast.problem(report.loadFailed(supportEmail))
    }
  }

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => void open()}
        className="min-h-control shrink-0 rounded-md font-semibold text-brand underline decoration-brand/40 decoration-2 underline-offset-4 hover:text-brand-strong hover:decoration-current"
      >
        {report.button}
      </button>
      {opened && (Dialog ? <Dialog onClose={close} /> : <DialogToCome title={report.title} onClose={close} />)}
    </>
  )
}
