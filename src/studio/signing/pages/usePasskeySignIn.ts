import { useCallback, useEffect, useRef, useState } from 'react'
import type { OutcomeOf } from '#kernel/procedures.ts'
import { refuse, type Refusal } from '#kernel/result.ts'
import { send } from '#web/commands.ts'
import { signing } from '../calls.ts'

type Outcome = OutcomeOf<typeof signing.signInWithPasskey> | Refusal<'passkeyNotGiven'>

/**
 * Signing in by passkey: `press` asks at once; besides, the browser offers those that it has where the address is
 * typed. Its library is fetched by who uses it: a browser that has no passkeys to offer loads nothing.
 */
export function usePasskeySignIn(onOutcome: (outcome: Outcome) => void): { press: () => void; pending: boolean } {
  const [pending, setPending] = useState(false)
  const done = useRef(onOutcome)
  useEffect(() => {
    done.current = onOutcome
  })
  useEffect(() => {
    let left = false
    void offered().then((outcome) => {
      if (outcome && !left) done.current(outcome)
    })
    return () => {
      left = true
    }
  }, [])
  const press = useCallback(() => {
    setPending(true)
    void asked(false).then((outcome) => {
      setPending(false)
      if (outcome) done.current(outcome)
    })
  }, [])
  return { press, pending }
}

async function offered(): Promise<Outcome | null> {
  if (typeof PublicKeyCredential === 'undefined') return null
  const can = await PublicKeyCredential.isConditionalMediationAvailable?.()
  return can ? await asked(true) : null
}

/** Null where the browser's own offer was not taken, or the page was left: it says nothing of failures. */
async function asked(useBrowserAutofill: boolean): Promise<Outcome | null> {
  const library = await import('@simplewebauthn/browser').catch(() => null)
  if (!library) return useBrowserAutofill ? null : refuse('unreachable')
  const { startAuthentication } = library
  const options = await send(signing.passkeyToSignIn, {})
  if (!options.ok) return useBrowserAutofill ? null : (options as Outcome)
  const given = await startAuthentication({
    optionsJSON: JSON.parse(options.value.options) as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    useBrowserAutofill,
    // the field may not be there yet, or any more
    verifyBrowserAutofillInput: false,
  }).catch(() => null)
  if (given) return await send(signing.signInWithPasskey, { response: JSON.stringify(given) })
  // a browser does not say whether there is none, or nobody wanted to use it
  return useBrowserAutofill ? null : refuse('passkeyNotGiven')
}
