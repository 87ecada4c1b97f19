import type { Me } from '#studio/accounts/contract.ts'
import { accounts } from '#studio/accounts/contract.ts'
import { may, type Permission } from '#studio/accounts/rules.ts'
import { connection, useLive } from '#web/live/useLive.ts'

const visitor: Me = {
  kind: 'visitor',
  userId: null,
  email: null,
  displayName: null,
  familyName: null,
  membershipCategory: null,
  memberLevel: null,
}

/** The last claims that were known; a connection that is being renewed changes nobody. */
let last: Me = visitor

export function startMe(initial: Me): void {
  last = initial
  connection.seed(accounts.me.name, {}, { state: 'ready', answer: initial })
}

/** Who is here, for guards; screens use `useMe`. */
export function currentMe(): Me {
  const live = connection.current(accounts.me.name, {})
  if (live.state === 'ready') last = live.answer as Me
  return last
}

/** Calls back when one's claims change: signed in or out, verified, another role. */
export function onMe(listener: (me: Me) => void): () => void {
  return connection.watch(accounts.me.name, {}, () => listener(currentMe()))
}

export function useMe(): Me {
  useLive(accounts.me, {})
  return currentMe()
}

/** After this tab signed in or out: the socket is opened again, and the claims are known before this resolves. */
export function becameSomeoneElse(): Promise<Me> {
  connection.restart()
  return new Promise((resolve) => {
    const stop = connection.watch(accounts.me.name, {}, () => {
      const live = connection.current(accounts.me.name, {})
      if (live.state !== 'ready') return
      stop()
      resolve(currentMe())
    })
  })
}

export function useMay(permission: Permission): boolean {
  return may(useMe().kind, permission)
}
