import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#web/language.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { toast } from '#web/ui/toast.ts'
import { texts } from '../messages.ts'

/**
 * A line to be copied into one's bank; `shown` where people read it differently from how a bank takes it. `unbroken` keeps
 * its groups in one line: on a narrow phone they are smaller.
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
      // without HTTPS or permission there is no clipboard
      toast.problem(t.copyFailed)
    }
  }

  const icon = copied ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 py-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd
        className={classes(
          'col-start-1 min-w-0 font-medium tabular-nums',
          unbroken && 'whitespace-nowrap max-[24rem]:text-sm max-[24rem]:tracking-tight max-[21rem]:text-xs',
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
