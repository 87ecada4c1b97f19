import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { sheet, veil } from './dialogLook.ts'
import { LoadingState } from './states.tsx'
import { useUiTexts } from './UiProvider.tsx'
import { WholeWords } from './WholeWords.tsx'

/** Placeholder while the code of a dialog loads, so that a press has a visible effect at once. */
export function DialogToCome({ title, onClose }: { title: ReactNode; onClose: () => void }) {
  const { close, loading } = useUiTexts()
  return (
    <div className={classes(veil, 'bottom-0')}>
      <div className={classes(sheet, 'px-5 pt-5 pb-8 sm:max-w-xl sm:px-7 sm:pt-6')}>
        <div className="flex items-start gap-3 pb-4">
          <p className="min-w-0 flex-1 font-display text-xl font-bold">
            <WholeWords text={title} />
          </p>
          <span className="-mt-1.5 -mr-2">
            <IconButton label={close} icon={<X aria-hidden="true" className="size-5" />} onPress={onClose} />
          </span>
        </div>
        <LoadingState label={loading} shape="text" count={3} />
      </div>
    </div>
  )
}
