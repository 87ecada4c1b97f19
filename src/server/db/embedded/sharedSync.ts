interface Held {
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * Commits that follow each other are synced to the disk together, and until then nobody is told of them, nor of anything
 * that was decided after them.
 */
export class SharedSync {
  readonly #sync: () => Promise<unknown>
  #unsynced = false
  #held: Held[] = []

  /** `sync` brings all that was committed to the disk; nobody is told before it is done. */
  constructor(sync: () => Promise<unknown>) {
    this.#sync = sync
  }

  /** Whether something was committed that is not on the disk yet. */
  get unsynced(): boolean {
    return this.#unsynced
  }

  /** Notes that a commit is made which is not on the disk when it is answered. */
  note(): void {
    this.#unsynced = true
  }

  /** Resolves when all that was committed until now is on the disk, of which the caller may have seen something. */
  settled(): Promise<void> | undefined {
    if (!this.#unsynced) return undefined
    return new Promise((done, failed) => this.#held.push({ done, failed }))
  }

  /** Syncs what was committed; when that fails, all who wait for it fail. */
  async settle(): Promise<void> {
    if (!this.#unsynced) return
    try {
      await this.#sync()
    } catch (error) {
      return this.fail(error)
    }
    this.#unsynced = false
    for (const { done } of this.#held.splice(0)) done()
  }

  /** Whoever waits is told that what was committed may be lost. */
  fail(error: unknown): void {
    for (const { failed } of this.#held.splice(0)) failed(error)
  }
}
