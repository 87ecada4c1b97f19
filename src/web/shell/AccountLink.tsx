import { Link } from '@tanstack/react-router'
import { CircleUserRound } from 'lucide-react'
import { fullName, may } from '#studio/accounts/rules.ts'
import { useMe } from '#web/me.ts'
import { classes } from '#web/ui/classes.ts'
import { navItemClass } from '#web/ui/NavMenu.tsx'

/** Link to the own account, labelled with the person's name; with `inRow`, a small desktop shows only the picture. */
export function AccountLink({ inRow = false }: { inRow?: boolean }) {
  const { kind, displayName, familyName } = useMe()
  if (!may(kind, 'ownAccount')) return null
  const name = fullName({ displayName: displayName ?? '', familyName: familyName ?? '' })
  return (
    <Link to="/account" title={inRow ? name : undefined} className={navItemClass}>
      <CircleUserRound aria-hidden="true" className="size-5 shrink-0" />
      <span className={classes('max-w-48 truncate', inRow && 'max-xl:sr-only')}>{name}</span>
    </Link>
  )
}
