import { useState } from 'react'
import type { AnswerOf } from '#kernel/procedures.ts'
import type { bank as contract, ShownLine } from '../contract.ts'
import { proposed, type Payments } from './proposed.ts'

export type Found = AnswerOf<typeof contract.openPayments>
export type Payer = Found[number]
export type Open = Payer['payments'][number]

/** The payment that a line can pay, if there is exactly one among these. */
export function onlyOf(payers: Found) {
  const all = payers.flatMap((payer) => payer.payments.map((payment) => ({ payment, payer })))
  const [only, ...others] = all.filter(({ payment }) => !payment.markedByTeacher)
  return only && others.length === 0 ? only : null
}

/** The found payers, preceded by those that stay visible though the search does not find them. */
export const withKept = (found: Found, kept: readonly Payer[]): Found => [
  ...kept.filter(({ payerId }) => found.every((one) => one.payerId !== payerId)),
  ...found,
]

/** How much each chosen payment gets, in this order, until the money is used up; and what is left. */
export function shared(cents: number, chosen: Payments) {
  let left = cents
  const gets = [...chosen].map(([paymentId, { open }]) => {
    const cents = Math.min(left, open)
    left -= cents
    return { paymentId, cents, inPart: cents < open }
  })
  return { gets, left }
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
export function useTicked(line: ShownLine, found: Found | null) {
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
