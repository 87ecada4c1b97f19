import { asc, eq } from 'drizzle-orm'
import type { Language } from '#kernel/messages.ts'
import { letter, tokenLink } from '#server/mail/letter.ts'
import type { CommandContext, Mail } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { letters } from '../messages.ts'
import { guardians, people } from '../tables.ts'
import { invitationTo } from './links.ts'

const paths = { verify: '/verify-email', reset: '/reset-password', invite: '/reset-password' } as const

interface Reader {
  readonly email: string
  readonly displayName: string
  readonly language: Language
}

/** The e-mail with a link to verify an address or to choose a password, in the reader's language. */
export function linkLetter(
  settings: Settings,
  purpose: keyof typeof paths,
  reader: Reader,
  token: string,
  { next, more = [] }: { readonly next?: string | undefined; readonly more?: readonly string[] } = {},
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
      paragraphs: [words.intro(studioName), ...more, words.validity],
      button: { label: words.button, url: tokenLink(baseUrl + paths[purpose], token, reader.language, next) },
      note: words.ignore,
      closing: words.closing,
      signature: studioName,
    }),
  }
}

/** Asks somebody without a password to choose one, and tells a guardian whom the account is for. */
export async function invitation(c: CommandContext, reader: Reader & { readonly id: string }): Promise<Mail> {
  const children = await c.tx
    .select({ name: people.displayName })
    .from(guardians)
    .innerJoin(people, eq(people.id, guardians.personId))
    .where(eq(guardians.accountId, reader.id))
    .orderBy(asc(people.displayName), asc(people.id))
  const words = letters[reader.language].invite
  const more = children.length === 0 ? [] : [words.children(children.map(({ name }) => name).join(', '))]
  return linkLetter(c.settings, 'invite', reader, await invitationTo(c.tx, reader.id, c.now), { more })
}
