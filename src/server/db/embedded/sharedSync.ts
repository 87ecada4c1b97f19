interface Held {
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * Syncs consecutive commits to the disk together. Until the sync is done, results of these commits, and of anything
 * decided after them, are held back.
 */
export class SharedSync {
  readonly #sync: () => Promise<unknown>
  #unsynced = false
  #held: Held[] = []

  /** `sync` writes all commits so far to the disk. */
  constructor(sync: () => Promise<unknown>) {
    this.#sync = sync
  }

  /** Whether there is a commit that is not on the disk yet. */
  get unsynced(): boolean {
    return this.#unsynced
  }

  /** Notes a commit that is not on the disk when it returns. */
  note(): void {
    this.#unsynced = true
  }

  /** Resolves when all commits so far, which the caller may have seen, are on the disk. */
  settled(): Promise<void> | undefined {
    if (!this.#unsynced) return undefined
    return new Promise((done, failed) => this.#held.push({ done, failed }))
  }

  /** Syncs all commits; on failure, all waiting callers fail. */
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

  /** Rejects all waiting callers: their commits may be lost. */
  fail(error: unknown): void {
    for (const { failed } of this.#held.splice(0)) failed(error)
  }
}
