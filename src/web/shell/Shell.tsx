import { lazyRouteComponent, Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useAccountLanguage, useLanguage, useTexts } from '#web/language.tsx'
import type { Initial } from '#web/initial.ts'
import { useMe } from '#web/me.ts'
import { uiTexts } from '#web/messages.ts'
import { useHasAdmin, useStudio } from '#web/studio.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'
import { UiProvider } from '#web/ui/UiProvider.tsx'
import { BetaBanner, useBeta } from './BetaBanner.tsx'
import { Footer } from './Footer.tsx'
import { shellTexts } from './messages.ts'
import { Navigation } from './Navigation.tsx'
import { useKeptDoor } from './useKeptDoor.ts'
import { useUnsentTaps } from './useUnsentTaps.ts'
import { TermsNotice } from './TermsNotice.tsx'
import { UnsentNotice } from './UnsentNotice.tsx'
import { VerifyNotice } from './VerifyNotice.tsx'

/** A notice that hardly any page needs; renders nothing where its code can't be loaded. */
const rare = (load: () => Promise<() => ReactNode>) =>
  lazyRouteComponent(() =>
    load().then(
      (found) => ({ default: found }),
      () => ({ default: (): ReactNode => null }),
    ),
  )
const SecondStepNotice = rare(() => import('./SecondStepNotice.tsx').then((file) => file.SecondStepNotice))
const FirstAdmin = rare(() => import('./FirstAdmin.tsx').then((file) => file.FirstAdmin))

/** Loads the notices of the first screen: appearing later, they would move it under the pointer. */
export async function loadNotices({ hasAdmin, me }: Pick<Initial, 'hasAdmin' | 'me'>): Promise<void> {
  await Promise.all([!hasAdmin && FirstAdmin.preload?.(), me.needsSecondStep && SecondStepNotice.preload?.()])
}

const locales = { en: 'en-GB', et: 'et-EE' } as const

/** The frame around every screen. */
export function Shell() {
  const { language } = useLanguage()
  const texts = useTexts(shellTexts)
  const studio = useStudio()
  const beta = useBeta()
  const hasAdmin = useHasAdmin()
  const me = useMe()
  const main = useRef<HTMLElement>(null)
  useFocusAfterNavigation(main)
  useUnsentTaps()
  useKeptDoor()
  useAccountLanguage(me.language)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <UiProvider locale={locales[language]} texts={uiTexts[language]} titleEnd={studio.name}>
      {/* room for the phone's bar at the lower edge */}
      <div className="flex min-h-dvh flex-col max-sm:pb-[calc(4.5rem+env(safe-area-inset-bottom))]">
        <a
          href="#content"
          onClick={(event) => {
            // keep the address unchanged: '#content' is no place to come back to
            event.preventDefault()
            focusContent(main.current)
          }}
          className="sr-only rounded-full bg-ink px-5 py-3 font-semibold text-canvas focus:not-sr-only focus:fixed focus:top-2 focus:left-[max(0.5rem,env(safe-area-inset-left))] focus:z-50"
        >
          {texts.skip}
        </a>
        {beta.shown && <BetaBanner onHide={beta.hide} />}
        <Navigation />
        <VerifyNotice />
        <UnsentNotice />
        <TermsNotice />
        {me.needsSecondStep && (
          <Suspense>
            <SecondStepNotice />
          </Suspense>
        )}
        {!hasAdmin && (
          <Suspense>
            <FirstAdmin />
          </Suspense>
        )}
        <main ref={main} id="content" tabIndex={-1} className="relative isolate flex-1 outline-none">
          <Outlet />
        </main>
        <Footer report={studio.beta && !beta.shown} />
        <Toasts />
      </div>
    </UiProvider>
  )
}

/** After a change of screen, focuses its heading instead of the pressed link. */
function useFocusAfterNavigation(main: RefObject<HTMLElement | null>) {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusContent(main.current)
      }),
    [router, main],
  )
}

function focusContent(main: HTMLElement | null) {
  const heading = main?.querySelector<HTMLElement>('h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.classList.add('outline-none')
  const target = heading ?? main
  target?.focus({ preventScroll: true })
}
