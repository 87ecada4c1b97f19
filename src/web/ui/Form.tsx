import { useMe } from '#web/me.ts'
import { classes } from './classes.ts'
import { keepRestoringTyped } from './typed.ts'
import { createContext, use, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'

/** Field name -> text of its error. */
export type FieldErrors = Readonly<Record<string, string>>

type FormErrors = { errorOf: (name: string) => string | undefined; touched: (name: string) => void }

const FormErrorsContext = createContext<FormErrors>({ errorOf: () => undefined, touched: () => {} })

const noErrors: FieldErrors = {}

/**
 * A form that keeps its draft, submits once, and focuses the first wrong field.
 * Pass a new `errors` object after each refused submit; a field's error disappears when the field is changed.
 */
export function Form(props: {
  onSubmit: (data: FormData, form: HTMLFormElement) => void
  errors?: FieldErrors | undefined
  /** Fields of `errors` that have become valid, by whatever change. */
  right?: readonly string[] | undefined
  /** While true, nothing is submitted. */
  pending?: boolean
  /** Accessible name, where no heading names the form. */
  label?: string
  /** Id of the form's subject, where a page has several such forms. */
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
  // unreadable fields look empty to the rules, so their verdict does not count
  const right = unreadable === noErrors ? (props.right ?? []).join(' ') : ''

  const context = useMemo<FormErrors>(
    () => ({
      errorOf: (name) => (names?.has(name) || right.split(' ').includes(name) ? undefined : errors[name]),
      touched: (name) => {
        // autofill changes several fields at once
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
    // after React has handled the current event: see ui/early.ts
    let stop = () => {}
    const later = setTimeout(() => {
      if (form.current) stop = keepRestoringTyped(form.current, email ?? '')
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
      // no native messages: our own texts are in the person's language
      noValidate
      // without code the browser would submit the fields in the address; with method="dialog" it sends nothing
      method="dialog"
      aria-label={props.label}
      data-about={props.about}
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        // React bubbles events from a dialog's form to the page's form, although the DOM does not nest them
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
 * Number fields whose text is not a number, by name, with their error text. The rules and the server see them as empty,
 * and an optional value would be lost silently.
 */
function unreadableIn(form: HTMLFormElement): FieldErrors {
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-unreadable]')]
  if (fields.length === 0) return noErrors
  return Object.fromEntries(fields.map(({ name, dataset }) => [name, dataset['unreadable'] ?? '']))
}

/** The error that a field shows, and `touched` to report a change. */
export function useFieldError(name: string | undefined, own: string | undefined) {
  const form = use(FormErrorsContext)
  return {
    error: own ?? (name ? form.errorOf(name) : undefined),
    touched: () => name && form.touched(name),
  }
}

/** Fields side by side where there is room; short ones also on a phone. The hint applies to all of them. */
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

/** The buttons at the end of a form: the main one first in reading order, full width on a phone. */
export function FormActions(props: { children: ReactNode }) {
  return (
    // as in a confirmation: at the end of the dialog, the main button last, in sight while the form scrolls
    <div className="mt-1 flex flex-col gap-3 *:w-full sm:flex-row sm:items-center sm:*:w-auto sm:in-[[role=dialog]]:flex-row-reverse in-dialog:sticky in-dialog:-bottom-6 in-dialog:z-10 in-dialog:-mx-7 in-dialog:-mb-6 in-dialog:border-t in-dialog:border-line in-dialog:bg-raised in-dialog:px-7 in-dialog:py-4">
      {props.children}
    </div>
  )
}
