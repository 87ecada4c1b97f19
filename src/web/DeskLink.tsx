import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { deskItems, type DeskItem } from '#web/shell/links.ts'
import { deskTexts } from '#web/shell/messages.ts'
import type { ButtonVariant } from '#web/ui/buttonLook.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** The way on from an empty place, for whoever has that item in the admin menu; nothing for everybody else. */
export function DeskLink({ item, variant = 'secondary' }: { item: DeskItem; variant?: ButtonVariant }) {
  const t = useTexts(deskTexts)
  if (!deskItems(useMe().kind).includes(item)) return null
  return (
    <LinkButton to={`/admin/${item}`} variant={variant}>
      {t[item]}
    </LinkButton>
  )
}
