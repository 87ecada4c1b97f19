import { useEffect, useRef, useState, type RefObject } from 'react'
import { useFormats } from '#web/studio.tsx'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { FormActions } from '#web/ui/Form.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { bank } from '../calls.ts'
import type { ShownLine } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { howSearched } from './howSearched.ts'
import { PayerPayments } from './PayerPayments.tsx'
import { sumOf } from './sumOf.ts'
import { onlyOf, shared, useTicked, withKept, type Open, type Payer } from './ticked.ts'
import { useTellAssigned } from './useTellAssigned.ts'

/** Assigns a line to payments of one payer or several, until the money is used up; the rest becomes credit. */
export function AssignDialog(props: { line: ShownLine; search: string; onClose: () => void }) {
  const { line, onClose } = props
  const t = useTexts(texts)
  const { euros } = useFormats()
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(bank.assign)
  const tellAssigned = useTellAssigned()
  const [search, setSearch] = useState(props.search)
  const [problem, setProblem] = useState<string | null>(null)
  /** Enter was pressed before the search result came. */
  const [entered, setEntered] = useState(false)
  const [list, actions] = [useRef<HTMLUListElement>(null), useRef<HTMLDivElement>(null)]
  const asked = { search: search.slice(0, 100), cents: line.cents }
  const found = useLive(bank.openPayments, asked)
  const shown = useSteady(found)
  // only from the current result, not from that of the previous search
  const only = found.state === 'ready' ? onlyOf(found.answer) : null

  const ticked = useTicked(line, shown.state === 'ready' ? shown.answer : null)
  const { chosen, payerId } = ticked
  const { gets, left } = shared(line.cents, chosen)
  const shares = gets.flatMap(({ paymentId, cents }) => (cents > 0 ? { paymentId, cents } : []))
  /** The amount that a chosen payment gets if it is only a part. */
  const partOf = (paymentId: string) => {
    const part = gets.find((one) => one.paymentId === paymentId && one.inPart)
    return part && t.getsPart(part.cents)
  }

  function choose(payer: Payer, payment: Open, on: boolean) {
    setProblem(null)
    ticked.choose(payer, payment, on)
  }

  // keyboard use: if only one payment is found, Enter chooses it and focuses the button, else it focuses the results
  useEffect(() => {
    if (!entered || found.state !== 'ready') return
    // runs again once it is ticked, so that the focused button works at once
    if (only && !chosen.has(only.payment.paymentId)) return choose(only.payer, only.payment, true)
    setEntered(false)
    // not on to the button if the money was used up before: something else must be unticked first
    const pays = only ? shares.some(({ paymentId }) => paymentId === only.payment.paymentId) : !ticked.byHand
    const next = pays && chosen.size > 0 ? actions : list
    next.current?.querySelector<HTMLElement>('button, input:enabled')?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- `only` changes only with `found`
  }, [entered, found, chosen])

  function look(text: string) {
    setSearch(text)
    setEntered(false)
    ticked.letGo()
    const how = howSearched(search, text)
    // if everything was unticked, go back to the proposal; typing on corrects what the search itself has ticked
    if (payerId === null || (ticked.heldBySearch && how === 'typedOn')) ticked.beginAnew()
    // the line's own name, and no money left: the search is for somebody else
    else if (search === props.search && left === 0 && !ticked.byHand) ticked.beginAnew()
    else if (how !== 'typedOn' || ticked.byHand) ticked.keep(how === 'shortened')
  }

  function credit(payer: Payer, on: boolean) {
    setProblem(null)
    ticked.credit(payer, on)
  }

  async function assign() {
    if (payerId === null) return
    const payerIds = new Set([payerId, ...[...chosen.values()].map((payment) => payment.payerId)])
    const offered = withKept(shown.state === 'ready' ? shown.answer : [], ticked.kept)
    const paying = offered.filter((payer) => payerIds.has(payer.payerId)).map(({ name }) => name)
    setProblem(null)
    const outcome = await run({ lineId: line.id, payerId, shares })
    if (outcome?.ok) {
      tellAssigned(line, paying)
      onClose()
    } else if (outcome) setProblem(explain(outcome))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t.assignTitle}
      description={t.line(line.name ?? t.noName, sumOf(line, euros))}
      pending={pending}
      footer={
        <Footer
          ref={actions}
          {...{ line, left, problem, pending, onClose }}
          somebodyChosen={payerId !== null}
          onAssign={() => void assign()}
        />
      }
    >
      <Stack>
        {line.text && <p className="text-sm text-muted">{line.text}</p>}
        <SearchField label={t.findPerson} value={search} onChange={look} autoFocus onEnter={() => setEntered(true)} />
        <LiveContent live={shown} retry={() => retryLive(bank.openPayments, asked)} count={2}>
          {(payers) => (
            <>
              {payers.length === 0 && search.trim() !== '' && <EmptyState text={t.nobodyFound} small />}
              <ul ref={list} className="flex flex-col gap-3 empty:hidden">
                {withKept(payers, ticked.kept).map((payer) => (
                  <PayerPayments
                    key={payer.payerId}
                    payer={payer}
                    isChosen={(paymentId) => chosen.has(paymentId)}
                    partOf={partOf}
                    enterChooses={only?.payment.paymentId}
                    onChoose={(payment, on) => choose(payer, payment, on)}
                    rest={
                      left > 0
                        ? {
                            theirs: payer.payerId === payerId,
                            follows: ticked.restFollows,
                            onChange: (on) => credit(payer, on),
                          }
                        : null
                    }
                  />
                ))}
              </ul>
            </>
          )}
        </LiveContent>
      </Stack>
    </Dialog>
  )
}

/** What is left of the money, and the buttons. */
function Footer(props: {
  /** The buttons. */
  ref: RefObject<HTMLDivElement | null>
  line: ShownLine
  left: number
  problem: string | null
  pending: boolean
  somebodyChosen: boolean
  onAssign: () => void
  onClose: () => void
}) {
  const { ref, line, left, problem, pending, somebodyChosen, onAssign, onClose } = props
  const t = useTexts(texts)
  const { euros } = useFormats()
  const word = useTexts(words)
  return (
    <div className="flex grow flex-col gap-3">
      <p aria-live="polite" className="text-sm">
        <Dotted>
          <span className="font-semibold tabular-nums">{t.left(left)}</span>
          {!somebodyChosen ? t.chooseWhose : left > 0 && t.leftAsCredit}
        </Dotted>
      </p>
      {problem && <Alert kind="problem">{problem}</Alert>}
      <div ref={ref}>
        <FormActions>
          <Button
            variant="primary"
            pending={pending}
            whyDisabled={somebodyChosen ? undefined : t.chooseWhose}
            onPress={onAssign}
          >
            {t.assignSum(euros(line.cents))}
          </Button>
          <Button variant="quiet" onPress={onClose} disabled={pending}>
            {word.cancel}
          </Button>
        </FormActions>
      </div>
    </div>
  )
}
