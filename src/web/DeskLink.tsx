import { menuOf, type MenuItem, type Path } from '#studio/screens.ts'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import type { ButtonVariant } from '#web/ui/buttonLook.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { useLabel } from '#web/useLabel.ts'

/**
 * The next step from an empty list, for people who have that item in the admin menu; renders nothing for everybody
 * else.
 */
export function DeskLink({ to, variant = 'secondary' }: { to: Path; variant?: ButtonVariant }) {
  const item = menuOf('desk', useMe().kind, useStudio().features).find(({ path }) => path === to)
  return item && <DeskButton item={item} variant={variant} />
}

function DeskButton({ item, variant }: { item: MenuItem; variant: ButtonVariant }) {
  return (
    <LinkButton to={item.path} variant={variant}>
      {useLabel(item)}
    </LinkButton>
  )
}
