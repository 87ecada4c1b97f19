/** Runs `look`, never twice at a time: whoever asks while it runs has it run once more after that. */
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
    /** Resolves when nothing runs. */
    settled: async () => {
      await running
    },
  }
}
