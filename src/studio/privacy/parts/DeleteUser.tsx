import { useState } from 'react'
import type { UserDetails } from '#studio/accounts/contract.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMay, useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { isFailure, joined, useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form, FormActions, type FieldErrors } from '#web/ui/Form.tsx'
import { Section } from '#web/ui/Page.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { privacy } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import { isNameOf } from '../rules.ts'

/** The deletion of a user, at the end of their page. */
export function DeleteUser({ user }: { user: UserDetails }) {
  const t = useTexts(texts)
  const { adminOnly } = useTexts(words)
  const { dayOfYear } = useFormats()
  const { userId } = useMe()
  const allowed = useMay('manageUsers')
  const [asking, setAsking] = useState(false)
  const whyNot = userId === user.id ? t.notYourself : undefined
  return (
    <Section title={t.deletion}>
      <Card>
        {user.deletionAskedAt !== null && (
          <Alert kind="warning">{t.requestedOn(dayOfYear(user.deletionAskedAt))}</Alert>
        )}
        <p className="text-muted">{t.deletionHint}</p>
        <div>
          <Button variant="danger" whyDisabled={allowed ? whyNot : adminOnly} onPress={() => setAsking(true)}>
            {t.deleteUser}
          </Button>
        </div>
      </Card>
      {asking && <DeleteDialog user={user} onClose={() => setAsking(false)} />}
    </Section>
  )
}

/** Asks for the name, so that nobody is deleted by a slip of the finger. */
function DeleteDialog({ user, onClose }: { user: UserDetails; onClose: () => void }) {
  const t = useTexts(texts)
  const { cancel } = useTexts(words)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(privacy.deleteUser)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const name = fullName(user)

  async function remove() {
    setProblem(null)
    if (!isNameOf(typed, name)) return setErrors({ name: t.nameDiffers })
    const outcome = await run({ userId: user.id })
    if (outcome === null) return
    if (outcome.ok) {
      onClose()
      return toast.success(t.deleted)
    }
    setProblem(isFailure(outcome.code) ? joined(t.deleteFailed, explain(outcome)) : explain(outcome))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t.deleteTitle(name)}
      description={t.deleteQuestion}
      size="small"
      pending={pending}
    >
      <Form onSubmit={() => void remove()} errors={errors} pending={pending}>
        <TextField label={t.typeName(name)} name="name" value={typed} onChange={setTyped} autoComplete="off" />
        {problem && <Alert kind="problem">{problem}</Alert>}
        <FormActions>
          <Button type="submit" variant="danger" pending={pending} pendingLabel={t.deleting}>
            {t.deleteUser}
          </Button>
          <Button variant="quiet" onPress={onClose} disabled={pending}>
            {cancel}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
