import { useCommand } from '#web/commands.ts'
import { openFile } from '#web/openFile.ts'
import { useRefusalText } from '#web/refusals.ts'
import { toast } from '#web/ui/toast.ts'
import { papers } from '../calls.ts'
import { refusals } from '../messages.ts'

export const fileOf = (paperId: string): string => `/papers/${paperId}.pdf`

/** Creates the receipt of a payment if there is none yet, and downloads it. */
export function useReceipt() {
  const { run, pending } = useCommand(papers.receipt)
  const explain = useRefusalText(refusals)
  const save = async (paymentId: string) => {
    const outcome = await run({ paymentId })
    if (outcome?.ok) openFile(fileOf(outcome.value.id))
    else if (outcome) toast.problem(explain(outcome))
  }
  return { save, pending }
}
