import { join } from 'node:path'
import { DAY, MINUTE, type Instant } from '#kernel/time.ts'
import type { Database } from '#server/db/database.ts'
import { lookEvery, type Looking } from '#server/oneAtATime.ts'
import type { Settings } from '#server/settings.ts'
import { AT_A_TIME, Deliveries, type DeliveryParts } from './deliveries.ts'
import { emlFiles, forgetFiles } from './emlFiles.ts'
import { forgetOld } from './outbox.ts'
import { smtpPost } from './smtp.ts'

/** Interval (ms) of checking the outbox. */
const LOOK = 10_000
/** Time (ms) that running deliveries have when the server stops. */
const LAST_LETTERS = 10_000

export interface MailerParts {
  readonly database: Database
  readonly settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'studioName' | 'supportEmail' | 'dataDir'>
  readonly clock: () => Instant
  /** Reports a line about a problem. */
  readonly report: (line: string, error?: unknown) => void
  /** Logs an e-mail's failures for the studio's staff. */
  readonly log: DeliveryParts['log']
  /** Prints a line for the person who started the server. */
  readonly say: (line: string) => void
}

/**
 * Delivers the outbox until stopped: to the mail server, or without SMTP_URL to files in DATA_DIR/outbox. Stopping
 * takes at most about ten seconds; what is left is sent after the next start.
 */
export function startMailer({ database, settings, clock, report, say, log }: MailerParts): Looking {
  const folder = join(settings.dataDir, 'outbox')
  const post = settings.smtpUrl ? smtpPost(settings.smtpUrl, AT_A_TIME, settings) : emlFiles(folder, settings, say)
  const deliveries = new Deliveries({ database, post, clock, report, log })
  let forgottenAt = -Infinity
  let tidiedAt = -Infinity

  const look = async (stopping: () => boolean) => {
    await deliveries.run(stopping)
    // read the clock once: it may move on while old e-mails are deleted
    const now = clock()
    if (!stopping() && Math.abs(now - forgottenAt) >= DAY) {
      await forgetOld(database, now)
      forgottenAt = now
    }
    // also with a mail server: files from before it was set may still exist
    if (!stopping() && Math.abs(now - tidiedAt) >= MINUTE) {
      await forgetFiles(folder, database)
      tidiedAt = now
    }
  }
  const failed = (error: unknown) => report('The outbox could not be worked on.', error)
  const looking = lookEvery({ every: LOOK, look, failed })
  return {
    soon: looking.soon,
    async stop() {
      const hurry = setTimeout(() => post.close({ force: true }), LAST_LETTERS)
      await looking.stop()
      clearTimeout(hurry)
      post.close({ force: false })
    },
  }
}
