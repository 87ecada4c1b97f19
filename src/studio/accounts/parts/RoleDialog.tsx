import { useState } from 'react'
import type { OutcomeOf } from '#kernel/procedures.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { isFailure, joined, useRefusalText } from '#web/refusals.ts'
import type { FieldErrors } from '#web/ui/Form.tsx'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { accounts } from '../calls.ts'
import type { UserDetails } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { fullName, type Role } from '../rules.ts'

export type RoleOutcome = OutcomeOf<typeof accounts.setRole> & { ok: true }

/** Asks for the admin's own password, so that a stranger at an open screen can't make admins. Null if cancelled. */
export function RoleDialog(props: { user: UserDetails; role: Role; onClose: (outcome: RoleOutcome | null) => void }) {
  const { user, role, onClose } = props
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(accounts.setRole)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)

  async function submit() {
    setProblem(null)
    if (password === '') return setErrors({ password: explain({ code: 'passwordRequired' }) })
    setErrors({})
    const outcome = await run({ userId: user.id, role, password })
    if (outcome === null) return
    if (outcome.ok) return onClose(outcome)
    const wrong = outcome.fields?.['password']
    if (wrong) setErrors({ password: explain({ code: wrong }) })
    else setProblem(isFailure(outcome.code) ? joined(t.roleFailed, explain(outcome)) : explain(outcome))
  }

  return (
    <FormDialog
      about={user.id}
      form={{ props: { onSubmit: () => void submit(), errors }, problem, clash: null, unsaved: false }}
      title={t.changeRole}
      description={t.roleQuestion(fullName(user), t.roles[role])}
      submit={word.confirm}
      submitting={t.changingRole}
      pending={pending}
      onClose={() => onClose(null)}
    >
      <PasswordField
        label={t.ownPassword}
        name="password"
        description={t.ownPasswordHint}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
