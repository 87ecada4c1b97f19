import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { euros } from '#kernel/money.ts'
import { itemText } from '#studio/payments/rules.ts'
import { useCommand } from '#web/commands.ts'
import { useTexts } from '#web/language.tsx'
import { LiveContent } from '#web/live/LiveContent.tsx'
import { retryLive, useLive } from '#web/live/useLive.ts'
import { useSteady } from '#web/live/useSteady.ts'
import { words } from '#web/messages.ts'
import { useRefusalText } from '#web/refusals.ts'
import { useFormats } from '#web/studio.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Card.tsx'
import { CheckboxField } from '#web/ui/CheckboxField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Dotted } from '#web/ui/Dotted.tsx'
import { FormActions } from '#web/ui/Form.tsx'
import { Price } from '#web/ui/Price.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { bank } from '../calls.ts'
import type { bank as contract, ShownLine } from '../contract.ts'
import { refusals, texts } from '../messages.ts'
import { proposed, type Payments } from './proposed.ts'
import { howSearched } from './howSearched.ts'
import { sumOf } from './sumOf.ts'
import { useTellAssigned } from './useTellAssigned.ts'

type Found = AnswerOf<typeof contract.openPayments>
type Payer = Found[number]
type Open = Payer['payments'][number]

/** The payment that a line can pay, if there is exactly one among these. */
function onlyOf(payers: Found) {
  const all = payers.flatMap((payer) => payer.payments.map((payment) => ({ payment, payer })))
  const [only, ...others] = all.filter(({ payment }) => !payment.markedByTeacher)
  return only && others.length === 0 ? only : null
}

/** The found payers, preceded by those that stay visible though the search does not find them. */
const withKept = (found: Found, kept: readonly Payer[]): Found => [
  ...kept.filter(({ payerId }) => found.every((one) => one.payerId !== payerId)),
  ...found,
]

/** How much each chosen payment gets, in this order, until the money is used up; and what is left. */
function shared(cents: number, chosen: Payments) {
  let left = cents
  const gets = [...chosen].map(([paymentId, { open }]) => {
    const cents = Math.min(left, open)
    left -= cents
    return { paymentId, cents, inPart: cents < open }
  })
  return { gets, left }
}

