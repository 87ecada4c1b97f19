import type { ReactNode } from 'react'
import { LoadingState } from './states.tsx'
import { useUiTexts } from './UiProvider.tsx'

/** In the place of a dialog whose code is on its way: a press is answered at once. */
export function DialogToCome({ title }: { title: ReactNode }) {
  const { loading } = useUiTexts()
  return (
    <div className="fixed inset-0 z-40 flex animate-fade items-end justify-center bg-veil sm:items-center sm:p-6">
      <div className="w-full rounded-t-3xl bg-raised px-5 pt-5 pb-8 shadow-float sm:max-w-xl sm:rounded-3xl sm:px-7 sm:pt-6">
        <p className="pb-5 font-display text-xl font-bold">{title}</p>
        <LoadingState label={loading} shape="text" count={3} />
      </div>
    </div>
  )
}
