import { eq } from 'drizzle-orm'
import type { Language } from '#kernel/messages.ts'
import { letter, tokenLink } from '#server/mail/letter.ts'
import type { CommandContext, Mail } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { accounts, people } from '#studio/accounts/tables.ts'
import { knownDevice } from '../rules.ts'
import { letters } from '../messages/letters.ts'

const paths = { use: '/use-address', keep: '/keep-address' } as const

/** Letter to the new address to confirm it, or to the old one to take it back. */
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
      button: { label: words.button, url: tokenLink(baseUrl + paths[kind], token, reader.language) },
      note: words.ignore,
      closing: all.closing,
      signature: studioName,
    }),
  }
}

export type SafetyChange =
  | 'passwordChanged'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'twoStepsOn'
  | 'twoStepsOff'
  | 'providerLinked'
  | 'providerUnlinked'

/**
 * Tells an account at once that a way to sign in has changed, even if its owner made the change; ignores the chosen
 * kinds of notices.
 */
export async function tellOfSafety(c: CommandContext, change: SafetyChange): Promise<void> {
  const [reader] = await c.tx
    .select({ email: accounts.email, language: accounts.language, name: people.displayName })
    .from(accounts)
    .leftJoin(people, eq(people.id, accounts.personId))
    .where(eq(accounts.id, c.me.accountId))
  if (!reader) return
  const { studioName, baseUrl } = c.settings
  const { greeting, closing, safety: words } = letters[reader.language]
  const device = knownDevice(c.request.deviceInfo)
  c.mail({
    to: reader.email,
    subject: `${words[change]} (${studioName})`,
    ...letter({
      language: reader.language,
      studio: c.settings,
      greeting: greeting(reader.name ?? ''),
      paragraphs: [`${words[change]}.${device === null ? '' : ` ${words.device(device)}`}`, words.wasYou, words.notYou],
      button: { label: words.button, url: `${baseUrl}/reset-password` },
      closing,
      signature: studioName,
    }),
  })
}
