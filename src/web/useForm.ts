import { useState } from 'react'
import { isSame, mergeEdits, withFields } from '#kernel/edits.ts'
import type { Done, Refusal } from '#kernel/result.ts'
import { fieldTexts, type Explain } from '#web/refusals.ts'
import type { FieldErrors } from '#web/ui/Form.tsx'
import { typedIsSent } from '#web/ui/typed.ts'

type Codes = Readonly<Record<string, string | undefined>>

/** The fields of a form and their errors; pass `form.props` to ui/Form and `form.field(name)` to each field. */
export interface FormState<Fields> {
  readonly fields: Fields
  readonly set: (change: Partial<Fields>) => void
  readonly field: <Name extends keyof Fields & string>(
    name: Name,
  ) => { name: Name; value: Fields[Name]; onChange: (value: Fields[Name]) => void }
  readonly props: {
    onSubmit: (data: FormData, form: HTMLFormElement) => void
    errors: FieldErrors
    right?: readonly string[]
  }
  /** The remaining error of a field that has no control of its own. */
  readonly errorOf: (name: keyof Fields & string) => string | undefined
  /** Whether the form has unsaved input. */
  readonly unsaved: boolean
  /** What is wrong with the form as a whole. */
  readonly problem: string | null
  /** Set after a conflict with somebody else's save of the same fields: asks whose values to keep. */
  readonly clash: { readonly takeNewer: () => void; readonly keepTyped: () => void } | null
  readonly reset: () => void
}

/**
 * The behaviour of every desk form: keeps the draft, checks it with the server's own rule, sends it, and shows errors
 * at the fields. `send` returns null while an earlier submit is still running.
 * A form that edits passes `saved`, the currently saved values: fields not changed here follow it. `send` also gets the
 * values that the changed fields started from, so that the server can detect a conflicting edit.
 */
export function useForm<Fields extends object, Answer = unknown>(parts: {
  start: Fields
  saved?: Fields
  check: (fields: Fields) => Codes
  send: (typed: Fields, before: Fields) => Promise<Done<Answer> | Refusal | null>
  /** What the server made of the sent values, for example a formatted phone number; without it, they count as saved. */
  savedAs?: (answer: Answer) => Fields
  explain: Explain
  /** Form-level text shown together with field errors. */
  incomplete?: string
  onDone: (form: { reset: () => void }) => void
}): FormState<Fields> {
  const { start, explain } = parts
  const [before, setBefore] = useState(start)
  const [typed, setTyped] = useState(start)
  const [errors, setErrors] = useState<FieldErrors>({})
  // errors from the server stay until the next submit: the browser can't tell when they are resolved
  const [checkedHere, setCheckedHere] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [outrun, setOutrun] = useState(false)
  // sent values count as saved until the live answer changes
  const [sent, setSent] = useState<{ readonly values: Fields; readonly over: Fields } | null>(null)
  const answered = sent !== null && parts.saved !== undefined && differs(parts.saved, sent.over)
  if (answered) setSent(null)
  const saved = (answered ? null : sent?.values) ?? parts.saved ?? before
  // input equal to the saved value is no edit any more: an open form continues from the saved value
  const agreed = (Object.keys(typed) as (keyof Fields)[]).filter(
    (name) => isSame(typed[name], saved[name]) && !isSame(before[name], saved[name]),
  )
  if (agreed.length > 0) setBefore(withFields(before, saved, agreed))
  const { form: fields, clashes } = mergeEdits(saved, before, typed, (form) => !isWrong(parts.check(form)))

  function set(change: Partial<Fields>) {
    // a new edit starts from the value on the screen, which may be newer than the form's start
    const shown = (Object.keys(change) as (keyof Fields)[]).filter((name) => fields[name] === saved[name])
    setBefore((before) => withFields(before, saved, shown))
    setTyped((typed) => ({ ...typed, ...change }))
  }

  async function submit(form: HTMLFormElement) {
    const wrong = fieldTexts({ fields: present(parts.check(fields)) }, explain)
    setErrors(wrong)
    setCheckedHere(true)
    setProblem(Object.keys(wrong).length > 0 ? (parts.incomplete ?? null) : null)
    setOutrun(false)
    if (Object.keys(wrong).length > 0) return
    const outcome = await parts.send(typed, before)
    if (outcome === null) return
    if (outcome.ok) {
      typedIsSent(form)
      // a further edit starts from what was sent, also one made while it was under way
      const values = parts.savedAs?.(outcome.value) ?? fields
      setBefore(values)
      setTyped((now) => (now === typed ? values : withFields(now, values, unedited(now, typed))))
      if (parts.saved) setSent({ values, over: parts.saved })
      return parts.onDone({ reset })
    }
    setErrors(fieldTexts(outcome, explain))
    setCheckedHere(false)
    setProblem(explain(outcome))
    setOutrun(outcome.code === 'editedMeanwhile')
  }

  function reset() {
    setBefore(start)
    setTyped(start)
  }

  function decide(fields: Fields) {
    setBefore(saved)
    setTyped(fields)
    setErrors({})
    setProblem(null)
    setOutrun(false)
  }

  const stillWrong = present(parts.check(fields))
  const right = checkedHere ? Object.keys(errors).filter((name) => !stillWrong[name]) : []
  const allRight = checkedHere && Object.keys(stillWrong).length === 0

  return {
    fields,
    set,
    field: (name) => ({
      name,
      value: fields[name],
      onChange: (value) => set({ [name]: value } as unknown as Partial<Fields>),
    }),
    props: { onSubmit: (_, form) => void submit(form), errors, right },
    errorOf: (name) => (right.includes(name) ? undefined : errors[name]),
    unsaved: differs(fields, saved),
    problem: allRight ? null : problem,
    clash:
      outrun && clashes.length > 0
        ? {
            takeNewer: () => decide(withFields(fields, saved, clashes)),
            keepTyped: () => decide(withFields(fields, typed, clashes)),
          }
        : null,
    reset,
  }
}

const differs = <Fields extends object>(one: Fields, other: Fields): boolean =>
  (Object.keys(one) as (keyof Fields)[]).some((name) => !isSame(one[name], other[name]))

const unedited = <Fields extends object>(now: Fields, typed: Fields): (keyof Fields)[] =>
  (Object.keys(now) as (keyof Fields)[]).filter((name) => now[name] === typed[name])

const isWrong = (codes: Codes): boolean => Object.values(codes).some((code) => code !== undefined)

const present = (codes: Codes): Record<string, string> =>
  Object.fromEntries(Object.entries(codes).flatMap(([name, code]) => (code ? [[name, code]] : [])))
