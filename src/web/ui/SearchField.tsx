import { Search, X } from 'lucide-react'
import { useId, type KeyboardEvent } from 'react'
import { classes } from './classes.ts'
import { controlClass, fieldClass, labelClass } from './fieldParts.tsx'
import { useUiTexts } from './UiProvider.tsx'

/**
 * A search field; the cross empties it, as does Esc outside a dialog (inside, Esc closes the dialog). The page shows
 * the results.
 */
export function SearchField(props: {
  label: string
  /** Name of the list that it searches, where a page has several. */
  of?: string
  hideLabel?: boolean
  value: string
  onChange: (value: string) => void
  placeholder?: string
  /** Selects the existing text, so that typing replaces it. */
  autoFocus?: boolean
  onEnter?: () => void
  /** The list of results that the arrow keys move through; `chosen` is the id of the result that Enter opens. */
  list?: { id: string; chosen: string | undefined; onKey: (event: KeyboardEvent<HTMLInputElement>) => void }
}) {
  const id = useId()
  const texts = useUiTexts()
  const { list } = props
  return (
    <div className={classes(fieldClass, props.value === '' && 'print:hidden')} role="search" aria-label={props.of}>
      <label htmlFor={id} className={classes(labelClass, props.hideLabel && 'sr-only')}>
        {props.label}
      </label>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-muted"
        />
        <input
          id={id}
          type="search"
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={(event) => {
            list?.onKey(event)
            if (event.key === 'Enter' && props.onEnter) {
              // the same key press must not activate the button that it focuses
              event.preventDefault()
              props.onEnter()
            }
            if (event.key !== 'Escape' || props.value === '' || isInDialog(event.currentTarget)) return
            event.stopPropagation()
            props.onChange('')
          }}
          placeholder={props.placeholder}
          autoFocus={props.autoFocus}
          ref={props.autoFocus ? selectAll : undefined}
          autoComplete="off"
          {...(list && {
            role: 'combobox',
            'aria-expanded': list.chosen !== undefined,
            'aria-controls': list.id,
            'aria-activedescendant': list.chosen,
            'aria-autocomplete': 'list',
          })}
          spellCheck={false}
          className={classes(controlClass, 'pr-12 pl-11 [&::-webkit-search-cancel-button]:hidden')}
        />
        {props.value !== '' && (
          <button
            type="button"
            aria-label={texts.clear}
            onClick={(event) => {
              props.onChange('')
              event.currentTarget.parentElement?.querySelector('input')?.focus()
            }}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-brand"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
    </div>
  )
}

const isInDialog = (input: HTMLInputElement): boolean => input.closest('[role=dialog]') !== null

/** Runs once, on mount. */
const selectAll = (input: HTMLInputElement | null) => input?.select()
