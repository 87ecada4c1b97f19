import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { descriptionClass, errorClass, ErrorIcon, labelClass } from './fieldParts.tsx'

/** The visible label of a React Aria field. */
export function FieldLabel(props: { children: ReactNode; required?: boolean | undefined }) {
  return (
    <Label data-star={props.required || undefined} className={labelClass}>
      {props.children}
    </Label>
  )
}

/** Description and error below a React Aria field, tied to it for screen readers. */
export function FieldHelp(props: { description?: ReactNode; error?: string | undefined }) {
  return (
    <>
      {props.description && (
        <Text slot="description" className={descriptionClass}>
          {props.description}
        </Text>
      )}
      {props.error && (
        <FieldError className={errorClass}>
          <ErrorIcon />
          <span>{props.error}</span>
        </FieldError>
      )}
    </>
  )
}
