import { useTexts } from '#web/language.tsx'
import { useStudio } from '#web/studio.tsx'
import { ByWidth, MENU_REM } from '#web/ui/ByWidth.tsx'
import { OutsideLink, TextLink } from '#web/ui/LinkButton.tsx'
import { ThemeSwitch } from '#web/ui/switches.tsx'
import { shellTexts } from './messages.ts'
import { ReportButton } from './ReportButton.tsx'

/** `report`: shows the button to report a problem. */
export function Footer({ report }: { report: boolean }) {
  const texts = useTexts(shellTexts)
  const studio = useStudio()
  return (
    <footer className="mt-10 border-t border-line text-sm text-muted">
      <div className="mx-auto flex w-full max-w-[100rem] flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-5 sm:px-6">
        <p>
          {texts.needHelp} <OutsideLink href={`mailto:${studio.supportEmail}`}>{studio.supportEmail}</OutsideLink>
          {studio.phone && (
            <>
              {' · '}
              <OutsideLink href={`tel:${studio.phone.replace(/[^+\d]/g, '')}`}>{studio.phone}</OutsideLink>
            </>
          )}
        </p>
        {report && <ReportButton />}
        {studio.postalAddress && <p className="whitespace-pre-line">{studio.postalAddress}</p>}
        <p>
          {studio.name} · {texts.version(studio.version)}
          {studio.terms !== null && (
            <>
              {' · '}
              <TextLink to="/terms">{texts.terms}</TextLink>
            </>
          )}
        </p>
        {/* where the navigation is a panel, it contains the switch */}
        <ByWidth rem={MENU_REM} wide={<ThemeSwitch label={texts.theme} names={texts.themes} />} />
      </div>
    </footer>
  )
}
