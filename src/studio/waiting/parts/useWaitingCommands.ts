import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { waiting } from '../calls.ts'
import { refusals, texts } from '../messages.ts'
import type { Target } from '../rules.ts'

/** Joining, leaving and declining, each with one press; what is refused is said in its words. */
export function useWaitingCommands({ kind, id }: Target) {
  const t = useTexts(texts)
  const explain = useRefusalText(refusals)
  const [join, leave, decline] = [useCommand(waiting.join), useCommand(waiting.leave), useCommand(waiting.decline)]
  const target = { kind, id }
  return {
    pending: join.pending || leave.pending || decline.pending,
    join: async () => {
      const outcome = await join.run({ ...target, takeWith: null })
      if (outcome?.ok) toast.success(t.joined(outcome.value.position))
      else if (outcome) toast.problem(explain(outcome))
    },
    leave: async () => {
      const outcome = await leave.run(target)
      if (outcome?.ok) toast.success(t.left)
      else if (outcome) toast.problem(explain(outcome))
    },
    decline: async () => {
      const outcome = await decline.run(target)
      if (outcome?.ok) toast.success(t.declined)
      else if (outcome) toast.problem(explain(outcome))
    },
  }
}
