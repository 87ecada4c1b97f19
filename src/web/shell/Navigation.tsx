import { menuOf } from '#studio/screens.ts'
import { useTexts } from '#web/language.tsx'
import { useConnectionState } from '#web/live/useLive.ts'
import { useMay, useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { classes } from '#web/ui/classes.ts'
import { ByWidth, MENU_REM, PHONE_REM } from '#web/ui/ByWidth.tsx'
import { StudioLogo } from './StudioLogo.tsx'
import { NavMenu } from '#web/ui/NavMenu.tsx'
import { OfflineBanner } from '#web/ui/states.tsx'
import { AccountLink } from './AccountLink.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { LogOutButton } from './LogOutButton.tsx'
import { MenuGroups } from './MenuGroups.tsx'
import { shellTexts } from './messages.ts'
import { NavLink } from './NavLink.tsx'
import { NewVersion } from './NewVersion.tsx'
import { PhoneDock } from './PhoneDock.tsx'
import { Progress } from './Progress.tsx'
import { Search } from './Search.tsx'
import { TabletMenu } from './TabletMenu.tsx'

/** A row at the top; up to 1024 px part of it folds into a menu, and a phone has a bar at its lower edge instead. */
export function Navigation() {
  const texts = useTexts(shellTexts)
  const offline = useConnectionState() === 'offline'
  return (
    <>
      <header className="sticky top-0 z-30 border-b border-line bg-canvas/90 backdrop-blur-md low:relative">
        {/* on a small phone at 200 % there is room for the buttons only */}
        <div className="mx-auto flex min-h-16 w-full max-w-[100rem] items-center gap-2 px-4 max-[16rem]:gap-1 max-[16rem]:px-2 sm:px-6">
          <Brand />
          <ByWidth
            rem={PHONE_REM}
            narrow={
              <div className="ml-auto flex items-center gap-1 max-[16rem]:gap-0">
                <Search />
                <LanguageChoice />
              </div>
            }
            wide={<Row />}
          />
        </div>
        <Progress />
        <div data-offline>
          <OfflineBanner text={texts.offline} offline={offline} />
        </div>
        {/* overlays the screen, which it must not move */}
        <div className="absolute inset-x-0 top-full">
          <NewVersion />
        </div>
      </header>
      <ByWidth rem={PHONE_REM} narrow={<PhoneDock />} />
    </>
  )
}

/**
 * Below 832 px the row has room only for members' links; those of staff, who also have the search, move into the menu.
 */
function Row() {
  const texts = useTexts(shellTexts)
  const { kind } = useMe()
  const { features } = useStudio()
  const items = menuOf('main', kind, features)
  const crowded = useMay('seeDesk')
  return (
    <nav aria-label={texts.navigation} className="flex flex-1 items-center gap-1">
      <ul className={classes('flex items-center gap-1', crowded && 'max-[52rem]:hidden')}>
        {items.map((item) => (
          <li key={item.path}>
            <NavLink item={item} />
          </li>
        ))}
        <li className="max-[64.0625rem]:hidden">
          <ByWidth rem={MENU_REM} wide={<DeskMenu />} />
        </li>
      </ul>
      <span className="flex-1" />
      <Search />
      <div className="md:mr-2 2xl:mr-4">
        <LanguageChoice />
      </div>
      <ByWidth
        rem={MENU_REM}
        narrow={<TabletMenu items={crowded ? items : []} />}
        wide={
          <>
            <div>
              <AccountLink inRow />
            </div>
            <div className="shrink-0">
              <LogOutButton />
            </div>
          </>
        }
      />
    </nav>
  )
}

function Brand() {
  const texts = useTexts(shellTexts)
  const studio = useStudio()
  // signed-in people have more links, which leave no room
  const hasLinks = menuOf('main', useMe().kind, studio.features).length > 2
  const crowded = useMay('seeDesk')
  return (
    <a
      href={studio.url}
      className="mr-1 flex min-h-control min-w-11 items-center gap-2.5 rounded-control sm:mr-2 sm:pr-2"
    >
      <StudioLogo />
      <span
        className={classes(
          'line-clamp-2 max-[16rem]:sr-only font-display leading-tight font-bold tracking-tight sm:text-lg sm:leading-tight',
          hasLinks && (crowded ? 'min-[52rem]:max-[60rem]:sr-only' : 'sm:max-[60rem]:sr-only'),
        )}
      >
        {studio.name}
      </span>
      <span className="sr-only">, {texts.website}</span>
    </a>
  )
}

/** A teacher's only item is shown without a menu. */
function DeskMenu() {
  const texts = useTexts(shellTexts)
  const items = menuOf('desk', useMe().kind, useStudio().features)
  if (items.length === 0) return null
  const [only] = items
  if (only && items.length === 1) return <NavLink item={only} />
  return (
    <NavMenu label={texts.admin}>
      <MenuGroups items={items} />
    </NavMenu>
  )
}
