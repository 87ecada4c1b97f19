import type { SendMailOptions } from 'nodemailer'
import { isEmail } from '#kernel/email.ts'
import type { Instant } from '#kernel/time.ts'
import type { Settings } from '#server/settings.ts'
import { subjectLine } from './plainText.ts'

/** An e-mail in the outbox, with everything that is sent to the mail server. */
export interface QueuedLetter {
  readonly id: number
  readonly toAddress: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly unsubscribe: string
  readonly calendar: string
  readonly createdAt: Instant
}

export type Sender = Pick<Settings, 'mailFrom' | 'studioName' | 'supportEmail'>

/** Message-ID, the same at each attempt, so that an e-mail delivered twice is recognised as one. */
const messageIdOf = (letter: QueuedLetter, sender: Sender): string =>
  `<${letter.id}.${letter.createdAt.toString(36)}.outbox@${domainOf(sender.mailFrom)}>`

// the host of a URL is ASCII even if the domain isn't
function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : 'localhost'
}

/** An e-mail refused for a reason of its own: other e-mails may still be accepted. */
export class LetterRefused extends Error {
  override name = 'LetterRefused'
  /** A permanent refusal: retrying is useless. */
  readonly forGood: boolean

  constructor(message: string, { forGood = false, ...options }: ErrorOptions & { forGood?: boolean } = {}) {
    super(message, options)
    this.forGood = forGood
  }
}

/** Throws unless the address is exactly one plain address. */
export function messageOf(letter: QueuedLetter, sender: Sender): SendMailOptions {
  if (!isEmail(letter.toAddress)) {
    throw new LetterRefused('The recipient is not one plain e-mail address', { forGood: true })
  }
  return {
    from: { name: sender.studioName, address: sender.mailFrom },
    to: { name: '', address: letter.toAddress },
    replyTo: { name: '', address: sender.supportEmail },
    envelope: { from: sender.mailFrom, to: [letter.toAddress] },
    subject: subjectLine(letter.subject),
    text: letter.text,
    html: letter.html,
    messageId: messageIdOf(letter, sender),
    date: new Date(letter.createdAt),
    headers: {
      // stops automatic replies
      'Auto-Submitted': 'auto-generated',
      ...(letter.unsubscribe && {
        'List-Unsubscribe': `<${letter.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(letter.calendar && {
      attachments: [
        {
          filename: 'classes.ics',
          content: letter.calendar,
          contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
        },
      ],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
