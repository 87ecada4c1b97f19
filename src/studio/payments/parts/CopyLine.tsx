import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#web/language.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { toast } from '#web/ui/toast.ts'
import { texts } from '../messages.ts'

/**
 * A line that can be copied into a banking app; `shown` is the text for people if it differs from `value`. `unbroken`
 * keeps it in one line, in smaller text on a narrow phone.
 */
export function CopyLine(props: { name: string; value: string; shown?: string; unbroken?: boolean }) {
  const { name, value, shown = value, unbroken = false } = props
  const t = useTexts(texts)
  const [copied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      toast.success(t.copied(name))
    } catch {
      // no clipboard without HTTPS or permission
      toast.problem(t.copyFailed)
    }
  }

  const icon = copied ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-2 max-[16rem]:gap-x-1">
      <dt className="text-sm text-muted">{name}</dt>
      <dd
        className={classes(
          'col-start-1 min-w-0 font-medium tabular-nums',
          unbroken &&
            'whitespace-nowrap max-[16rem]:whitespace-normal max-[24rem]:text-sm max-[24rem]:tracking-tight max-[21rem]:text-xs',
        )}
      >
        {shown}
      </dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <IconButton label={t.copy(name)} icon={icon} onPress={() => void copy()} />
      </dd>
    </div>
  )
}
