import type { Language } from '#kernel/messages.ts'
import { letter, tokenLink } from '#server/mail/letter.ts'
import type { Mail } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { letters } from '../messages.ts'

const paths = { verify: '/verify-email', reset: '/reset-password', invite: '/reset-password' } as const

/** The e-mail with a link to verify an address or to choose a password, in the reader's language. */
export function linkLetter(
  settings: Settings,
  purpose: keyof typeof paths,
  reader: { email: string; displayName: string; language: Language },
  token: string,
  next?: string,
): Mail {
  const words = letters[reader.language][purpose]
  const { studioName, baseUrl } = settings
  return {
    to: reader.email,
    subject: words.subject(studioName),
    ...letter({
      language: reader.language,
      studio: settings,
      greeting: words.greeting(reader.displayName),
      paragraphs: [words.intro(studioName), words.validity],
      button: { label: words.button, url: tokenLink(baseUrl + paths[purpose], token, reader.language, next) },
      note: words.ignore,
      closing: words.closing,
      signature: studioName,
    }),
  }
}
