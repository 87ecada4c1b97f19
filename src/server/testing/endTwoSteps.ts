import { order } from '#server/operator/control.ts'

/** Asks a running server what `npm run two-steps -- EMAIL off` asks, without a process of its own. */
export async function endTwoSteps(dataDir: string, email: string): Promise<void> {
  const done = await order(dataDir, 'twoSteps', [email, 'off'])
  if (!done?.ok) throw new Error(`Two steps did not end: ${done?.line ?? 'no server runs'}`)
}
