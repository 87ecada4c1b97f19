import { inBoth, messages } from '#kernel/messages.ts'
import type { Instant } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import type { LogLine } from '#studio/logs/rules.ts'
import { LetterRefused, type QueuedLetter } from './message.ts'
import { claimDue, markFailed, markSent, type ClaimedLetter } from './outbox.ts'
import { oneLine } from './plainText.ts'

/** Where e-mails go: a mail server, or files. */
export interface Post {
  /**
   * Resolves when the e-mail was accepted; rejects when it was not, or when that is unknown; always in bounded time.
   */
  deliver(letter: QueuedLetter): Promise<void>
  /** With `force`, running deliveries are aborted and reject. */
  close(options: { force: boolean }): void
}

export interface DeliveryParts {
  readonly database: Database
  readonly post: Post
  readonly clock: () => Instant
  /** Reports a line about a problem. */
  readonly report: (line: string, error?: unknown) => void
  /** Logs an e-mail's failures for the studio's staff. */
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

/** E-mails delivered at once, each over its own connection. */
export const AT_A_TIME = 4

interface Outcome {
  readonly letter: ClaimedLetter
  /** Null when it was delivered. */
  readonly reason: string | null
  /** Set when the reason concerns this e-mail only; otherwise the mail server is unreachable for all. */
  readonly refused?: LetterRefused | undefined
}

/** Delivers due e-mails of the outbox; keeps its state of the mail server and of unsaved outcomes between runs. */
export class Deliveries {
  #parts: DeliveryParts
  /** Delivered or failed, but not yet saved; saved before any e-mail is claimed again. */
  #unsaved: Outcome[] = []
  #trouble = false

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  /** Delivers until nothing is due, or a whole batch fails for reasons of the server, which is then probably down. */
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

  // an unavailable database must not cause a delivered e-mail to be sent again
  async #save(): Promise<void> {
    for (let outcome = this.#unsaved[0]; outcome; outcome = this.#unsaved[0]) {
      await this.#note(outcome)
      this.#unsaved.shift()
    }
  }

  async #note({ letter, reason, refused }: Outcome): Promise<void> {
    const { database, clock, report, log } = this.#parts
    // without the address: logs are kept longer than e-mails
    const { subject } = letter
    const told = { channel: 'auth', userId: null } as const
    if (reason === null) {
      await markSent(database, letter, clock())
      // tell readers of the earlier failure that nothing is left to do
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
    // one line for an outage, not one per e-mail and attempt
    else if (!this.#trouble && reason !== letter.lastError) {
      report(`E-mail ${letter.id} could not be delivered, and will be tried again: ${why}`)
      this.#trouble = true
    }
  }
}

const withoutAddresses = (reason: string): string => reason.replace(/[^\s<>]+@[^\s<>]+/g, '…')
