import { useState, type InputEvent } from 'react'
import { centsFrom } from '#kernel/money.ts'
import { classes } from './classes.ts'
import { Field } from './Field.tsx'
import { controlClass, type FieldProps } from './fieldParts.tsx'
import { useUiTexts } from './UiProvider.tsx'

type Amount = { value: number | null; onChange: (value: number | null) => void }
type Step = { min?: number; max?: number; step?: number }

/** A whole number; `null` while empty or invalid. Out-of-range values are passed on: a rule says what is wrong. */
export function NumberField(props: FieldProps & Amount & Step) {
  const { noNumber } = useUiTexts()
  return <NumberInput {...props} toText={String} toValue={wholeNumber} unreadable={noNumber} />
}

/** An amount of money: shown in euros, `value` in whole cents; `null` while empty or invalid. */
export function MoneyField(props: FieldProps & Amount) {
  const { noAmount } = useUiTexts()
  return (
    <NumberInput
      {...props}
      min={0}
      step={0.01}
      toText={(cents) => (cents / 100).toFixed(2)}
      toValue={centsFrom}
      unreadable={noAmount}
      unit="€"
    />
  )
}

const wholeNumber = (text: string) => (/^-?\d+$/.test(text) ? Number(text) : null)

type Conversion = {
  toText: (value: number) => string
  toValue: (text: string) => number | null
  /** Error text for input that is no number: its value is `null` like an empty field's, but the field is not empty. */
  unreadable: string
  unit?: string
}

function NumberInput(props: FieldProps & Amount & Step & Conversion) {
  const { value, toText, toValue } = props
  const textOf = (of: number | null) => (of === null ? '' : toText(of))
  // keeps the text as typed ('12.' or '12.5') until the value changes from outside or the field loses focus
  const [draft, setDraft] = useState({ text: textOf(value), value })
  if (draft.value !== value) setDraft({ text: textOf(value), value })
  // for invalid input the browser reports an empty text
  const [bad, setBad] = useState(false)
  const isUnreadable = bad || (value === null && draft.text !== '')

  const change = (text: string) => {
    const next = toValue(text)
    setDraft({ text, value: next })
    if (next !== value) props.onChange(next)
  }
  return (
    <Field {...props}>
      {(control, touched) => (
        <div className="relative">
          <input
            {...control}
            type="number"
            inputMode={props.step && props.step < 1 ? 'decimal' : 'numeric'}
            min={props.min}
            max={props.max}
            step={props.step ?? 1}
            value={draft.text}
            data-unreadable={isUnreadable ? props.unreadable : undefined}
            onInput={(event) => setBad(event.currentTarget.validity.badInput)}
            onChange={(event) => {
              touched()
              change(event.target.value)
            }}
            onBlur={() => value !== null && setDraft({ text: toText(value), value })}
            onBeforeInput={commaToPoint}
            onWheel={(event) => event.currentTarget.blur()}
            className={classes(controlClass, 'tabular-nums', props.unit && 'pr-10')}
          />
          {props.unit && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 right-4 grid place-items-center text-muted"
            >
              {props.unit}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}

/** Where the browser expects a decimal point, it would drop a typed comma: 12,50 would become 1250. */
function commaToPoint(event: InputEvent<HTMLInputElement>) {
  // React's own `data`: in a Firefox without TextEvent the native event is a key event, which has none
  if (event.data !== ',') return
  event.preventDefault()
  document.execCommand('insertText', false, '.')
}
