import { useCallback, useMemo, useRef, useState } from 'react'
import { newId } from '#kernel/ids.ts'
import type { AnswerOf, Command, CommonRefusal, InputOf, Named, OutcomeOf } from '#kernel/procedures.ts'
import type { Done, Refusal } from '#kernel/result.ts'

/** Accepts any typed command; InputOf and OutcomeOf recover its own types. */
export type AnyCommand = Omit<Command, 'input' | 'answer'> & Named

/** Attempts in total. The pause between them doubles from 1 s, at most 10 s. */
const ATTEMPTS = 5
/** The same on a device without a network: waiting rarely helps there, and nobody should look at buttons that do nothing. */
const ATTEMPTS_OFFLINE = 2
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 10_000
/** In ms; a little longer than the server's own deadline, so that its response still arrives. */
const DEADLINE = 12_000
/** Slowest upload in bytes per ms; extends the timeout for commands that carry a file. */
const SLOWEST = 50

/**
 * Calls a command. One call is one intent: every attempt carries the same idempotency key, so a lost response never
 * makes it happen twice. Network failures are returned as a refusal, too; it never throws.
 */
export async function send<P extends AnyCommand>(
  procedure: P,
  input: InputOf<P>,
  key = newId(),
  {
    attempts = ATTEMPTS,
    account,
  }: { readonly attempts?: number; /** Id of the account that gave the command. */ readonly account?: string } = {},
): Promise<OutcomeOf<P>> {
  const body = JSON.stringify({ key, input, account })
  for (let attempt = 1; ; attempt++) {
    const { outcome, again } = await call<AnswerOf<P>>(procedure.name, body)
    if (!again || attempt >= attempts || (isOffline() && attempt >= ATTEMPTS_OFFLINE)) return outcome as OutcomeOf<P>
    await pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1)))
  }
}

const isOffline = () => !navigator.onLine

let signInNeeded = () => {}
/** Registers the callback for a command that is refused because the session has ended. */
export function whenSignInNeeded(listener: () => void): void {
  signInNeeded = listener
}

type Answered<T> = { outcome: Done<T> | Refusal; again: boolean }

async function call<T>(name: string, body: string): Promise<Answered<T>> {
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`/rpc/${name}`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(DEADLINE + Math.ceil(body.length / SLOWEST)),
    })
    const outcome = (await response.json()) as Done<T> | Refusal
    if (!outcome.ok && outcome.code === 'signInNeeded') signInNeeded()
    // waiting out a long limit would look like a hang; the refusal's text says how long to wait
    const shortLimit =
      response.status === 429 && Number(response.headers.get('retry-after') ?? 0) * 1000 <= LONGEST_PAUSE
    return { outcome, again: shortLimit || response.status === 503 }
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    const code: CommonRefusal = timedOut ? 'deadlineExceeded' : 'unreachable'
    return { outcome: { ok: false, code }, again: true }
  }
}

/** Codes that leave open whether the command ran: an earlier attempt may have, with its response lost. */
export const UNDECIDED: ReadonlySet<string> = new Set<CommonRefusal>([
  'busy',
  'unreachable',
  'deadlineExceeded',
  'unexpected',
  'tooManyRequests',
])

/**
 * As `send`, for manual retries after such a response: the same input keeps its key, since it is still the same intent.
 */
export function sendAgain<P extends AnyCommand>(procedure: P): (input: InputOf<P>) => Promise<OutcomeOf<P>> {
  let open: { readonly intent: string; readonly key: string } | null = null
  return async (input) => {
    const intent = JSON.stringify(input)
    const key = open?.intent === intent ? open.key : newId()
    open = { intent, key }
    const outcome = await send(procedure, input, key)
    if (outcome.ok || !UNDECIDED.has(outcome.code)) open = null
    return outcome
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A command for a button or form: `run` does nothing while it is already running, so a double click is one click. */
export function useCommand<P extends AnyCommand>(
  procedure: P,
): { run: (input: InputOf<P>) => Promise<OutcomeOf<P> | null>; pending: boolean } {
  const [pending, setPending] = useState(false)
  const running = useRef(false)
  const call = useMemo(() => sendAgain(procedure), [procedure])
  const run = useCallback(
    async (input: InputOf<P>) => {
      if (running.current) return null
      running.current = true
      setPending(true)
      try {
        return await call(input)
      } finally {
        running.current = false
        setPending(false)
      }
    },
    [call],
  )
  return { run, pending }
}
