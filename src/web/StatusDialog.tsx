import type { InputOf } from '#kernel/procedures.ts'
import { ConfirmCommand } from '#web/ConfirmCommand.tsx'
import type { AnyCommand } from '#web/commands.ts'
import type { Explain } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'

type Named = (name: string) => string

/** Archives an offer, or offers it again, after asking for confirmation. */
export function StatusDialog<P extends AnyCommand>(props: {
  status: 'active' | 'archived'
  name: string
  texts: {
    archiveTitle: string
    archiveQuestion: Named
    archive: string
    archived: string
    activateTitle: string
    activateQuestion: Named
    activate: string
    activated: string
  }
  command: P
  input: InputOf<P>
  explain: Explain
  onClose: () => void
}) {
  const { texts: t, name, status, ...rest } = props
  const archiving = status === 'archived'
  return (
    <ConfirmCommand
      {...rest}
      title={archiving ? t.archiveTitle : t.activateTitle}
      question={archiving ? t.archiveQuestion(name) : t.activateQuestion(name)}
      confirmLabel={archiving ? t.archive : t.activate}
      onDone={() => toast.success(archiving ? t.archived : t.activated)}
    />
  )
}
