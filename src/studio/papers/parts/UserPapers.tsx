import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useLive } from '#web/live/useLive.ts'
import { Section } from '#web/ui/Page.tsx'
import { papers } from '../calls.ts'
import { texts } from '../messages.ts'
import { NewInvoice } from './NewInvoice.tsx'
import { PaperList } from './PaperList.tsx'

/** The papers of whoever pays for a person, for staff. */
export function UserPapers({ userId }: { userId: string }) {
  const t = useTexts(texts)
  const { run, pending } = useCommand(papers.invoiceFor)
  const live = useLive(papers.toInvoiceOf, { userId })
  const statementOf = (year: number) => `/papers/statement/${year}.pdf?user=${encodeURIComponent(userId)}`
  return (
    <Section title={t.title}>
      <LiveAnswer query={papers.ofUser} input={{ userId }} count={2}>
        {(list) => (
          <PaperList list={list} statementOf={statementOf}>
            <NewInvoice live={live} make={(chosen) => run({ ...chosen, userId })} pending={pending} />
          </PaperList>
        )}
      </LiveAnswer>
    </Section>
  )
}
