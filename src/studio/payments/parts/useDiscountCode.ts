import { useRef, useState } from 'react'
import type { Cents } from '#kernel/money.ts'
import type { Done, Refusal } from '#kernel/result.ts'

export type CheckDiscount = (code: string, coverMember: boolean) => Promise<Done<{ amount: Cents }> | Refusal>

/**
 * The discount code of one payment. An applied code was confirmed for exactly this text and the current cover box; a
 * change of either removes it until it is confirmed again.
 */
export function useDiscountCode(check: CheckDiscount, explain: (refusal: Refusal) => string) {
  const [typed, setTyped] = useState('')
  const [applied, setApplied] = useState<{ code: string; amount: Cents } | null>(null)
  const [error, setError] = useState<string>()
  const [checking, setChecking] = useState(false)
  // number of the latest request; results of earlier ones are ignored
  const turn = useRef(0)

  function take(off: { error?: string }) {
    turn.current++
    setApplied(null)
    setError(off.error)
    setChecking(false)
  }

  async function apply(coverMember: boolean): Promise<boolean> {
    take({})
    const mine = turn.current
    const code = typed.trim()
    setChecking(true)
    const outcome = await check(code, coverMember)
    if (mine !== turn.current) return false
    setChecking(false)
    if (outcome.ok) setApplied({ code, amount: outcome.value.amount })
    else setError(explain(outcome))
    return outcome.ok
  }

  return {
    typed,
    applied,
    error,
    checking,
    type(text: string) {
      take({})
      setTyped(text)
    },
    /** Asks the server whether the typed code applies; resolves to the result. */
    apply,
    /** The cover box has changed: repeats the check. */
    recheck(coverMember: boolean) {
      if (applied || error || checking) void apply(coverMember)
    },
    /** Call before paying, so that a typed code is never silently ignored. Resolves to true if payment can proceed. */
    async settle(coverMember: boolean): Promise<boolean> {
      return typed.trim() === '' || applied !== null ? true : await apply(coverMember)
    },
    /** The server refused the code at payment. */
    refused: (text: string) => take({ error: text }),
  }
}

export type DiscountCode = ReturnType<typeof useDiscountCode>
