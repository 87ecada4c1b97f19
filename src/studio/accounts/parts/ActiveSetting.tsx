import { useState } from 'react'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useMay, useMe } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { isFailure, joined, useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { accounts } from '../calls.ts'
import type { UserDetails } from '../contract.ts'
import { refusals } from '../messages.ts'
import { deskTexts } from '../messages/desk.ts'
import { fullName } from '../rules.ts'

/** Deactivates a user after a confirmation, or reactivates one. */
export function ActiveSetting({ user }: { user: UserDetails }) {
  const t = useTexts(deskTexts)
  const word = useTexts(words)
  const explain = useRefusalText(refusals)
  const allowed = useMay('manageUsers')
  const { userId } = useMe()
  const whyNot = user.active && userId === user.id ? explain({ code: 'ownAccount' }) : undefined
  const { run, pending } = useCommand(accounts.setActive)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function change(active: boolean) {
    setProblem(null)
    const outcome = await run({ userId: user.id, active })
    if (outcome === null) return
    if (outcome.ok) {
      setAsking(false)
      return toast.success(active ? t.isReactivated : t.isDeactivated)
    }
    const failed = active ? t.reactivateFailed : t.deactivateFailed
    setProblem(isFailure(outcome.code) ? joined(failed, explain(outcome)) : explain(outcome))
  }

  return (
    <div className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <Button
        variant={user.active ? 'danger' : 'primary'}
        whyDisabled={allowed ? whyNot : word.adminOnly}
        pending={pending && !asking}
        onPress={() => (user.active ? setAsking(true) : void change(true))}
      >
        {user.active ? t.deactivate : t.reactivate}
      </Button>
      {problem && !asking && <Alert kind="problem">{problem}</Alert>}
      <ConfirmDialog
        open={asking}
        title={t.deactivate}
        message={t.deactivateQuestion(fullName(user))}
        confirmLabel={t.deactivate}
        cancelLabel={word.cancel}
        onConfirm={() => void change(false)}
        onCancel={() => {
          setAsking(false)
          setProblem(null)
        }}
        pending={pending}
        danger
      >
        {problem && <Alert kind="problem">{problem}</Alert>}
      </ConfirmDialog>
    </div>
  )
}
