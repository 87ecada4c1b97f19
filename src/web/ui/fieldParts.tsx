import type { ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { classes } from './classes.ts'

/** Props shared by all fields. */
export type FieldProps = {
  label: string
  name?: string
  description?: ReactNode
  /** An error of this field only; within a `Form`, its `errors` are shown by name. */
  error?: string | undefined
  required?: boolean
  disabled?: boolean
}

export const fieldClass = 'flex min-w-0 flex-col gap-1.5'
export const labelClass = 'text-sm font-semibold text-ink'
export const descriptionClass = 'text-sm text-muted'

// 16 px text, or an iPhone zooms into the field on focus
export const controlLook =
  'min-h-control w-full min-w-0 rounded-control border border-line-strong bg-surface text-base text-ink transition-colors placeholder:text-muted hover:border-brand data-invalid:border-danger data-invalid:bg-danger-soft/40 disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted'
export const controlClass = `${controlLook} px-3.5 py-2`

/** A field's description and error; the control refers to them with `noteIds`. */
export function FieldNotes(props: { id: string; description: ReactNode; error: string | undefined }) {
  const { id, description, error } = props
  return (
    <>
      {description && (
        <span id={`${id}-description`} className={descriptionClass}>
          {description}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-medium text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </span>
      )}
    </>
  )
}

/** The aria-describedby of a control, or undefined without description and error. */
export const noteIds = (id: string, description: ReactNode, error: string | undefined): string | undefined =>
  classes(description ? `${id}-description` : '', error && `${id}-error`) || undefined
