import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { refuse } from '#kernel/result.ts'
import { send } from '#web/commands.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormActions } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { signing } from '../calls.ts'
import type { Passkey } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { signInRefusals } from '../messages/signIn.ts'

/** The user's passkeys, with a button to add one. */
export function Passkeys({ passkeys, hasPassword }: { passkeys: readonly Passkey[]; hasPassword: boolean }) {
  const { passkeys: t } = useTexts(texts)
  const { dayOfYear } = useFormats()
  const [removing, setRemoving] = useState<Passkey | null>(null)
  return (
    <>
      <p className="text-muted">{t.hint}</p>
      {passkeys.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <KeyRound aria-hidden="true" className="size-6 shrink-0 text-muted" />
              <div className="min-w-40 flex-1">
                <p id={`passkey-${passkey.id}`} className="font-semibold">
                  {passkey.name}
                </p>
                <p className="text-sm text-muted">
                  {t.made(dayOfYear(passkey.createdAt))}
                  <span className="block">
                    {passkey.lastUsedAt === null ? t.neverUsed : t.lastUsed(dayOfYear(passkey.lastUsedAt))}
                  </span>
                </p>
              </div>
              <Button size="small" aria-describedby={`passkey-${passkey.id}`} onPress={() => setRemoving(passkey)}>
                {t.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Add />
      {removing && <Remove passkey={removing} hasPassword={hasPassword} onClose={() => setRemoving(null)} />}
    </>
  )
}

function Remove(props: { passkey: Passkey; hasPassword: boolean; onClose: () => void }) {
  const { passkey, hasPassword, onClose } = props
  const { passkeys: t } = useTexts(texts)
  const explain = useRefusalText(refusals)
  return (
    <ConfirmCommand
      command={signing.removePasskey}
      input={{ passkeyId: passkey.id }}
      title={t.removeTitle(passkey.name)}
      question={t.removeQuestion(hasPassword)}
      confirmLabel={t.remove}
      explain={explain}
      onDone={() => toast.success(t.removed)}
      onClose={onClose}
      danger
    />
  )
}

function Add() {
  const { passkeys: t } = useTexts(texts)
  const explain = useRefusalText(refusals, signInRefusals)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function add() {
    setPending(true)
    setProblem(await whyNotAdded())
    setPending(false)
  }
  /** Why the passkey was not added; null if it was, or the user cancelled. */
  async function whyNotAdded(): Promise<string | null> {
    const library = await import('@simplewebauthn/browser').catch(() => null)
    if (!library) return explain(refuse('unreachable'))
    const { startRegistration, browserSupportsWebAuthn } = library
    if (!browserSupportsWebAuthn()) return t.unsupported
    const asked = await send(signing.passkeyToAdd, {})
    if (!asked.ok) return explain(asked)
    type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
    const made = await startRegistration({ optionsJSON: JSON.parse(asked.value.options) as Options }).catch(
      (error: Error) => error,
    )
    if (made instanceof Error) {
      if (made.name === 'InvalidStateError') return t.already
      return made.name === 'NotAllowedError' ? null : t.failed
    }
    const outcome = await send(signing.addPasskey, { response: JSON.stringify(made) })
    if (!outcome.ok) return explain(outcome)
    toast.success(t.added)
    return null
  }

  return (
    <>
      {problem && <Alert kind="problem">{problem}</Alert>}
      <FormActions>
        <Button pending={pending} onPress={() => void add()}>
          {t.add}
        </Button>
      </FormActions>
    </>
  )
}
