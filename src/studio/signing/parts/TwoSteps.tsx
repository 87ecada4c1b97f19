import { useState } from 'react'
import type { Done, Refusal } from '#kernel/result.ts'
import { send, useCommand } from '#web/commands.ts'
import { FormProblem } from '#web/FormProblem.tsx'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { useForm } from '#web/useForm.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { saveFile } from '#web/saveFile.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form, FormActions } from '#web/ui/Form.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { signing } from '../calls.ts'
import type { Ways } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { signInRefusals } from '../messages/signIn.ts'

type Begun = { readonly secret: string; readonly uri: string }

/** Two-step sign-in of staff: an authenticator, and recovery codes. */
export function TwoSteps(
  props: NonNullable<Ways['twoSteps']> & {
    /** New recovery codes, kept by the parent until they are saved, as new access to the desk reloads everything. */
    codes: readonly string[] | null
    onCodes: (codes: readonly string[] | null) => void
  },
) {
  const { on, codesLeft, codes, onCodes } = props
  const { twoSteps: t } = useTexts(texts)
  const explain = useRefusalText(signInRefusals, refusals)
  const [begun, setBegun] = useState<Begun | null>(null)
  const [pending, setPending] = useState(false)
  const confirming = useCommand(signing.confirmTwoSteps)
  const ending = useCommand(signing.endTwoSteps)

  async function begin() {
    setPending(true)
    const outcome = await send(signing.beginTwoSteps, {})
    setPending(false)
    if (outcome.ok) setBegun(outcome.value)
    else toast.problem(explain(outcome))
  }

  if (codes) return <Codes codes={codes} onSaved={() => onCodes(null)} />
  if (on) {
    return (
      <>
        <p>{t.on(codesLeft)}</p>
        <CodeForm
          label={t.end}
          pending={ending.pending}
          send={(code) => ending.run({ code })}
          onDone={() => toast.success(t.ended)}
        />
      </>
    )
  }
  if (!begun) {
    return (
      <>
        <p className="text-muted">{t.hint}</p>
        <FormActions>
          <Button pending={pending} onPress={() => void begin()}>
            {t.begin}
          </Button>
        </FormActions>
      </>
    )
  }
  return (
    <>
      <p>{t.scan}</p>
      <QrCode text={begun.uri} label={t.qr} />
      <p>
        {t.orType}{' '}
        <code className="font-mono break-all select-all">{begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <CodeForm
        label={t.confirm}
        pending={confirming.pending}
        send={async (code) => {
          const outcome = await confirming.run({ code })
          if (outcome?.ok) onCodes(outcome.value.codes)
          return outcome
        }}
        onDone={() => setBegun(null)}
      />
    </>
  )
}

function CodeForm(props: {
  label: string
  pending: boolean
  send: (code: string) => Promise<Done<unknown> | Refusal | null>
  onDone: () => void
}) {
  const { twoSteps: t } = useTexts(texts)
  const form = useForm({
    start: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? 'fillRequired' : undefined }),
    send: ({ code }) => props.send(code),
    explain: useRefusalText(signInRefusals, refusals),
    onDone: ({ reset }) => {
      reset()
      props.onDone()
    },
  })
  return (
    <Form {...form.props} pending={props.pending} label={props.label}>
      <TextField label={t.code} required autoComplete="one-time-code" {...form.field('code')} />
      <FormProblem form={form} />
      <FormActions>
        <Button type="submit" pending={props.pending}>
          {props.label}
        </Button>
      </FormActions>
    </Form>
  )
}

function Codes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { twoSteps: t } = useTexts(texts)
  const lines = `${codes.join('\n')}\n`
  async function copy() {
    try {
      await navigator.clipboard.writeText(lines)
      toast.success(t.copied)
    } catch {
      // there is no clipboard without HTTPS or permission
      saveFile(`${t.fileName}.txt`, lines, 'text/plain')
    }
  }
  return (
    <>
      <Alert kind="warning" title={t.codesTitle}>
        {t.codesHint}
      </Alert>
      <ul aria-label={t.codesTitle} className="grid gap-x-6 gap-y-1 font-mono select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <FormActions>
        <Button onPress={() => void copy()}>{t.copy}</Button>
        <Button onPress={() => saveFile(`${t.fileName}.txt`, lines, 'text/plain')}>{t.saveFile}</Button>
        <Button variant="primary" onPress={onSaved}>
          {t.saved}
        </Button>
      </FormActions>
    </>
  )
}
