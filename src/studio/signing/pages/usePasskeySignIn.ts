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
  const pressed = useRef(false)
  useEffect(() => {
    done.current = onOutcome
  })
  useEffect(() => {
    let left = false
    void offered(() => left || pressed.current).then((outcome) => {
      if (outcome && !left) done.current(outcome)
    })
    return () => {
      left = true
    }
  }, [])
  const press = useCallback(() => {
    setPending(true)
    pressed.current = true
    void asked().then((outcome) => {
      setPending(false)
      if (outcome) done.current(outcome)
    })
  }, [])
  return { press, pending }
}

async function offered(isOver: () => boolean): Promise<Outcome | null> {
  if (typeof PublicKeyCredential === 'undefined') return null
  const can = await PublicKeyCredential.isConditionalMediationAvailable?.()
  return can ? await asked(isOver) : null
}

/**
 * Null where the browser's own offer was not taken, or the page was left: it says nothing of failures. `isOver` of an offer
 * says that it comes too late: a browser does one thing at a time, and would drop what a press has asked for.
 */
async function asked(isOver?: () => boolean): Promise<Outcome | null> {
  const library = await import('@simplewebauthn/browser').catch(() => null)
  if (!library) return isOver ? null : refuse('unreachable')
  const { startAuthentication, WebAuthnAbortService } = library
  // the offer that waits ends with the press, and not only once the server has answered
  if (!isOver) WebAuthnAbortService.cancelCeremony()
  const options = await send(signing.passkeyToSignIn, {})
  if (!options.ok) return isOver ? null : (options as Outcome)
  if (isOver?.()) return null
  const given = await startAuthentication({
    optionsJSON: JSON.parse(options.value.options) as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    useBrowserAutofill: isOver !== undefined,
    // the field may not be there yet, or any more
    verifyBrowserAutofillInput: false,
  }).catch(() => null)
  if (given) return await send(signing.signInWithPasskey, { response: JSON.stringify(given) })
  // a browser does not say whether there is none, or nobody wanted to use it
  return isOver ? null : refuse('passkeyNotGiven')
}
