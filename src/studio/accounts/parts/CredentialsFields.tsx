import { useTexts } from '#web/language.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { texts } from '../messages/screens.ts'

/** E-mail and password fields for a person who has an account. */
export function CredentialsFields(props: {
  email: string
  onEmail: (email: string) => void
  password: string
  onPassword: (password: string) => void
  autoFocus: boolean
}) {
  const { fields } = useTexts(texts)
  return (
    <>
      <TextField
        label={fields.email}
        name="email"
        type="email"
        autoComplete="username webauthn"
        value={props.email}
        onChange={props.onEmail}
        autoFocus={props.autoFocus}
      />
      <PasswordField
        label={fields.password}
        name="password"
        autoComplete="current-password"
        value={props.password}
        onChange={props.onPassword}
      />
    </>
  )
}
