import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import { euros } from '#kernel/money.ts'
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
import { sumOf } from './sumOf.ts'
import { useTellAssigned } from './useTellAssigned.ts'

type Found = AnswerOf<typeof contract.openPayments>

/** The only payment among these that a line can pay. */
function onlyOf(payers: Found) {
  const all = payers.flatMap(({ payerId, payments }) => payments.map((payment) => ({ ...payment, payerId })))
  const [only, ...others] = all.filter(({ markedByTeacher }) => !markedByTeacher)
  return only && others.length === 0 ? only : null
}

/** Says whose a line is: payments of one payer or several, as far as the money reaches; what is beyond them is credit. */
export function AssignDialog(props: { line: ShownLine; search: string; onClose: () => void }) {
  const { line, onClose } = props
  const t = useTexts(texts)
  const word = useTexts(words)
  const explain = useRefusalText(refusals)
  const { run, pending } = useCommand(bank.assign)
  const tellAssigned = useTellAssigned()
  const [search, setSearch] = useState(props.search)
  /** What somebody has ticked, in that order, and whose the rest becomes; until then it is what the program proposes. */
  const [byHand, setByHand] = useState<{ chosen: Payments; credited: string | null } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** Enter was pressed; it waits for what is found. */
  const [entered, setEntered] = useState(false)
  const [list, actions] = [useRef<HTMLUListElement>(null), useRef<HTMLDivElement>(null)]
  const asked = { search: search.slice(0, 100), cents: line.cents }
  const found = useLive(bank.openPayments, asked)
  const shown = useSteady(found)
  // not of what still stands there of the search before
  const only = found.state === 'ready' ? onlyOf(found.answer) : null

  const { chosen, credited } = byHand ?? {
    chosen: shown.state === 'ready' ? proposed(shown.answer, line) : new Map<never, never>(),
    credited: null,
  }

  let left = line.cents
  const gets = [...chosen].map(([paymentId, { open }]) => {
    const cents = Math.min(left, open)
    left -= cents
    return { paymentId, cents, inPart: cents < open }
  })
  const shares = gets.flatMap(({ paymentId, cents }) => (cents > 0 ? { paymentId, cents } : []))
  /** What a chosen payment gets where the money does not reach for all of it. */
  const partOf = (paymentId: string) => {
    const part = gets.find((one) => one.paymentId === paymentId && one.inPart)
    return part && t.getsPart(part.cents)
  }
  const [first] = chosen.values()
  const payerId = credited ?? first?.payerId ?? null

  function choose(paymentId: string, of: { payerId: string; open: number }, on: boolean) {
    setProblem(null)
    const others = [...chosen].filter(([id]) => id !== paymentId)
    setByHand({ chosen: new Map(on ? [...others, [paymentId, of]] : others), credited })
  }

  // by keys alone: the only payment that is found is chosen and can be assigned, else one goes on to those that are found
  useEffect(() => {
    if (!entered || found.state !== 'ready') return
    // once more as soon as it is ticked: what is focused can be pressed at once
    if (only && !chosen.has(only.paymentId))
      return choose(only.paymentId, { payerId: only.payerId, open: only.cents }, true)
    setEntered(false)
    const next = only || (!byHand && chosen.size > 0) ? actions : list
    next.current?.querySelector<HTMLElement>('button, input:enabled')?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- what was found changes with the answer alone
  }, [entered, found, chosen])

  function look(text: string) {
    setSearch(text)
    setEntered(false)
    // who has unticked all begins anew
    if (payerId === null) setByHand(null)
  }

  function credit(theirs: string | null) {
    setProblem(null)
    setByHand({ chosen, credited: theirs })
  }

  async function assign() {
    if (payerId === null) return
    setProblem(null)
    const outcome = await run({ lineId: line.id, payerId, shares })
    if (outcome?.ok) {
      tellAssigned(line.id)
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
          {(payers) =>
            payers.length === 0 ? (
              search.trim() !== '' && <EmptyState text={t.nobodyFound} small />
            ) : (
              <ul ref={list} className="flex flex-col gap-3">
                {payers.map(({ payerId: theirs, userId: payer, name, payments }) => (
                  <li key={theirs}>
                    <p className="font-semibold">{name}</p>
                    {payments.length === 0 && <p className="text-sm text-muted">{t.nothingOpen}</p>}
                    {payments.map(({ paymentId, description, userId, person, cents, markedByTeacher }) => (
                      <CheckboxField
                        key={paymentId}
                        wide
                        label={
                          <>
                            <span className="sr-only">{t.pays(description, person, cents)}</span>
                            <span aria-hidden="true" className="flex min-w-0 grow justify-between gap-3">
                              {/* the heading names whoever pays for themselves */}
                              <span className="min-w-0">
                                {userId === payer ? description : `${description}, ${person}`}
                              </span>
                              <Price cents={cents} />
                            </span>
                          </>
                        }
                        checked={chosen.has(paymentId)}
                        disabled={markedByTeacher && !chosen.has(paymentId)}
                        description={
                          markedByTeacher
                            ? t.markedByTeacher
                            : chosen.has(paymentId)
                              ? partOf(paymentId)
                              : paymentId === only?.paymentId && <span className="max-sm:hidden">{t.enterChooses}</span>
                        }
                        onChange={(on) => choose(paymentId, { payerId: theirs, open: cents }, on)}
                      />
                    ))}
                    {left > 0 && (
                      <CheckboxField
                        label={
                          <>
                            <span className="sr-only">{t.restAsCreditOf(name)}</span>
                            <span aria-hidden="true">{t.restAsCredit}</span>
                          </>
                        }
                        checked={payerId === theirs}
                        onChange={(on) => credit(on ? theirs : null)}
                      />
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </LiveContent>
      </Stack>
    </Dialog>
  )
}
