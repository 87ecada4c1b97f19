import {
  Component,
  startTransition,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import type { Router, View } from './Router.ts'
import { RouterContext, useView, ViewContext } from './useRouter.tsx'

/** Gives everything within it the router, and what it shows; the next screen is drawn while the one before stands. */
export function RouterProvider(props: {
  router: Router
  first: View
  onView: (view: View) => void
  children: ReactNode
}) {
  const { router, onView } = props
  const [view, setView] = useState(props.first)
  const drawn = useRef(view)
  useEffect(() => {
    const show = () => {
      const next = router.view
      // a choice kept in the address is drawn before React would set the field back
      if (next.content === drawn.current.content && next.place.pathname === drawn.current.place.pathname) setView(next)
      else startTransition(() => setView(next))
    }
    show()
    return router.subscribe(show)
  }, [router])
  useLayoutEffect(() => {
    drawn.current = view
    onView(view)
  }, [view, onView])
  return (
    <RouterContext value={router}>
      <ViewContext value={view}>{props.children}</ViewContext>
    </RouterContext>
  )
}

/** The screen; what stands in its place while its code is fetched, and where it can't be shown. */
export function Outlet(props: { loading: ReactNode; problem: ReactNode }) {
  const { content: Content, place } = useView()
  if (Content === null) return <Late>{props.loading}</Late>
  if (Content === 'failed') return props.problem
  return (
    <Guarded problem={props.problem}>
      {/* the frame is taken over from the server's page before the screen */}
      <Suspense>
        <Content key={place.pathname} />
      </Suspense>
    </Guarded>
  )
}

/** What is drawn where something within is broken, until one goes elsewhere: around it all stands. */
export function Guarded(props: { problem: ReactNode; children: ReactNode }) {
  return <Guard {...props} view={useView()} />
}

interface Guarding {
  readonly view: View
  readonly problem: ReactNode
  readonly children: ReactNode
}
interface Broken {
  readonly failed: boolean
  readonly on: View | null
}

class Guard extends Component<Guarding, Broken> {
  override state: Broken = { failed: false, on: null }

  static getDerivedStateFromError(): Partial<Broken> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ view }: Guarding, { failed, on }: Broken): Broken | null {
    if (!failed) return null
    return on && on !== view ? { failed: false, on: null } : { failed, on: view }
  }

  override render() {
    return this.state.failed ? this.props.problem : this.props.children
  }
}

/** In ms: what is there sooner would only flicker. */
const SOON = 300

function Late({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SOON)
    return () => clearTimeout(timer)
  }, [])
  return late && children
}
