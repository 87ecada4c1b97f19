import type { Transporter } from 'nodemailer'
import type { Post } from './deliveries.ts'
import { LetterRefused, messageOf, type Sender } from './message.ts'

export interface Patience {
  /** Milliseconds from looking up the server's name to its greeting. */
  readonly connecting: number
  /** Milliseconds of silence; servers that check for viruses are silent for long after the letter's last line. */
  readonly silence: number
  /** Milliseconds for a whole letter: a server that trickles its replies is never silent. */
  readonly letter: number
}

const PATIENCE: Patience = { connecting: 15_000, silence: 60_000, letter: 120_000 }

/** Hands letters to the mail server in SMTP_URL, over a few connections that are kept for the next ones. */
export function smtpPost(smtpUrl: string, connections: number, sender: Sender, patience = PATIENCE): Post {
  let transport: Transporter | undefined
  // loaded with the first letter: a server that waits for people takes 14 MB less
  const opened = async () => {
    const { createTransport } = await import('nodemailer')
    return (transport ??= createTransport({
      pool: true,
      url: smtpUrl,
      maxConnections: connections,
      // only for a kept connection that the server had closed meanwhile; all else is the outbox's own retry
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

/** What the server says to the recipient or the text, not to us: a refused sender, or 421, would meet every letter. */
function isOfTheLetter(error: unknown): error is Error {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM' && responseCode !== 421
}
