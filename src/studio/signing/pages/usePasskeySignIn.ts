import { useCallback, useEffect, useRef, useState } from 'react'
import type { OutcomeOf } from '#kernel/procedures.ts'
import { refuse, type Refusal } from '#kernel/result.ts'
import { send } from '#web/commands.ts'
import { signing } from '../calls.ts'

type Outcome = OutcomeOf<typeof signing.signInWithPasskey> | Refusal<'passkeyNotGiven'>

/**
 * Sign-in by passkey: `press` starts it; in addition, the browser offers its passkeys in the address field. The library
 * is loaded only when used, so browsers without passkeys load nothing.
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
 * Null if the autofill offer was not used, or the page was left: failures of the offer are not shown. `isOver` is given
 * for an offer and says that it is too late: a browser runs one request at a time, and would drop the one of a press.
 */
async function asked(isOver?: () => boolean): Promise<Outcome | null> {
  const library = await import('@simplewebauthn/browser').catch(() => null)
  if (!library) return isOver ? null : refuse('unreachable')
  const { startAuthentication, WebAuthnAbortService } = library
  // cancel the pending offer at once, and not only after the server has responded
  if (!isOver) WebAuthnAbortService.cancelCeremony()
  const options = await send(signing.passkeyToSignIn, {})
  if (!options.ok) return isOver ? null : (options as Outcome)
  if (isOver?.()) return null
  const given = await startAuthentication({
    optionsJSON: JSON.parse(options.value.options) as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    useBrowserAutofill: isOver !== undefined,
    // the field may not be in the page now
    verifyBrowserAutofillInput: false,
  }).catch(() => null)
  if (given) return await send(signing.signInWithPasskey, { response: JSON.stringify(given) })
  // browsers don't say whether there is no passkey or the user cancelled
  return isOver ? null : refuse('passkeyNotGiven')
}
