import type { Result } from '#kernel/result.ts'
import type { Instant } from '#kernel/time.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandContext } from '#server/procedures.ts'
import { assertUnchanged, commit, Context, newEffects, type By, type EffectServices } from './effects.ts'

const studio: By = {
  actor: { kind: 'studio' },
  subject: null,
  request: { address: 'studio', deviceInfo: 'studio', language: 'en', sessionToken: null },
}

/** Runs work as the studio itself, such as from the command line: no session, no key. */
export function asStudio<T, Code extends string>(
  services: EffectServices,
  name: string,
  work: (c: CommandContext) => Promise<Result<T, Code>>,
): Promise<Result<T, Code>> {
  return commit(services, async (tx, now) => {
    const done = await workAsStudio(services, tx, now, work)
    await assertUnchanged(tx, name, done.value)
    return { ...done, last: { ...done.last, refused: !done.value.ok } }
  })
}

/** The same inside a transaction of `commit`, which saves the effects. */
export async function workAsStudio<T>(
  services: EffectServices,
  tx: Tx,
  now: Instant,
  work: (c: CommandContext) => Promise<T>,
) {
  const effects = newEffects()
  const value = await work(new Context(services, tx, now, studio, effects))
  return { value, last: { effects } }
}
