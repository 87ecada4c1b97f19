import { FileUp } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'

/** Takes a file, or several with `many`, by choosing or dropping. */
export function FileDrop(props: {
  label: string
  /** Beside the button. */
  hint: ReactNode
  accept: string
  pending: boolean
  pendingLabel: string
  many?: boolean
  onFiles: (files: readonly [File, ...File[]]) => void
}) {
  const { pending, many = false } = props
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const [first, ...others] = list ?? []
    if (first && !pending) props.onFiles(many ? [first, ...others] : [first])
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border-2 border-dashed p-5',
        over ? 'border-brand bg-brand-soft' : 'border-line-strong bg-surface',
      )}
    >
      <input
        ref={input}
        type="file"
        aria-label={props.label}
        accept={props.accept}
        multiple={many}
        hidden
        onChange={(event) => {
          take(event.target.files)
          // so that choosing the same file again fires a change event
          event.target.value = ''
        }}
      />
      <Button
        variant="primary"
        icon={<FileUp aria-hidden="true" className="size-5" />}
        pending={pending}
        pendingLabel={props.pendingLabel}
        onPress={() => input.current?.click()}
      >
        {props.label}
      </Button>
      <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{props.hint}</p>
    </div>
  )
}
