import type { Result } from '#kernel/result.ts'
import type { CommandContext, RequestInfo } from '#server/procedures.ts'
import { assertUnchanged, commit, Context, newEffects, type EffectServices } from './effects.ts'

const request: RequestInfo = { address: 'studio', deviceInfo: 'studio', language: 'en', sessionToken: null }

/** Runs work for the studio itself, such as from the command line: nobody's session asks, and no key is kept. */
export async function asStudio<T, Code extends string>(
  services: EffectServices,
  name: string,
  work: (c: CommandContext) => Promise<Result<T, Code>>,
): Promise<Result<T, Code>> {
  return commit(services, async (tx, now) => {
    const effects = newEffects()
    const result = await work(new Context(services, tx, now, { kind: 'visitor' }, request, effects))
    await assertUnchanged(tx, name, result)
    return { value: result, last: { effects, refused: !result.ok } }
  })
}
