import { useEffect, useState } from 'react'
import { deadLinkCode, type DeadLinkCode } from '#studio/accounts/parts/DeadLink.tsx'
import { useCommand } from '#web/commands.ts'
import { useHistoryState } from '#web/useHistoryState.ts'
import { useRefusalText } from '#web/refusals.ts'
import type { signing } from '../calls.ts'

type Link =
  | { readonly state: 'looking' }
  | { readonly state: 'dead'; readonly code: DeadLinkCode }
  | { readonly state: 'failed'; readonly problem: string }
  | { readonly state: 'ready'; readonly email: string }

/** The token of a letter's link, and the address it is about. Checking does not use the link up. */
export function useLink(check: typeof signing.checkAddressLink | typeof signing.checkKeepLink): [string, Link] {
  const { token = '' } = useHistoryState()
  const { run } = useCommand(check)
  const explain = useRefusalText()
  const [found, setFound] = useState<[string, Link] | null>(null)
  useEffect(() => {
    if (token === '') return
    void run({ token }).then((outcome) => {
      if (outcome === null) return
      if (outcome.ok) return setFound([token, { state: 'ready', email: outcome.value.email }])
      const code = deadLinkCode(outcome.code)
      setFound([token, code ? { state: 'dead', code } : { state: 'failed', problem: explain(outcome) }])
    })
    // check the link once, even if the language changes
    // oxlint-disable-next-line react/exhaustive-deps
  }, [run, token])
  if (token === '') return [token, { state: 'dead', code: 'linkUnknown' }]
  return [token, found?.[0] === token ? found[1] : { state: 'looking' }]
}
