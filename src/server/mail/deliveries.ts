import { inBoth, messages } from '#kernel/messages.ts'
import type { Instant } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import type { LogLine } from '#studio/logs/rules.ts'
import { LetterRefused, type QueuedLetter } from './message.ts'
import { claimDue, markFailed, markSent, type ClaimedLetter } from './outbox.ts'
import { oneLine } from './plainText.ts'

/** Where letters go: a mail server, or files. */
export interface Post {
  /** Resolves when the letter was taken over, rejects when it wasn't, or when nobody knows; always in bounded time. */
  deliver(letter: QueuedLetter): Promise<void>
  /** With `force`, deliveries under way are given up and reject. */
  close(options: { force: boolean }): void
}

export interface DeliveryParts {
  readonly database: Database
  readonly post: Post
  readonly clock: () => Instant
  /** Where a line about trouble goes. */
  readonly report: (line: string, error?: unknown) => void
  /** Where a letter's failures are told to those who run the studio. */
  readonly log: (line: LogLine) => void
}

const logLines = inBoth(
  messages({
    delivered: [(id: number) => `E-mail ${id} was delivered after all.`, (id) => `E-kiri ${id} jõudis siiski kohale.`],
    givenUp: [(id: number) => `E-mail ${id} is given up.`, (id) => `E-kirja ${id} enam ei saadeta.`],
    triedAgain: [
      (id: number) => `E-mail ${id} could not be delivered, and will be tried again.`,
      (id) => `E-kirja ${id} ei saanud kätte toimetada, proovitakse uuesti.`,
    ],
  }),
)

/** Letters under way at a time, each over a connection of its own. */
export const AT_A_TIME = 4

interface Outcome {
  readonly letter: ClaimedLetter
  /** Null when it was delivered. */
  readonly reason: string | null
  /** Whether the reason is the letter's own; otherwise the way there is closed to all. */
  readonly refused?: LetterRefused | undefined
}

/** Delivers what is due in the outbox; what it learned of the mail server and of unsaved outcomes lasts from run to run. */
export class Deliveries {
  #parts: DeliveryParts
  /** Delivered or failed, but not yet noted in the database; noted before anything is claimed again. */
  #unsaved: Outcome[] = []
  #trouble = false

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  /** Delivers until nothing is due, or a whole batch finds the way closed, for then the server is probably away. */
  async run(stopping: () => boolean): Promise<void> {
    await this.#save()
    while (!stopping()) {
      const letters = await claimDue(this.#parts.database, AT_A_TIME, this.#parts.clock())
      const outcomes = await Promise.all(letters.map((letter) => this.#deliver(letter)))
      this.#unsaved.push(...outcomes)
      await this.#save()
      if (outcomes.every(({ reason, refused }) => reason !== null && !refused)) return
    }
  }

  async #deliver(letter: ClaimedLetter): Promise<Outcome> {
    try {
      await this.#parts.post.deliver(letter)
      return { letter, reason: null }
    } catch (error) {
      const reason = oneLine(error instanceof Error ? error.message : String(error), 300)
      return { letter, reason, refused: error instanceof LetterRefused ? error : undefined }
    }
  }

  // a database that is away in this moment must not make a delivered letter go out again
  async #save(): Promise<void> {
    for (let outcome = this.#unsaved[0]; outcome; outcome = this.#unsaved[0]) {
      await this.#note(outcome)
      this.#unsaved.shift()
    }
  }

  async #note({ letter, reason, refused }: Outcome): Promise<void> {
    const { database, clock, report, log } = this.#parts
    // without the address: a log is kept for longer than a letter
    const { subject } = letter
    const told = { channel: 'auth', userId: null } as const
    if (reason === null) {
      await markSent(database, letter, clock())
      // whoever read of its failure reads that nothing is left to do
      if (letter.lastError !== null) {
        log({
          ...told,
          level: 'info',
          message: logLines.delivered(letter.id),
          metadata: { subject },
        })
      }
      if (this.#trouble) report('E-mail is delivered again.')
      this.#trouble = false
      return
    }
    const { gaveUp } = await markFailed(database, letter, reason, clock(), refused?.forGood)
    const why = withoutAddresses(reason)
    const line = { ...told, metadata: { subject, reason: why } }
    if (gaveUp) log({ ...line, level: 'error', message: logLines.givenUp(letter.id) })
    else if (letter.attempts === 1) log({ ...line, level: 'warning', message: logLines.triedAgain(letter.id) })
    if (gaveUp) report(`E-mail ${letter.id} is given up after ${letter.attempts} attempts: ${why}`)
    // one line for an outage, not one for each letter and attempt
    else if (!this.#trouble && reason !== letter.lastError) {
      report(`E-mail ${letter.id} could not be delivered, and will be tried again: ${why}`)
      this.#trouble = true
    }
  }
}

const withoutAddresses = (reason: string): string => reason.replace(/[^\s<>]+@[^\s<>]+/g, '…')
