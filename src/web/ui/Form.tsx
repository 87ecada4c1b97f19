import { useMe } from '#web/me.ts'
import { classes } from './classes.ts'
import { giveBackTyped } from './typed.ts'
import { createContext, use, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'

/** Field name -> the text that says what is wrong with it. */
export type FieldErrors = Readonly<Record<string, string>>

type FormErrors = { errorOf: (name: string) => string | undefined; touched: (name: string) => void }

const FormErrorsContext = createContext<FormErrors>({ errorOf: () => undefined, touched: () => {} })

const noErrors: FieldErrors = {}

/**
 * A form that keeps what was typed, submits once, and takes the person to the first field that is wrong.
 * Give a new `errors` object after each refused submit; a field's error goes away when the field is changed.
 */
export function Form(props: {
  onSubmit: (data: FormData, form: HTMLFormElement) => void
  errors?: FieldErrors | undefined
  /** Fields of these errors that are right by now, whoever changed them. */
  right?: readonly string[] | undefined
  /** While true, no second submit goes out. */
  pending?: boolean
  /** The name for screen readers, where no heading says it. */
  label?: string
  /** What it is about, where one page has several of its kind. */
  about?: string
  children: ReactNode
}) {
  const { pending = false } = props
  const [unreadable, setUnreadable] = useState(noErrors)
  const errors = unreadable === noErrors ? (props.errors ?? noErrors) : unreadable
  const form = useRef<HTMLFormElement>(null)
  const [changed, setChanged] = useState<{ since: FieldErrors; names: ReadonlySet<string> }>({
    since: errors,
    names: new Set(),
  })
  const names = changed.since === errors ? changed.names : null
  // of what can't be read the rules know nothing
  const right = unreadable === noErrors ? (props.right ?? []).join(' ') : ''

  const context = useMemo<FormErrors>(
    () => ({
      errorOf: (name) => (names?.has(name) || right.split(' ').includes(name) ? undefined : errors[name]),
      touched: (name) => {
        // a browser fills in several fields at once
        if (errors[name])
          setChanged(({ since, names }) => ({
            since: errors,
            names: new Set(since === errors ? names : []).add(name),
          }))
      },
    }),
    [errors, names, right],
  )

  const { email } = useMe()
  useEffect(() => {
    // React's own turn must be over: see ui/early.ts
    let stop = () => {}
    const later = setTimeout(() => {
      if (form.current) stop = giveBackTyped(form.current, email ?? '')
    })
    return () => {
      clearTimeout(later)
      stop()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form opens
  }, [])

  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const wrong = form.current?.querySelector('[data-invalid]')
    const control = wrong?.querySelector<HTMLElement>(
      'input:not([type=hidden], [hidden]), select, textarea, [tabindex="0"]',
    )
    control?.focus()
  }, [errors])

  return (
    <form
      ref={form}
      // our own texts say what is wrong, in the language of the person
      noValidate
      // before the code is there, the browser alone would send what was typed as an address; this method sends nothing
      method="dialog"
      aria-label={props.label}
      data-about={props.about}
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        // a form in a dialog is a child of the page's form to React, not to the browser
        event.stopPropagation()
        if (pending) return
        const found = unreadableIn(event.currentTarget)
        setUnreadable(found)
        if (found === noErrors) props.onSubmit(new FormData(event.currentTarget), event.currentTarget)
      }}
    >
      <FormErrorsContext value={context}>{props.children}</FormErrorsContext>
    </form>
  )
}

/**
 * Fields whose text is no number, by name, with what they say. To whoever checks and sends they are as good as empty,
 * and what is optional would be lost without a word.
 */
function unreadableIn(form: HTMLFormElement): FieldErrors {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-unreadable]')]
  if (fields.length === 0) return noErrors
  return Object.fromEntries(fields.map(({ name, dataset }) => [name, dataset['unreadable'] ?? '']))
}

/** What a field shows as its error, and how it reports that it was changed. */
export function useFieldError(name: string | undefined, own: string | undefined) {
  const form = use(FormErrorsContext)
  return {
    error: own ?? (name ? form.errorOf(name) : undefined),
    touched: () => name && form.touched(name),
  }
}

/** Fields side by side where there is room, short ones on a phone too; the hint is about all of them. */
export function FieldRow(props: { children: ReactNode; hint?: string; short?: boolean }) {
  const { hint, short = false } = props
  const id = useId()
  return (
    <div role={hint && 'group'} aria-describedby={hint && id} className="flex flex-col gap-2">
      <div
        className={classes(
          'grid gap-x-4 gap-y-5 sm:grid-flow-col sm:auto-cols-fr sm:gap-x-5 sm:items-start',
          short && 'items-start min-[22rem]:grid-flow-col min-[22rem]:auto-cols-fr',
        )}
      >
        {props.children}
      </div>
      {hint && (
        <p id={id} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The buttons at a form's end: the main one first in the order of reading, full width on a phone. */
export function FormActions(props: { children: ReactNode }) {
  return (
    // in a dialog where those of a question stand, too: at its end, the main one last, in sight while the form scrolls
    <div className="mt-1 flex flex-col gap-3 *:w-full sm:flex-row sm:items-center sm:*:w-auto sm:in-[[role=dialog]]:flex-row-reverse in-dialog:sticky in-dialog:-bottom-6 in-dialog:z-10 in-dialog:-mx-7 in-dialog:-mb-6 in-dialog:border-t in-dialog:border-line in-dialog:bg-raised in-dialog:px-7 in-dialog:py-4">
      {props.children}
    </div>
  )
}
