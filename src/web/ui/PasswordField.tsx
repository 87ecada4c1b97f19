import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { classes } from './classes.ts'
import { Field } from './Field.tsx'
import { controlClass } from './fieldParts.tsx'
import { textProps, type TextFieldProps } from './TextField.tsx'
import { useUiTexts } from './UiProvider.tsx'

/** A password, with a button that shows and hides it. */
export function PasswordField(
  props: Omit<TextFieldProps, 'type' | 'autoComplete'> & { autoComplete: 'current-password' | 'new-password' },
) {
  const texts = useUiTexts()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...props}>
      {(control, touched) => (
        <div className="relative">
          <input
            {...control}
            {...textProps(props, touched)}
            type={shown ? 'text' : 'password'}
            spellCheck="false"
            autoCapitalize="none"
            className={classes(controlClass, 'pr-12')}
          />
          <button
            type="button"
            aria-label={shown ? texts.hidePassword : texts.showPassword}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-brand"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}
