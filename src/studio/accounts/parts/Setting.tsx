import { useState, type ReactNode } from 'react'
import type { Done, Refusal } from '#kernel/result.ts'
import { useTexts } from '#web/language.tsx'
import { useMay } from '#web/me.ts'
import { words } from '#web/messages.ts'
import { isFailure, joined, useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { useChosen } from '#web/useChosen.ts'
import { refusals } from '../messages.ts'

/**
 * One field of a user with its own save button. An unsaved choice is kept when the data changes; otherwise the field
 * shows what is saved.
 */
export function Setting<Value extends string>(props: {
  saved: Value
  action: string
  done: string
  failed: string
  save: (value: Value) => Promise<Done<unknown> | Refusal | null>
  check?: (value: Value) => string | null
  /** Saving asks in a dialog first, which shows the pending state itself. */
  asks?: boolean
  /** Why nobody at this screen can change the field. */
  whyNot?: string | undefined
  /** The field, bound to the current choice. */
  children: (control: {
    value: Value
    onChange: (value: Value) => void
    error: string | undefined
    disabled: boolean
  }) => ReactNode
}) {
  const { saved, whyNot } = props
  const chosen = useChosen(saved)
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const explain = useRefusalText(refusals)
  const { adminOnly } = useTexts(words)
  const allowed = useMay('manageUsers')
  const { value } = chosen

  async function save() {
    const wrong = props.check?.(value)
    if (wrong) return setError(explain({ code: wrong }))
    if (pending) return
    if (!props.asks) setPending(true)
    const outcome = await props.save(value)
    setPending(false)
    if (outcome === null) return
    if (outcome.ok) {
      chosen.keep(value)
      return toast.success(props.done)
    }
    const code = Object.values(outcome.fields ?? {})[0]
    const reason = code ? explain({ code }) : explain(outcome)
    setError(isFailure(outcome.code) ? joined(props.failed, reason) : reason)
  }

  return (
    <Form onSubmit={() => void save()} pending={pending}>
      <div className="flex flex-col gap-3 sm:grid sm:grid-cols-[minmax(0,1fr)_17rem] sm:items-start">
        {props.children({
          value,
          onChange: (next) => {
            if (next === saved) chosen.undo()
            else chosen.choose(next)
            setError(undefined)
          },
          error,
          disabled: !allowed || whyNot !== undefined,
        })}
        <div className="sm:pt-7">
          <Button
            type="submit"
            pending={pending}
            whyDisabled={allowed ? whyNot : adminOnly}
            // the reason is shown when the button is pressed, so the button must not be disabled
            disabled={allowed && whyNot === undefined && value === saved}
          >
            {props.action}
          </Button>
        </div>
      </div>
    </Form>
  )
}
