import { runErrands as run } from '#server/errands/courier.ts'
import type { Workplace } from '#server/errands/errand.ts'
import type { TestStudio } from './studio.ts'

/** Wraps a call to an external service, for example to simulate the end of the process. */
export type Around = (call: () => Promise<unknown>) => Promise<unknown>

/** Runs errands that are due by the studio's clock, as its courier would within seconds. */
export function runErrands(
  { services }: TestStudio,
  around: Around = (call) => call(),
  /** Changes the transactions that a long call makes. */
  placed: (place: Workplace) => Workplace = (place) => place,
): Promise<void> {
  const errands = services.errands.map((errand) => ({
    ...errand,
    call: ((taken, settings, place) => around(() => errand.call(taken, settings, placed(place)))) as typeof errand.call,
  }))
  return run({ ...services, errands })
}
