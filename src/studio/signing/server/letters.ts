import type { Language } from '#kernel/messages.ts'
import { letter } from '#server/mail/letter.ts'
import type { Mail } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { letters } from '../messages/letters.ts'

const paths = { use: '/use-address', keep: '/keep-address' } as const

/** To the new address, that it may count; or to the one before, that it need not. */
export function addressLetter(
  settings: Settings,
  kind: keyof typeof paths,
  reader: { readonly email: string; readonly displayName: string; readonly language: Language },
  { token, address }: { token: string; address: string },
): Mail {
  const { studioName, baseUrl } = settings
  const all = letters[reader.language]
  const words = all[kind]
  return {
    to: reader.email,
    subject: words.subject(studioName),
    ...letter({
      language: reader.language,
      studio: settings,
      greeting: all.greeting(reader.displayName),
      paragraphs: [words.intro(studioName, address), words.validity],
      button: { label: words.button, url: `${baseUrl}${paths[kind]}#token=${token}` },
      note: words.ignore,
      closing: all.closing,
      signature: studioName,
    }),
  }
}
