import { Copy } from 'lucide-react'
import { useTexts } from '#web/language.tsx'
import { words } from '#web/messages.ts'
import { toast } from './toast.ts'

const SHOWN = 6

/** Shows the start of an identifier, which few people need; a press copies all of it. */
export function CopyCode({ value }: { value: string }) {
  const t = useTexts(words)
  const shown = value.slice(0, SHOWN)
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      toast.success(t.idCopied)
    } catch {
      // without HTTPS or permission there is no clipboard
      toast.problem(value)
    }
  }
  return (
    <button
      type="button"
      aria-label={`${t.copyId} ${shown}`}
      onClick={() => void copy()}
      className="inline-flex min-h-control items-center gap-1.5 rounded-control text-xs text-muted tabular-nums hover:text-brand print:hidden"
    >
      <span translate="no">{shown}</span>
      <Copy aria-hidden="true" className="size-3.5" />
    </button>
  )
}
