import { runErrands as run } from '#server/errands/courier.ts'
import type { TestStudio } from './studio.ts'

/** What happens around a call to a service outside, such as the end of the process. */
export type Around = (call: () => Promise<unknown>) => Promise<unknown>

/** Asks of services outside what is to be asked by the studio's clock, as its courier would within seconds. */
export function runErrands({ services }: TestStudio, around: Around = (call) => call()): Promise<void> {
  const errands = services.errands.map((errand) => ({
    ...errand,
    call: ((...given: Parameters<typeof errand.call>) => around(() => errand.call(...given))) as typeof errand.call,
  }))
  return run({ ...services, errands })
}
