import { useCommand } from '#web/commands.ts'
import { LiveAnswer } from '#web/live/LiveAnswer.tsx'
import { useLive } from '#web/live/useLive.ts'
import { papers } from '../calls.ts'
import { NewInvoice } from './NewInvoice.tsx'
import { PaperList } from './PaperList.tsx'
import { StudioLacks } from './SellerLacks.tsx'

/** The caller's papers, as payer. */
export function MyPapers() {
  const { run, pending } = useCommand(papers.invoice)
  const live = useLive(papers.toInvoice, {})
  return (
    <LiveAnswer query={papers.mine} input={{}} count={2}>
      {(list) => (
        <PaperList list={list} statementOf={(year) => `/papers/statement/${year}.pdf`}>
          <NewInvoice live={live} make={run} pending={pending}>
            {live.state === 'ready' && <StudioLacks lacks={live.answer.sellerLacks} />}
          </NewInvoice>
        </PaperList>
      )}
    </LiveAnswer>
  )
}
