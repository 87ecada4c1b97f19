import { coverClass, GroupField } from './GroupField.tsx'

/**
 * A single choice among any number of short filters, as chips in one scrolling line. A radio group to screen readers.
 */
export function FilterChips<Value extends string>(props: {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
}) {
  return (
    <GroupField {...props} role="radiogroup" hideLabel>
      {(name) => (
        // up to the edge of a phone, where a cut-off chip shows that there are more; padding for the focus ring
        <div className="-mx-4 flex max-w-[calc(100%+2rem)] snap-x gap-1.5 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:max-w-full sm:flex-wrap sm:gap-2 sm:px-0">
          {props.options.map((option) => (
            <label
              key={option.value}
              className="relative flex min-h-control shrink-0 snap-start scroll-mx-4 items-center rounded-full border border-line-strong bg-surface px-3 text-sm font-semibold whitespace-nowrap sm:px-4 transition-colors hover:border-brand has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand"
            >
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === props.value}
                // as in SelectField: Firefox must not restore a filter
                autoComplete="off"
                onChange={() => props.onChange(option.value)}
                className={coverClass}
              />
              {option.label}
            </label>
          ))}
        </div>
      )}
    </GroupField>
  )
}
