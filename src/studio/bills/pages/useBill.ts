import { useState } from 'react'
import type { Cents } from '#kernel/money.ts'
import { useStudio } from '#web/studio.tsx'
import { useKept } from '#web/useKept.ts'
import type { Bill, BillRow } from '../contract.ts'
import { discountsOf } from '../rules.ts'

/** A person to bill, as shown on the screen. */
export interface BillLine {
  readonly row: BillRow
  /** Never without a sum to pay, as with a sibling discount of 100 %. */
  readonly chosen: boolean
  readonly discount: Cents
  /** With the sibling discount. */
  readonly proposed: Cents
  /** The sum charged (cents): the proposed one unless another was typed. */
  readonly cents: Cents
}

export interface BillLines {
  readonly all: readonly BillLine[]
  readonly choose: (personIds: readonly string[], chosen: boolean) => void
  /** Null for the proposed sum. */
  readonly setSum: (personId: string, cents: Cents | null) => void
}

/**
 * Who is chosen, with which sums. People paused all month are not chosen by default. Typed sums of a month are kept
 * while the tab is open, also for a bill that is undone.
 */
export function useBill(month: string, bill: Bill): BillLines {
  const { siblingPercent } = useStudio()
  const [picked, setPicked] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [kept, keep] = useKept(`sums of ${month}`)
  const sums = new Map(kept === '' ? [] : (JSON.parse(kept) as [string, Cents][]))
  const rows = bill.rows.filter(({ billed }) => billed === null)
  const isChosen = ({ personId, pausedThroughout }: BillRow) => picked.get(personId) ?? !pausedThroughout
  const chosen = new Set(rows.filter(isChosen).map(({ personId }) => personId))
  const discounts = discountsOf(rows, bill.families, chosen, siblingPercent)
  return {
    all: rows.map((row) => {
      const discount = discounts.get(row.personId) ?? 0
      const proposed = row.full - discount
      const cents = sums.get(row.personId) ?? proposed
      return { row, chosen: cents > 0 && chosen.has(row.personId), discount, proposed, cents }
    }),
    choose: (personIds, on) => setPicked((before) => new Map([...before, ...personIds.map((id) => [id, on] as const)])),
    setSum: (personId, cents) => {
      const others = [...sums].filter(([id]) => id !== personId)
      keep(JSON.stringify(cents === null ? others : [...others, [personId, cents]]))
    },
  }
}
