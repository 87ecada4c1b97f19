import { useId, type ReactNode } from 'react'
import { groupedBy } from '#kernel/grouped.ts'
import type { FieldProps } from './fieldParts.tsx'
import { coverClass, GroupField } from './GroupField.tsx'

export type RadioCard<Value extends string> = {
  value: Value
  title: ReactNode
  detail?: ReactNode
  /** At the end of the title line, for example a price. */
  aside?: ReactNode
  /** Shown on the card, which then can't be chosen. */
  whyDisabled?: string | undefined
  /** Heading above the cards of the same group, for example their day. */
  group?: string
}

/** A single choice among a few that need explaining: memberships, payment methods. */
export function RadioCards<Value extends string>(
  props: FieldProps & {
    value: Value | null
    onChange: (value: Value) => void
    options: readonly RadioCard<Value>[]
    hideLabel?: boolean
  },
) {
  const id = useId()
  return (
    <GroupField {...props} role="radiogroup">
      {(name, touched) => (
        <div className="flex w-full flex-col gap-5">
          {[...groupedBy(props.options, ({ group }) => group)].map(([heading, options]) => (
            <div
              key={options[0].value}
              {...(heading !== undefined && { role: 'group', 'aria-labelledby': `${id}-${options[0].value}` })}
              className="flex flex-col gap-2"
            >
              {heading !== undefined && (
                <h3 id={`${id}-${options[0].value}`} className="text-base">
                  {heading}
                </h3>
              )}
              {options.map((option) => (
                <Choice
                  key={option.value}
                  name={name}
                  option={option}
                  chosen={option.value === props.value}
                  disabled={props.disabled || Boolean(option.whyDisabled)}
                  onChoose={() => {
                    touched()
                    props.onChange(option.value)
                  }}
                />
              ))}
            </div>
          ))}
        </div>
      )}
    </GroupField>
  )
}

function Choice(props: {
  name: string
  option: RadioCard<string>
  chosen: boolean
  disabled: boolean
  onChoose: () => void
}) {
  const { option } = props
  const id = useId()
  const more = Boolean(option.detail || option.whyDisabled)
  return (
    <label className="group relative flex min-h-14 items-center gap-3 rounded-2xl border border-line-strong bg-surface px-4 py-3 transition-colors hover:border-brand has-checked:border-brand has-checked:bg-brand-soft has-checked:inset-ring has-checked:inset-ring-brand has-disabled:cursor-not-allowed has-disabled:border-dashed has-disabled:border-line-strong has-disabled:bg-sunken">
      <input
        type="radio"
        name={props.name}
        value={option.value}
        checked={props.chosen}
        disabled={props.disabled}
        onChange={props.onChoose}
        aria-describedby={more ? id : undefined}
        className={coverClass}
      />
      <span className="size-5 shrink-0 rounded-full border-2 border-line-strong bg-surface transition-[border-width] group-has-checked:border-6 group-has-checked:border-brand" />
      <span className="flex min-w-0 flex-1 flex-col group-has-disabled:text-muted">
        <span className="flex items-baseline justify-between gap-3 font-semibold">
          <span className="min-w-0">{option.title}</span>
          {option.aside && <span className="shrink-0">{option.aside}</span>}
        </span>
        {more && (
          <span id={id} className="flex flex-col text-sm text-muted">
            {option.detail && <span>{option.detail}</span>}
            {option.whyDisabled && <span>{option.whyDisabled}</span>}
          </span>
        )}
      </span>
    </label>
  )
}
