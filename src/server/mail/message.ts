import type { SendMailOptions } from 'nodemailer'
import { isEmail } from '#kernel/email.ts'
import type { Instant } from '#kernel/time.ts'
import type { Settings } from '#server/settings.ts'
import { subjectLine } from './plainText.ts'

/** A letter as it stands in the outbox, with all that a mail program is told about it. */
export interface QueuedLetter {
  readonly id: number
  readonly toAddress: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly createdAt: Instant
}

export type Sender = Pick<Settings, 'mailFrom' | 'studioName' | 'supportEmail'>

/** The Message-ID, the same at each attempt: a letter that arrives twice is recognised as one. */
const messageIdOf = (letter: QueuedLetter, sender: Sender): string =>
  `<${letter.id}.${letter.createdAt.toString(36)}.outbox@${domainOf(sender.mailFrom)}>`

// the host of a URL is ASCII also where the domain isn't
function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : 'localhost'
}

/** A letter that was not taken, for a reason of its own: the way there is open to the others. */
export class LetterRefused extends Error {
  override name = 'LetterRefused'
  /** It will never be taken, however often it is tried. */
  readonly forGood: boolean

  constructor(message: string, { forGood = false, ...options }: ErrorOptions & { forGood?: boolean } = {}) {
    super(message, options)
    this.forGood = forGood
  }
}

/** Throws for an address that is not exactly one plain one. */
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
    // answering machines keep quiet
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
