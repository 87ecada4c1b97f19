import { csvMoney } from '#kernel/csv.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { WithRows } from '#web/live/WithRows.tsx'
import { useLive } from '#web/live/useLive.ts'
import { useFormats } from '#web/studio.tsx'
import { ExportButton } from '#web/ui/ExportButton.tsx'
import { Section } from '#web/ui/Page.tsx'
import { papers } from '../calls.ts'
import { texts } from '../messages.ts'
import { NewInvoice } from './NewInvoice.tsx'
import { PaperList } from './PaperList.tsx'
import { SellerLacks } from './SellerLacks.tsx'

/** The papers of a person's payer, for staff. */
export function UserPapers({ userId }: { userId: string }) {
  const t = useTexts(texts)
  const { run, pending } = useCommand(papers.invoiceFor)
  const live = useLive(papers.toInvoiceOf, { userId })
  const statementOf = (year: number) => `/papers/statement/${year}.pdf?user=${encodeURIComponent(userId)}`
  return (
    <Section title={t.title} actions={<Export userId={userId} />}>
      <LiveAnswer query={papers.ofUser} input={{ userId }} count={2}>
        {(list) => (
          <PaperList list={list} statementOf={statementOf}>
            <NewInvoice live={live} make={(chosen) => run({ ...chosen, userId })} pending={pending}>
              {live.state === 'ready' && <SellerLacks lacks={live.answer.sellerLacks} />}
            </NewInvoice>
          </PaperList>
        )}
      </LiveAnswer>
    </Section>
  )
}

function Export({ userId }: { userId: string }) {
  const t = useTexts(texts)
  const { dateOfYear } = useFormats()
  return (
    <WithRows query={papers.ofUser} input={{ userId }} any={(list) => list.papers.length > 0}>
      <ExportButton
        fileName={t.exportName}
        procedure={papers.ofUser}
        input={{ userId }}
        of={({ papers: { length } }) => ({ total: length, parts: 1 })}
        table={(list) => [
          [t.number, t.kind, t.about, t.day, t.sum, t.state],
          ...list.papers.map(({ number, kind, about, day, cents, ended }) => [
            number,
            t.kinds[kind],
            about,
            dateOfYear(day),
            csvMoney(cents),
            ended ? t.ended[kind === 'receipt' ? 'receipt' : 'invoice'] : '',
          ]),
        ]}
      />
    </WithRows>
  )
}
