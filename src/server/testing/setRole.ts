import { order } from '#server/operator/control.ts'
import type { Role } from '#studio/accounts/rules.ts'

/** Sends a running server the order of `npm run role`, without starting a process. */
export async function setRole(dataDir: string, email: string, role: Role): Promise<void> {
  const done = await order(dataDir, 'role', [email, role])
  if (!done?.ok) throw new Error(`The role was not set: ${done?.line ?? 'no server runs'}`)
}
