import { Menu, X } from 'lucide-react'
import { menuOf, type MenuItem } from '#studio/screens.ts'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { classes } from '#web/ui/classes.ts'
import { buttonLook } from '#web/ui/buttonLook.ts'
import { shellTexts } from './messages.ts'
import { MenuPanel } from './MenuPanel.tsx'
import { useDisclosure } from '#web/ui/useDisclosure.ts'

/** The menu of a tablet: a panel below the row. `items` are those that the row has no room for. */
export function TabletMenu({ items }: { items: readonly MenuItem[] }) {
  const texts = useTexts(shellTexts)
  const { kind } = useMe()
  const { features } = useStudio()
  const { open, root, button, panelId, buttonProps } = useDisclosure<HTMLDivElement>()
  const Icon = open ? X : Menu
  return (
    <div ref={root} className="group/menu">
      <button
        type="button"
        ref={button}
        className={classes(
          buttonLook({ size: 'small' }),
          'group-has-[[aria-current=page]]/menu:border-brand group-has-[[aria-current=page]]/menu:text-brand',
        )}
        {...buttonProps}
      >
        <Icon aria-hidden="true" className="size-5" />
        <span className="max-[44rem]:sr-only">{texts.menu}</span>
      </button>
      <div
        id={panelId}
        hidden={!open}
        className="absolute top-full right-3 left-3 mt-2 max-h-[75dvh] animate-fade overflow-y-auto rounded-card border border-line bg-raised p-4 shadow-float"
      >
        <MenuPanel items={items} desk={menuOf('desk', kind, features)} />
      </div>
    </div>
  )
}
