import { useNavigate } from '@tanstack/react-router'
import { Search as SearchIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { NamedScreen } from '#studio/search/parts/SearchDialog.tsx'
import { menuOf } from '#studio/screens.ts'
import { useLanguage, useTexts } from '#web/language.tsx'
import { useMay, useMe } from '#web/me.ts'
import { useStudio } from '#web/studio.tsx'
import { buttonLook } from '#web/ui/buttonLook.ts'
import { classes } from '#web/ui/classes.ts'
import { isDialogOpen } from '#web/ui/isDialogOpen.ts'
import { shellTexts } from './messages.ts'

type Props = { screens: readonly NamedScreen[]; onClose: () => void }
const SearchDialog = lazy(() =>
  import('#studio/search/parts/SearchDialog.tsx').then(
    (file): { default: (props: Props) => ReactNode } => ({ default: file.SearchDialog }),
    () => ({ default: () => null }),
  ),
)

/** The desk's search: a button that looks like a search field where there is room, and Ctrl+K or ⌘K. */
export function Search() {
  const t = useTexts(shellTexts)
  const staff = useMay('seeDesk')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!staff) return
    const openByKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // not over an open dialog
      if (!isDialogOpen()) setOpen(true)
    }
    document.addEventListener('keydown', openByKey)
    return () => document.removeEventListener('keydown', openByKey)
  }, [staff])
  const screens = useScreens()
  if (!staff) return null
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className={classes(
          buttonLook({ variant: 'quiet', square: true }),
          '2xl:w-52 2xl:justify-start 2xl:border-line-strong 2xl:bg-surface 2xl:px-4 2xl:text-sm 2xl:font-normal 2xl:text-muted',
        )}
      >
        <SearchIcon aria-hidden="true" className="size-5 shrink-0" />
        <span className="max-2xl:sr-only">{t.search}</span>
        <kbd aria-hidden="true" translate="no" className="ml-auto text-xs max-2xl:hidden">
          Ctrl K
        </kbd>
      </button>
      {open && (
        <Suspense>
          <SearchDialog screens={screens} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function useScreens() {
  const { kind } = useMe()
  const { features } = useStudio()
  const { language } = useLanguage()
  const navigate = useNavigate()
  const items = [...menuOf('main', kind, features), ...menuOf('desk', kind, features)]
  return items.map(({ path, menu: { label } }) => ({
    path,
    name: (typeof label === 'function' ? label(kind) : label)[language],
    open: () => navigate({ to: path }),
  }))
}
