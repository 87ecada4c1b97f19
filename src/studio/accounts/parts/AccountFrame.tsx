import type { ReactNode } from 'react'
import { useTitle } from '#web/title.ts'
import { useEarly } from '#web/ui/useEarly.ts'
import { Poster } from './Poster.tsx'

/** The page around a form of signing up or in: a picture, the heading, the form. */
export function AccountFrame(props: { title: string; subtitle?: string; children: ReactNode }) {
  useTitle(props.title)
  useEarly()
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-6 px-4 py-4 sm:px-6 sm:py-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:gap-12">
      <div className="relative h-20 overflow-hidden rounded-card sm:h-36 lg:h-auto lg:max-h-[44rem] lg:min-h-[34rem]">
        <Poster />
      </div>
      <div className="mx-auto flex w-full max-w-lg flex-col gap-5 lg:py-6">
        <div>
          <h1 className="text-display">{props.title}</h1>
          {props.subtitle && <p className="mt-2 text-muted">{props.subtitle}</p>}
        </div>
        {props.children}
      </div>
    </div>
  )
}

/** Links below a form to other pages: a <p> each. */
export function FrameLinks({ children }: { children: ReactNode }) {
  return <div className="flex flex-col items-start gap-5 border-t border-line pt-5">{children}</div>
}
