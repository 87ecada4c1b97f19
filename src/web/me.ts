import { createContext, use } from 'react'
import type { Me } from '#studio/accounts/contract.ts'
import { accounts } from '#studio/accounts/calls.ts'
import { may, type Permission } from '#studio/accounts/rules.ts'
import type { LiveSource } from '#web/live/source.ts'
import { connection, useLive } from '#web/live/useLive.ts'

/** The current account, for guards; screens use `useMe`. */
export class Who {
  readonly #live: LiveSource
  /** The last known claims; a reconnect does not change them. */
  #last: Me

  constructor(live: LiveSource, initial: Me) {
    this.#live = live
    this.#last = initial
  }

  now(): Me {
    const live = this.#live.current(accounts.me.name, {})
    if (live.state === 'ready') this.#last = live.answer as Me
    return this.#last
  }

  /** Subscribes to changes of the account's claims: signed in or out, verified, another role. */
  onChange(listener: (me: Me) => void): () => void {
    return this.#live.watch(accounts.me.name, {}, () => listener(this.now()))
  }
}

export const WhoContext = createContext<Who | null>(null)

export function useMe(): Me {
  const live = useLive(accounts.me, {})
  const who = use(WhoContext)
  if (!who) throw new Error('useMe stands outside WhoContext.')
  return live.state === 'ready' ? live.answer : who.now()
}

let changesHere = false
/** Whether this tab itself is signing in or out: the person knows, and need not be told. */
export const isChangingHere = (): boolean => changesHere

/** Runs a command that ends the session of this tab; call `becameSomeoneElse` once it has. */
export async function endingHere<O extends { readonly ok: boolean } | null>(command: Promise<O>): Promise<O> {
  // the socket may close before the response is here
  changesHere = true
  const outcome = await command
  if (!outcome?.ok) changesHere = false
  return outcome
}

/** After this tab signed in or out: reconnects, and resolves once the new claims are known. */
export function becameSomeoneElse(): Promise<Me> {
  changesHere = true
  connection.restart()
  const known = new Promise<Me>((resolve) => {
    const stop = connection.watch(accounts.me.name, {}, () => {
      const live = connection.current(accounts.me.name, {})
      if (live.state !== 'ready') return
      stop()
      resolve(live.answer as Me)
    })
  })
  return known.finally(() => {
    changesHere = false
  })
}

export function useMay(permission: Permission): boolean {
  return may(useMe().kind, permission)
}
