import { useStudio } from '#web/studio.tsx'
import { StudioMark } from '#web/ui/Mark.tsx'

/** Beside the studio's name: its logo, or the program's mark in its colour. */
export function StudioLogo() {
  const { look } = useStudio()
  if (!look.hasLogo) return <StudioMark />
  return <img src={`/look/${look.key}/logo.png`} alt="" className="h-9 w-auto max-w-28 shrink-0 rounded-lg" />
}
