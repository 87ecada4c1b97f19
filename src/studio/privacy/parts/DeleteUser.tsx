import { useState } from 'react'
import type { UserDetails } from '#studio/accounts/contract.ts'
import { fullName } from '#studio/accounts/rules.ts'
import { FormDialog } from '#web/FormDialog.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useMay, useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats, useStudio } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Page.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/useForm.ts'
import { privacy } from '../calls.ts'
import { deleteFailures, refusals, texts } from '../messages.ts'
import { isNameOf } from '../rules.ts'

/** Deletion of a user, at the end of their page. */
export function DeleteUser({ user }: { user: UserDetails }) {
  const t = useTexts(texts)
  const { adminOnly } = useTexts(words)
  const { dayOfYear } = useFormats()
  const { features } = useStudio()
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
        <p className="text-muted">{t.deletionHint(features.includes('papers'))}</p>
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

/** Asks the admin to type the name, so that no one is deleted by accident. */
function DeleteDialog({ user, onClose }: { user: UserDetails; onClose: () => void }) {
  const t = useTexts(texts)
  const { run, pending } = useCommand(privacy.deleteUser)
  const [leavesAlone, setLeavesAlone] = useState(0)
  const name = fullName(user)
  const form = useForm({
    start: { name: '' },
    check: (typed) => ({ name: isNameOf(typed.name, name) ? undefined : 'nameDiffers' }),
    send: async () => {
      const outcome = await run({ userId: user.id, leavesAlone })
      // the warning is shown now, so the next press deletes in spite of it
      if (outcome && !outcome.ok && outcome.code === 'onlyGuardian')
        setLeavesAlone(Number(outcome.params?.['children']))
      return outcome
    },
    explain: useRefusalText(deleteFailures, refusals),
    onDone: () => {
      onClose()
      toast.success(t.deleted)
    },
  })
  return (
    <FormDialog
      about={user.id}
      {...{ form, pending, onClose }}
      danger
      size="small"
      title={t.deleteTitle(name)}
      description={t.deleteQuestion}
      submit={t.deleteUser}
      submitting={t.deleting}
    >
      <MoneyGone userId={user.id} />
      <TextField label={t.typeName(name)} autoComplete="off" {...form.field('name')} />
    </FormDialog>
  )
}

/** What the studio can no longer collect afterwards, and what it would have to pay back before. */
function MoneyGone({ userId }: { userId: string }) {
  const t = useTexts(texts)
  const { euros } = useFormats()
  const withCredit = useStudio().features.includes('statements')
  const live = useLive(privacy.moneyOf, { userId })
  if (live.state !== 'ready') return null
  const { owed, credit } = live.answer
  return (
    <>
      {owed > 0 && <Alert kind="warning">{t.cancels(euros(owed))}</Alert>}
      {withCredit && credit > 0 && <Alert kind="warning">{t.creditStays(euros(credit))}</Alert>}
    </>
  )
}
