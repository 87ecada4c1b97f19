import type { MenuItem } from '#studio/screens.ts'
import { useTexts } from '#web/language.tsx'
import { OpenNavMenu } from '#web/ui/NavMenu.tsx'
import { ThemeSwitch } from '#web/ui/switches.tsx'
import { AccountLink } from './AccountLink.tsx'
import { LogOutButton } from './LogOutButton.tsx'
import { shellTexts } from './messages.ts'
import { MenuGroups } from './MenuGroups.tsx'
import { NavLink } from './NavLink.tsx'

/** The panel of the folded navigation: the admin menu, unfolded, and what is seldom needed. */
export function MenuPanel({ items, desk }: { items: readonly MenuItem[]; desk: readonly MenuItem[] }) {
  const texts = useTexts(shellTexts)
  return (
    <div className="flex flex-col gap-3">
      {items.length > 0 && (
        // from 832 px on, the row at the top shows these
        <ul className="min-[52rem]:hidden">
          {items.map((item) => (
            <li key={item.path}>
              <NavLink item={item} />
            </li>
          ))}
        </ul>
      )}
      {desk.length > 0 && (
        <OpenNavMenu label={texts.admin}>
          <MenuGroups items={desk} />
        </OpenNavMenu>
      )}
      <AccountLink />
      <div className="flex items-center justify-between gap-3 border-t border-line pt-3 first:border-0 first:pt-0">
        <ThemeSwitch label={texts.theme} names={texts.themes} />
        <LogOutButton />
      </div>
    </div>
  )
}
