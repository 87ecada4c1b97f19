import { useId, useRef, useState } from 'react'
import { base64Of } from '#web/base64Of.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useStudio } from '#web/studio.tsx'
import { Button } from '#web/ui/Button.tsx'
import { fieldClass, FieldNotes, labelClass, noteIds } from '#web/ui/fieldParts.tsx'
import { toast } from '#web/ui/toast.ts'
import { settings } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { LOGO } from '../rules.ts'

/** The logo, saved as soon as a picture is chosen. */
export function LogoField() {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const { look } = useStudio()
  const { run, pending } = useCommand(settings.saveLogo)
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()

  async function save(logo: string | null) {
    setError(undefined)
    const outcome = await run({ logo })
    if (outcome?.ok) return toast.success(t.saved)
    if (outcome) setError(explain({ ...outcome, code: outcome.fields?.['logo'] ?? outcome.code }))
  }

  async function choose(file: File | undefined) {
    if (!file) return
    if (file.size > LOGO.most) return setError(explain({ code: 'pictureUnusable' }))
    await save(await base64Of(file))
  }

  return (
    <div className={fieldClass} data-invalid={error ? true : undefined}>
      <label htmlFor={id} className={labelClass}>
        {t.logo}
      </label>
      <div className="flex flex-wrap items-center gap-3">
        {look.hasLogo && (
          <img
            src={`/look/${look.key}/logo.png`}
            alt={t.logoNow}
            className="h-16 max-w-48 rounded-control border border-line object-contain"
          />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept={LOGO.types.join(',')}
          hidden
          aria-describedby={noteIds(id, t.logoHint, error)}
          onChange={(event) => {
            void choose(event.target.files?.[0])
            // so that choosing the same file again fires a change event
            event.target.value = ''
          }}
        />
        <Button
          pending={pending}
          onPress={() => input.current?.click()}
          aria-describedby={noteIds(id, t.logoHint, error)}
        >
          {look.hasLogo ? t.changeLogo : t.chooseLogo}
        </Button>
        {look.hasLogo && (
          <Button variant="quiet" disabled={pending} onPress={() => void save(null)}>
            {t.removeLogo}
          </Button>
        )}
      </div>
      <FieldNotes id={id} description={t.logoHint} error={error} />
    </div>
  )
}
