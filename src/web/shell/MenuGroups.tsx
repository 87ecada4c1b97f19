import { useId } from 'react'
import { menuGroups, type MenuGroup } from '#studio/screen.ts'
import type { MenuItem } from '#studio/screens.ts'
import { useTexts } from '#web/language.tsx'
import { shellTexts } from './messages.ts'
import { NavLink } from './NavLink.tsx'

/** The admin menu, its items grouped by topic, side by side where there is room. */
export function MenuGroups({ items }: { items: readonly MenuItem[] }) {
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-3 sm:grid-cols-4">
      {menuGroups.map((group) => (
        <Group
          key={group}
          group={group}
          items={items.filter(({ menu }) => menu.in === 'desk' && menu.group === group)}
        />
      ))}
    </div>
  )
}

function Group({ group, items }: { group: MenuGroup; items: readonly MenuItem[] }) {
  const id = useId()
  const t = useTexts(shellTexts)
  if (items.length === 0) return null
  return (
    <div role="group" aria-labelledby={id} className="min-w-0">
      <p id={id} className="px-3 py-1 text-xs font-semibold text-muted">
        {t.groups[group]}
      </p>
      <ul>
        {items.map((item) => (
          <li key={item.path}>
            <NavLink item={item} />
          </li>
        ))}
      </ul>
    </div>
  )
}
