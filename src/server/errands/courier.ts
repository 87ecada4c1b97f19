import { done } from '#kernel/result.ts'
import { asStudio } from '#server/commands/asStudio.ts'
import type { EffectServices } from '#server/commands/effects.ts'
import { lookEvery, type Looking } from '#server/oneAtATime.ts'
import type { CommandContext } from '#server/procedures.ts'
import type { Errand, Workplace } from './errand.ts'

/** Interval (ms) of checks. */
const LOOK = 5_000

export interface CourierServices extends EffectServices {
  readonly errands: readonly Errand[]
}

/** Runs errands until stopped. */
export const startCourier = (services: CourierServices): Looking =>
  lookEvery({
    every: LOOK,
    look: (stopping) => runErrands(services, stopping),
    failed: (error) => services.report('A service outside could not be called.', error),
  })

/** Takes, calls and saves until no errand is due. */
export async function runErrands(services: CourierServices, stopping: () => boolean = () => false): Promise<void> {
  const { database, clock, errands } = services
  for (const errand of errands) {
    while (!stopping() && (await errand.due(database.read, clock()))) {
      const taken = await inOne(services, (c) => errand.take(c))
      if (taken === null) break
      await Promise.all(taken.map((one) => runOne(services, errand, one, stopping)))
    }
  }
}

async function runOne(services: CourierServices, errand: Errand, taken: never, stopping: () => boolean): Promise<void> {
  const { database, clock, report } = services
  const place: Workplace = { db: database.read, clock, inOne: (work) => inOne(services, work), stopping, report }
  const answer = await errand.call(taken, services.settings, place)
  await inOne(services, (c) => errand.settle(c, taken, answer))
}

async function inOne<T>(services: CourierServices, work: (c: CommandContext) => Promise<T>): Promise<T> {
  const outcome = await asStudio(services, 'errand', async (c) => done(await work(c)))
  if (!outcome.ok) throw new Error('The studio does not refuse itself.')
  return outcome.value
}
