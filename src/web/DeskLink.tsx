import { menuOf, type MenuItem, type Path } from '#studio/screens.ts'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { useLabel } from '#web/useLabel.ts'

/**
 * The next step from an empty list, for people who have that item in the admin menu; renders nothing for everybody
 * else.
 */
export function DeskLink({ to }: { to: Path }) {
  const item = menuOf('desk', useMe().kind, useStudio().features).find(({ path }) => path === to)
  return item && <DeskButton item={item} />
}

function DeskButton({ item }: { item: MenuItem }) {
  return (
    <LinkButton to={item.path} variant="secondary">
      {useLabel(item)}
    </LinkButton>
  )
}
