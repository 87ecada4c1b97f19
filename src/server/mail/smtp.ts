import type { Transporter } from 'nodemailer'
import type { Post } from './deliveries.ts'
import { LetterRefused, messageOf, type Sender } from './message.ts'

export interface Patience {
  /** Timeout (ms) from looking up the server's name to its greeting. */
  readonly connecting: number
  /** Timeout (ms) without data; servers that check for viruses are silent for long after the last line. */
  readonly silence: number
  /** Timeout (ms) for a whole e-mail: a server that trickles its replies is never silent. */
  readonly letter: number
}

const PATIENCE: Patience = { connecting: 15_000, silence: 60_000, letter: 120_000 }

/** Sends e-mails to the mail server in SMTP_URL, over a few connections that are reused. */
export function smtpPost(smtpUrl: string, connections: number, sender: Sender, patience = PATIENCE): Post {
  let transport: Transporter | undefined
  // loaded with the first e-mail, to save memory
  const opened = async () => {
    const { createTransport } = await import('nodemailer')
    return (transport ??= createTransport({
      pool: true,
      url: smtpUrl,
      maxConnections: connections,
      // only for a kept connection that the server had closed meanwhile; all other retries are the outbox's
      maxRequeues: 1,
      connectionTimeout: patience.connecting,
      socketTimeout: patience.silence,
    }))
  }
  const closing = new AbortController()
  return {
    async deliver(letter) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(patience.letter)])
      const message = messageOf(letter, sender)
      const server = await opened()
      await server.sendMail({ ...message, signal }).catch((error: unknown) => {
        throw isOfTheLetter(error) ? new LetterRefused(error.message, { cause: error }) : error
      })
    },
    close({ force }) {
      if (force) closing.abort()
      transport?.close({ force })
    },
  }
}

/** Whether the refusal concerns the recipient or the text; a refused sender, or 421, would affect every e-mail. */
function isOfTheLetter(error: unknown): error is Error {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM' && responseCode !== 421
}
