import { order } from '#server/operator/control.ts'

/** Sends a running server the order of `npm run two-steps -- EMAIL off`, without starting a process. */
export async function endTwoSteps(dataDir: string, email: string): Promise<void> {
  const done = await order(dataDir, 'twoSteps', [email, 'off'])
  if (!done?.ok) throw new Error(`Two steps did not end: ${done?.line ?? 'no server runs'}`)
}
