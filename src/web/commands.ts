import { useCallback, useMemo, useRef, useState } from 'react'
import { newId } from '#kernel/ids.ts'
import type { AnswerOf, Command, CommonRefusal, InputOf, Named, OutcomeOf } from '#kernel/procedures.ts'
import type { Done, Refusal } from '#kernel/result.ts'

/** Any typed command fits; its own types come back through InputOf and OutcomeOf. */
export type AnyCommand = Omit<Command, 'input' | 'answer'> & Named

/** Five attempts, 1 s doubling, at most 10 s. */
const ATTEMPTS = 5
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 10_000
/** A little longer than the server's own deadline, so that its answer is heard. */
const DEADLINE = 12_000
/** Bytes in a millisecond: a file may take longer to send. */
const SLOWEST = 50

/**
 * Calls a command. One call is one intent: every attempt carries the same key, so that a lost answer never makes it
 * happen twice. Network trouble comes back as a refusal, too; nothing is thrown.
 */
export async function send<P extends AnyCommand>(
  procedure: P,
  input: InputOf<P>,
  key = newId(),
  { attempts = ATTEMPTS, account }: { readonly attempts?: number; /** Whose it is. */ readonly account?: string } = {},
): Promise<OutcomeOf<P>> {
  const body = JSON.stringify({ key, input, account })
  for (let attempt = 1; ; attempt++) {
    const { outcome, again } = await call<AnswerOf<P>>(procedure.name, body)
    if (!again || attempt === attempts) return outcome as OutcomeOf<P>
    await pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1)))
  }
}

let signInNeeded = () => {}
/** Calls back when a command was refused because nobody is signed in here any more. */
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
    // Waiting out a long limit would only look like a hang; the text says how long it takes.
    const shortLimit =
      response.status === 429 && Number(response.headers.get('retry-after') ?? 0) * 1000 <= LONGEST_PAUSE
    return { outcome, again: shortLimit || response.status === 503 }
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    const code: CommonRefusal = timedOut ? 'deadlineExceeded' : 'unreachable'
    return { outcome: { ok: false, code }, again: true }
  }
}

/** Answers that do not say whether the command has happened: an earlier attempt may have, with its answer lost. */
export const UNDECIDED: ReadonlySet<string> = new Set<CommonRefusal>([
  'busy',
  'unreachable',
  'deadlineExceeded',
  'unexpected',
  'tooManyRequests',
])

/** As `send`, for somebody who tries again after such an answer: the same input is still the same intent, with its key. */
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
