import { join } from 'node:path'
import { DAY, MINUTE, type Instant } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import { databaseTrouble } from '#server/db/errors.ts'
import { oneAtATime } from '#server/oneAtATime.ts'
import type { Settings } from '#server/settings.ts'
import { AT_A_TIME, Deliveries, type DeliveryParts } from './deliveries.ts'
import { emlFiles, forgetFiles } from './emlFiles.ts'
import { forgetOld } from './outbox.ts'
import { smtpPost } from './smtp.ts'

/** Milliseconds between looks at the outbox, for retries and for what other processes left. */
const LOOK = 10_000
/** Milliseconds that the letters under way have when the server stops. */
const LAST_LETTERS = 10_000

export interface Mailer {
  /** Looks at the outbox at once; call it after a commit that queued mail. */
  soon(): void
  /** Waits for the letters under way, not longer than about ten seconds; what is left goes out after the next start. */
  stop(): Promise<void>
}

export interface MailerParts {
  readonly database: Database
  readonly settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'studioName' | 'supportEmail' | 'dataDir'>
  readonly clock: () => Instant
  /** Where a line about trouble goes. */
  readonly report: (line: string, error?: unknown) => void
  /** Where a letter's failures are told to those who run the studio. */
  readonly log: DeliveryParts['log']
  /** Where a line for the person who started the server goes. */
  readonly say: (line: string) => void
}

/** Delivers the outbox to the mail server, or without SMTP_URL to files in DATA_DIR/outbox, until stopped. */
export function startMailer({ database, settings, clock, report, say, log }: MailerParts): Mailer {
  const folder = join(settings.dataDir, 'outbox')
  const post = settings.smtpUrl ? smtpPost(settings.smtpUrl, AT_A_TIME, settings) : emlFiles(folder, settings, say)
  const deliveries = new Deliveries({ database, post, clock, report, log })
  let stopped = false
  let forgottenAt = -Infinity
  let tidiedAt = -Infinity

  const look = async () => {
    if (stopped) return
    try {
      await deliveries.run(() => stopped)
      // read once: the clock may move on while old letters are being deleted
      const now = clock()
      if (!stopped && Math.abs(now - forgottenAt) >= DAY) {
        await forgetOld(database, now)
        forgottenAt = now
      }
      // also where a mail server was set since: the files of before are still there
      if (!stopped && Math.abs(now - tidiedAt) >= MINUTE) {
        await forgetFiles(folder, database)
        tidiedAt = now
      }
    } catch (error) {
      // a database that is away is noticed, and told, by everybody else
      if (!databaseTrouble(error)) report('The outbox could not be worked on.', error)
    }
  }
  const { soon, settled } = oneAtATime(look)
  const timer = setInterval(soon, LOOK).unref()
  soon()
  return {
    soon,
    async stop() {
      stopped = true
      clearInterval(timer)
      const hurry = setTimeout(() => post.close({ force: true }), LAST_LETTERS)
      await settled()
      clearTimeout(hurry)
      post.close({ force: false })
    },
  }
}
