import type { Instant } from '#kernel/time.ts'

interface Note {
  readonly at: Instant
  readonly work: () => Promise<void>
}

/** What is still to happen in the sample studio, soonest first, and its clock, which goes from one to the next. */
export class Diary {
  now: Instant
  readonly end: Instant
  readonly #notes: Note[] = []

  constructor(start: Instant, end: Instant) {
    this.now = start
    this.end = end
  }

  /** Notes work for later; what would come after the end never happens. */
  note(at: Instant, work: () => Promise<void>): void {
    if (at > this.end) return
    const behind = this.#notes.findLastIndex((note) => note.at <= at)
    this.#notes.splice(behind + 1, 0, { at, work })
  }

  /** What the clock shows; each look at it takes some seconds, so that not everything happens at once. */
  look(): Instant {
    this.now = Math.min(this.now + 3_000, this.end)
    return this.now
  }

  /** Lives through everything up to `until`, one thing after the other. */
  async live(until: Instant): Promise<void> {
    for (let next = this.#notes[0]; next && next.at <= until; next = this.#notes[0]) {
      this.#notes.shift()
      this.now = Math.max(this.now, next.at)
      await next.work()
    }
  }
}
