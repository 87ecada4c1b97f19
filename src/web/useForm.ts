import { useState } from 'react'
import type { Done, Refusal } from '#kernel/result.ts'
import { fieldTexts, type Explain } from '#web/refusals.ts'
import type { FieldErrors } from '#web/ui/Form.tsx'

type Codes = Readonly<Record<string, string | undefined>>

/** A form's fields and what is wrong with them; `form.props` go to ui/Form, `form.field(name)` to each field. */
export interface FormState<Fields> {
  readonly fields: Fields
  readonly set: (change: Partial<Fields>) => void
  readonly field: <Name extends keyof Fields & string>(
    name: Name,
  ) => { name: Name; value: Fields[Name]; onChange: (value: Fields[Name]) => void }
  readonly props: { onSubmit: () => void; errors: FieldErrors }
  /** What is wrong with the form as a whole. */
  readonly problem: string | null
  readonly reset: () => void
}

/**
 * What every form of the desk does: it keeps what is typed, checks it by the same rule as the server, sends it, and
 * says at the fields what is wrong. `send` answers null while an earlier click is still under way.
 */
export function useForm<Fields extends object>(parts: {
  start: Fields
  check: (fields: Fields) => Codes
  send: (fields: Fields) => Promise<Done<unknown> | Refusal | null>
  explain: Explain
  onDone: (form: { reset: () => void }) => void
}): FormState<Fields> {
  const { start, explain } = parts
  const [fields, setFields] = useState(start)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const set = (change: Partial<Fields>) => setFields((fields) => ({ ...fields, ...change }))
  const reset = () => setFields(start)

  async function submit() {
    const wrong = fieldTexts({ fields: present(parts.check(fields)) }, explain)
    setErrors(wrong)
    setProblem(null)
    if (Object.keys(wrong).length > 0) return
    const outcome = await parts.send(fields)
    if (outcome === null) return
    if (outcome.ok) return parts.onDone({ reset })
    setErrors(fieldTexts(outcome, explain))
    setProblem(explain(outcome))
  }

  return {
    fields,
    set,
    field: (name) => ({
      name,
      value: fields[name],
      onChange: (value) => setFields((all) => ({ ...all, [name]: value })),
    }),
    props: { onSubmit: () => void submit(), errors },
    problem,
    reset,
  }
}

const present = (codes: Codes): Record<string, string> =>
  Object.fromEntries(Object.entries(codes).flatMap(([name, code]) => (code ? [[name, code]] : [])))
