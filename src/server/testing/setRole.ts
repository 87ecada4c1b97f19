import { order } from '#server/operator/control.ts'
import type { Role } from '#studio/accounts/rules.ts'

/** Asks a running server what `npm run role` asks, without a process of its own. */
export async function setRole(dataDir: string, email: string, role: Role): Promise<void> {
  const done = await order(dataDir, 'role', [email, role])
  if (!done?.ok) throw new Error(`The role was not set: ${done?.line ?? 'no server runs'}`)
}
