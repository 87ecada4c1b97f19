import { useEffect, useState } from 'react'
import { deadLinkCode, type DeadLinkCode } from '#studio/accounts/parts/DeadLink.tsx'
import { useCommand } from '#web/commands.ts'
import { useHistoryState } from '#web/useHistoryState.ts'
import { useRefusalText } from '#web/refusals.ts'
import { families } from '../calls.ts'
import type { Asked } from '../contract.ts'

type Link =
  | { readonly state: 'looking' }
  | { readonly state: 'dead'; readonly code: DeadLinkCode }
  | { readonly state: 'failed'; readonly problem: string }
  | { readonly state: 'ready'; readonly asked: Asked }

/** The link that led here, and what it asks. Looking uses nothing up. */
export function useInvitation(): [token: string, link: Link] {
  const { token = '' } = useHistoryState()
  const { run } = useCommand(families.checkInvitation)
  const explain = useRefusalText()
  const [found, setFound] = useState<[string, Link] | null>(null)
  useEffect(() => {
    if (token === '') return
    void run({ token }).then((outcome) => {
      if (outcome === null) return
      if (outcome.ok) return setFound([token, { state: 'ready', asked: outcome.value }])
      const code = deadLinkCode(outcome.code)
      setFound([token, code ? { state: 'dead', code } : { state: 'failed', problem: explain(outcome) }])
    })
    // the language may change: the link is looked at once
    // oxlint-disable-next-line react/exhaustive-deps
  }, [run, token])
  if (token === '') return [token, { state: 'dead', code: 'linkUnknown' }]
  return [token, found?.[0] === token ? found[1] : { state: 'looking' }]
}
