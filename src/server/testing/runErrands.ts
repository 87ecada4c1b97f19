import { runErrands as run } from '#server/errands/courier.ts'
import type { Workplace } from '#server/errands/errand.ts'
import type { TestStudio } from './studio.ts'

/** What happens around a call to a service outside, such as the end of the process. */
export type Around = (call: () => Promise<unknown>) => Promise<unknown>

/** Asks of services outside what is to be asked by the studio's clock, as its courier would within seconds. */
export function runErrands(
  { services }: TestStudio,
  around: Around = (call) => call(),
  /** What becomes of the transactions that a long call makes on its way. */
  placed: (place: Workplace) => Workplace = (place) => place,
): Promise<void> {
  const errands = services.errands.map((errand) => ({
    ...errand,
    call: ((taken, settings, place) => around(() => errand.call(taken, settings, placed(place)))) as typeof errand.call,
  }))
  return run({ ...services, errands })
}
