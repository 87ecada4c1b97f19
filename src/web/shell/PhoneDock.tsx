import { Ellipsis, X } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { classes } from '#web/ui/classes.ts'
import { phoneItems } from './links.ts'
import { shellTexts } from './messages.ts'
import { MenuPanel } from './MenuPanel.tsx'
import { dockClass, dockIconClass, DockLink, dockNameClass } from './NavLink.tsx'
import { useBackCloses } from '#web/ui/useBackCloses.ts'
import { useDisclosure } from '#web/ui/useDisclosure.ts'

/** The phone's navigation, in reach of the thumb. */
export function PhoneDock() {
  const texts = useTexts(shellTexts)
  const { bar, rest, desk } = phoneItems(useMe().kind, useStudio().features)
  const { open, root, button, panelId, close, buttonProps } = useDisclosure<HTMLElement>()
  useBackCloses(open, false, close)
  const Icon = open ? X : Ellipsis
  return (
    <nav
      ref={root}
      aria-label={texts.navigation}
      className="group/dock fixed inset-x-0 bottom-0 z-30 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)]"
    >
      <div
        id={panelId}
        data-more
        hidden={!open}
        className="absolute inset-x-0 bottom-full max-h-[calc(100dvh-8rem)] animate-rise overflow-y-auto overscroll-contain rounded-t-3xl border-t border-line bg-raised p-4 shadow-float"
      >
        <MenuPanel items={rest} desk={desk} />
      </div>
      <ul className="relative flex min-h-14 items-stretch bg-raised px-1 low:min-h-control low:px-0">
        {bar.map((item) => (
          <li key={item.path} className="flex flex-auto">
            <DockLink item={item} />
          </li>
        ))}
        <li className="flex flex-auto">
          <button
            type="button"
            ref={button}
            className={classes(
              dockClass,
              'group-has-[[data-more]_[aria-current=page]]/dock:text-brand forced-colors:group-has-[[data-more]_[aria-current=page]]/dock:outline-2 -outline-offset-2',
            )}
            {...buttonProps}
          >
            <span className={classes(dockIconClass, 'group-has-[[data-more]_[aria-current=page]]/dock:bg-brand-soft')}>
              <Icon aria-hidden="true" className="size-5" />
            </span>
            <span className={dockNameClass}>{texts.more}</span>
          </button>
        </li>
      </ul>
    </nav>
  )
}
