import { Link } from '@tanstack/react-router'
import { CircleUserRound } from 'lucide-react'
import { fullName, may } from '#studio/accounts/rules.ts'
import { useMe } from '#web/me.ts'
import { navItemClass } from '#web/ui/NavMenu.tsx'

/** The page of one's own account stands behind one's name. */
export function AccountLink() {
  const { kind, displayName, familyName } = useMe()
  if (!may(kind, 'ownAccount')) return null
  const name = fullName({ displayName: displayName ?? '', familyName: familyName ?? '' })
  return (
    <Link to="/account" className={navItemClass}>
      <CircleUserRound aria-hidden="true" className="size-5 shrink-0" />
      <span className="max-w-48 truncate">{name}</span>
    </Link>
  )
}
