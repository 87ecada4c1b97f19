import { Check, Minus } from 'lucide-react'
import { useId } from 'react'
import { classes } from './classes.ts'
import { labelClass } from './fieldParts.tsx'

type Mark = 'include' | 'exclude'

const looks: Record<Mark | 'none', string> = {
  include: 'border-good bg-good-soft text-good',
  exclude: 'border-danger bg-danger-soft text-danger line-through',
  none: 'border-line-strong bg-surface text-ink hover:border-brand hover:bg-brand-soft',
}

/**
 * Toggle buttons, for example for a membership's categories. `marks` says how a pressed one looks; `markLabels` adds
 * that to its accessible name, as colour alone is invisible to a screen reader.
 */
export function ToggleButtons<Value extends string>(props: {
  label: string
  options: readonly { value: Value; label: string }[]
  marks: Readonly<Partial<Record<Value, Mark>>>
  markLabels: Record<Mark, string>
  onToggle: (value: Value) => void
}) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5">
      <span id={id} className={labelClass}>
        {props.label}
      </span>
      <div className="flex flex-wrap gap-2">
        {props.options.map((option) => {
          const mark: Mark | undefined = props.marks[option.value]
          const Icon = mark === 'exclude' ? Minus : Check
          return (
            <button
              key={option.value}
              type="button"
              aria-pressed={mark !== undefined}
              onClick={() => props.onToggle(option.value)}
              className={classes(
                'inline-flex min-h-control items-center gap-2 rounded-full border px-4 text-sm font-semibold transition-colors',
                looks[mark ?? 'none'],
              )}
            >
              {mark && <Icon aria-hidden="true" className="-ml-1 size-4" strokeWidth={3} />}
              {option.label}
              {mark && <span className="sr-only">({props.markLabels[mark]})</span>}
            </button>
          )
        })}
      </div>
    </div>
  )
}
