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
