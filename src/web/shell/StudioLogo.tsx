import { useStudio } from '#web/studio.tsx'
import { StudioMark } from '#web/ui/Mark.tsx'

/** The studio's logo, or the product's mark in the studio's colour; shown beside its name. */
export function StudioLogo() {
  const { look } = useStudio()
  if (!look.hasLogo) return <StudioMark />
  return (
    <img
      src={`/look/${look.key}/logo.png`}
      alt=""
      className="h-9 w-auto max-w-28 shrink-0 rounded-lg max-[16rem]:max-w-11 max-[16rem]:object-contain"
    />
  )
}
