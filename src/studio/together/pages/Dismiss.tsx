import { settings } from '#studio/settings/calls.ts'
import { refusals } from '#studio/settings/messages.ts'
import { setUpTexts } from '#studio/settings/messages/setUp.ts'
import type { Sections } from '#studio/settings/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { useRefusalText } from '#web/refusals.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'

type SetUp = Sections['setUp']

/** Saves the progress of the set-up; resolves to whether it was saved. */
export function useSetUp(before: SetUp) {
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(settings.save)
  async function note(change: Partial<SetUp>): Promise<boolean> {
    const outcome = await run({ section: 'setUp', typed: { ...before, ...change }, before })
    if (outcome && !outcome.ok) toast.problem(explain(outcome))
    return outcome?.ok === true
  }
  return { note, pending }
}

export function Dismiss({ saved, onDone }: { saved: SetUp; onDone?: () => void }) {
  const t = useTexts(setUpTexts)
  const { note, pending } = useSetUp(saved)
  async function dismiss() {
    if (!(await note({ dismissed: true }))) return
    toast.success(t.dismissed)
    onDone?.()
  }
  return (
    <Button variant="quiet" pending={pending} onPress={() => void dismiss()}>
      {t.dismiss}
    </Button>
  )
}
