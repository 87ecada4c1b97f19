import { databaseTrouble } from '#server/db/errors.ts'

/** Runs `look`, never twice at a time: a request during a run causes one more run after it. */
export function oneAtATime(look: () => Promise<void>) {
  let running: Promise<void> | null = null
  let wanted = false
  const lookWhileWanted = async () => {
    while (wanted) {
      wanted = false
      await look()
    }
    running = null
  }
  return {
    soon() {
      wanted = true
      running ??= lookWhileWanted()
    },
    /** Resolves when nothing is running. */
    settled: async () => {
      await running
    },
  }
}

export interface Looking {
  /** Looks at once. */
  soon(): void
  /** Resolves when a running look has ended. */
  stop(): Promise<void>
}

interface Look {
  /** Interval (ms), for what becomes due with time, and what other processes left. */
  readonly every: number
  readonly look: (stopping: () => boolean) => Promise<void>
  readonly failed: (error: unknown) => void
}

/** Looks at once, every so often and when asked, never twice at a time, until stopped. */
export function lookEvery({ every, look, failed }: Look): Looking {
  let stopped = false
  const stopping = () => stopped
  const { soon, settled } = oneAtATime(async () => {
    if (stopped) return
    try {
      await look(stopping)
    } catch (error) {
      // other parts of the program already report a database that is unavailable
      if (!databaseTrouble(error)) failed(error)
    }
  })
  const timer = setInterval(soon, every).unref()
  soon()
  return {
    soon,
    async stop() {
      stopped = true
      clearInterval(timer)
      await settled()
    },
  }
}