/** Assigns a line to payments of one payer or several, until the money is used up; the rest becomes credit. */
export function AssignDialog(props: { line: ShownLine; search: string; onClose: () => void }) {
  const { line, onClose } = props
  const t = useTexts(texts)
  const word = useTexts(words)
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
      description={t.line(line.name ?? t.noName, sumOf(line))}
      pending={pending}
      footer={
        <div className="flex grow flex-col gap-3">
          <p aria-live="polite" className="text-sm">
            <Dotted>
              <span className="font-semibold tabular-nums">{t.left(left)}</span>
              {payerId === null ? t.chooseWhose : left > 0 && t.leftAsCredit}
            </Dotted>
          </p>
          {problem && <Alert kind="problem">{problem}</Alert>}
          <div ref={actions}>
            <FormActions>
              <Button
                variant="primary"
                pending={pending}
                whyDisabled={payerId === null ? t.chooseWhose : undefined}
                onPress={() => void assign()}
              >
                {t.assignSum(euros(line.cents))}
              </Button>
              <Button variant="quiet" onPress={onClose} disabled={pending}>
                {word.cancel}
              </Button>
            </FormActions>
          </div>
        </div>
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

interface ByHand {
  readonly chosen: Payments
  readonly credited: string | null
  /** The search ticked it, and since then its text was only shortened. */
  readonly heldBySearch?: boolean
}

/**
 * The ticked payments of a line, in order, and whose credit the rest becomes: as proposed until the user changes it or
 * searches for the next payer.
 */
function useTicked(line: ShownLine, found: Found | null) {
  const [byHand, setByHand] = useState<ByHand | null>(null)
  /** Payers with something ticked: they stay visible during another search. */
  const [picked, setPicked] = useState<readonly Payer[]>([])
  /** What was unticked during this search stays visible, so that it can be ticked again. */
  const [unticked, setUnticked] = useState<readonly string[]>([])
  const { chosen, credited } = byHand ?? {
    chosen: found ? proposed(found, line) : new Map<never, never>(),
    credited: null,
  }
  const [first] = chosen.values()
  const payerId = credited ?? first?.payerId ?? null

  const pick = (...payers: Payer[]) =>
    setPicked((before) => [
      ...before.filter((one) => payers.every((payer) => payer.payerId !== one.payerId)),
      ...payers,
    ])

  return {
    chosen,
    payerId,
    /** The rest goes to the payer of the first ticked payment, unless another is chosen for it. */
    restFollows: first !== undefined && first.payerId === payerId,
    byHand: byHand !== null,
    heldBySearch: byHand?.heldBySearch === true,
    /** Each with their ticked payments; a payer without any is kept if the line is theirs. */
    kept: picked.flatMap((payer) => {
      const payments = payer.payments.filter(({ paymentId }) => chosen.has(paymentId) || unticked.includes(paymentId))
      return payments.length > 0 ? [{ ...payer, payments }] : payer.payerId === payerId ? [payer] : []
    }),
    choose(payer: Payer, { paymentId, cents: open }: Open, on: boolean) {
      pick(payer)
      const others = [...chosen].filter(([id]) => id !== paymentId)
      const of = { payerId: payer.payerId, open }
      if (!on) setUnticked([...unticked, paymentId])
      setByHand({ chosen: new Map(on ? [...others, [paymentId, of]] : others), credited })
    },
    credit(payer: Payer, on: boolean) {
      pick(payer)
      setByHand({ chosen, credited: on ? payer.payerId : null })
    },
    /** What is ticked stays so during the next search. */
    keep(heldBySearch: boolean) {
      if (byHand) return byHand.heldBySearch && !heldBySearch ? setByHand({ chosen, credited }) : undefined
      pick(...(found ?? []).filter((payer) => payer.payments.some(({ paymentId }) => chosen.has(paymentId))))
      setByHand({ chosen, credited, heldBySearch })
    },
    letGo: () => setUnticked([]),
    beginAnew: () => setByHand(null),
  }
}

/** The open payments of one payer as checkboxes, and one for crediting the rest to this payer. */
function PayerPayments(props: {
  payer: Payer
  isChosen: (paymentId: string) => boolean
  partOf: (paymentId: string) => string | undefined
  /** The payment that Enter chooses. */
  enterChooses: string | undefined
  onChoose: (payment: Open, on: boolean) => void
  rest: { theirs: boolean; follows: boolean; onChange: (on: boolean) => void } | null
}) {
  const { payer, isChosen, rest } = props
  const t = useTexts(texts)
  const { day } = useFormats()
  const hintOf = ({ paymentId, markedByTeacher }: Open) =>
    markedByTeacher
      ? t.markedByTeacher
      : isChosen(paymentId)
        ? props.partOf(paymentId)
        : paymentId === props.enterChooses && <span className="max-sm:hidden">{t.enterChooses}</span>
  return (
    <li>
      <p className="font-semibold">{payer.name}</p>
      {payer.payments.length === 0 && <p className="text-sm text-muted">{t.nothingOpen}</p>}
      {payer.payments.map((payment) => (
        <CheckboxField
          key={payment.paymentId}
          wide
          label={
            <>
              <span className="sr-only">{t.pays(itemText(payment, day), payment.person, payment.cents)}</span>
              <span aria-hidden="true" className="flex min-w-0 grow justify-between gap-3">
                {/* the heading already names a person who pays for themselves */}
                <span className="min-w-0">
                  {[itemText(payment, day), ...(payment.userId === payer.userId ? [] : [payment.person])].join(', ')}
                </span>
                <Price cents={payment.cents} />
              </span>
            </>
          }
          checked={isChosen(payment.paymentId)}
          disabled={payment.markedByTeacher && !isChosen(payment.paymentId)}
          description={hintOf(payment)}
          onChange={(on) => props.onChoose(payment, on)}
        />
      ))}
      {rest?.theirs && rest.follows && <p className="py-2 text-sm text-muted">{t.restFollows}</p>}
      {rest && !(rest.theirs && rest.follows) && (
        <CheckboxField
          label={
            <>
              <span className="sr-only">{t.restAsCreditOf(payer.name)}</span>
              <span aria-hidden="true">{t.restAsCredit}</span>
            </>
          }
          checked={rest.theirs}
          onChange={rest.onChange}
        />
      )}
    </li>
  )
}
