import { Copy, Download } from 'lucide-react'
import { useCommand } from '#web/commands.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { saveFile } from '#web/saveFile.ts'
import { useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Cluster } from '#web/ui/Card.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { settings } from '../calls.ts'
import { refusals } from '../messages.ts'
import { setUpTexts } from '../messages/setUp.ts'

/** Link to the class list, and posters to print. */
export function ShareStudio({ onShared }: { onShared: () => void }) {
  const t = useTexts(setUpTexts)
  const { language } = useLanguage()
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(settings.poster)
  const { address } = useStudio()
  const link = `${address}/classes`
  const onlyHere = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)

  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      toast.success(t.copied)
      onShared()
    } catch {
      // there is no clipboard without HTTPS or permission
      toast.problem(t.copyFailed)
    }
  }
  async function saveQr() {
    const { renderSVG } = await import('uqr')
    saveFile('qr.svg', renderSVG(link, { border: 4 }), 'image/svg+xml')
    onShared()
  }
  async function savePoster() {
    const outcome = await run({ language })
    if (!outcome) return
    if (!outcome.ok) return toast.problem(explain(outcome))
    const bytes = Uint8Array.from(atob(outcome.value.pdf), (character) => character.charCodeAt(0))
    saveFile(`${t.posterFile}.pdf`, bytes, 'application/pdf')
    onShared()
  }
  const icon = <Download aria-hidden="true" className="size-4" />
  return (
    <Card>
      {onlyHere && <Alert kind="info">{t.onlyHere}</Alert>}
      <TextField label={t.link} value={link} readOnly />
      <QrCode text={link} label={t.qr} />
      <Cluster>
        <Button variant="primary" icon={<Copy aria-hidden="true" className="size-4" />} onPress={() => void copy()}>
          {t.copy}
        </Button>
        <Button icon={icon} onPress={() => void saveQr()}>
          {t.saveQr}
        </Button>
        <Button icon={icon} pending={pending} onPress={() => void savePoster()}>
          {t.savePoster}
        </Button>
      </Cluster>
    </Card>
  )
}
