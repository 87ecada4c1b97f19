import { useState } from 'react'

/** A long text, cut at `limit` characters, with a button that shows or hides the rest. */
export function ShowMore(props: { text: string; limit: number; moreLabel: string; lessLabel: string }) {
  const [open, setOpen] = useState(false)
  const letters = [...props.text]
  if (letters.length <= props.limit) return <>{props.text}</>
  return (
    <>
      {open ? props.text : `${letters.slice(0, props.limit).join('').trimEnd()}…`}{' '}
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-my-2.5 inline-flex min-h-control items-center rounded-sm font-semibold text-brand underline decoration-brand/40 decoration-2 underline-offset-4 hover:decoration-current"
      >
        {open ? props.lessLabel : props.moreLabel}
      </button>
    </>
  )
}
