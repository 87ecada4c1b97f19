import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { toneClass } from './tones.ts'
import { useUiTexts } from './UiProvider.tsx'

export type AlertKind = 'info' | 'success' | 'warning' | 'problem'

const looks = {
  info: { icon: Info, tone: toneClass.info },
  success: { icon: CircleCheck, tone: toneClass.good },
  warning: { icon: TriangleAlert, tone: toneClass.warning },
  problem: { icon: CircleAlert, tone: toneClass.danger },
}

/** A message within the page. Screen readers announce a problem at once, other kinds politely. */
export function Alert(props: { kind: AlertKind; title?: ReactNode; children?: ReactNode; action?: ReactNode }) {
  return (
    <div
      role={props.kind === 'problem' ? 'alert' : 'status'}
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl px-4 py-3',
        looks[props.kind].tone,
        // beside a button a phone would have room for only two words per line
        Boolean(props.action) && 'max-sm:*:first:basis-full',
      )}
    >
      <AlertBody {...props} />
      {props.action}
    </div>
  )
}

/** Icon, title and text, shared with the toasts. */
export function AlertBody(props: { kind: AlertKind; title?: ReactNode; children?: ReactNode }) {
  const Icon = looks[props.kind].icon
  return (
    <div className="flex min-w-48 flex-1 items-start gap-3">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1">
        {props.title && <p className="font-semibold">{props.title}</p>}
        {props.children && <div className="text-ink">{props.children}</div>}
      </div>
    </div>
  )
}

/** A floating alert, with a close button. */
export function FloatingAlert(props: { kind: AlertKind; children: ReactNode; onDismiss: () => void }) {
  const texts = useUiTexts()
  return (
    <div
      className={classes(
        'pointer-events-auto flex w-full animate-rise items-center gap-2 rounded-2xl py-2 pr-1.5 pl-4 shadow-float inset-ring inset-ring-current/20',
        looks[props.kind].tone,
      )}
    >
      <AlertBody kind={props.kind}>{props.children}</AlertBody>
      <button
        type="button"
        aria-label={texts.dismiss}
        onClick={props.onDismiss}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-surface/60"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  )
}
