import type { Language } from '#kernel/messages.ts'
import { letter, tokenLink } from '#server/mail/letter.ts'
import type { Mail } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { letterKind } from '#studio/notices/server/tell.ts'
import { letters } from '../messages/letters.ts'
import type { InvitationKind } from '../rules.ts'

/** To every guardian, whichever notices they get: the payer changes. */
export const soonGrownUp = letterKind('families.soonGrownUp', 'payments')

/** Asks somebody what only a press behind its link says yes to. */
export function invitationLetter(
  settings: Settings,
  kind: InvitationKind,
  reader: { readonly email: string; readonly language: Language },
  asked: { readonly by: string; readonly names: readonly string[]; readonly token: string },
): Mail {
  const { studioName, baseUrl } = settings
  const all = letters[reader.language]
  const words = all[kind]
  const by = asked.by === '' ? studioName : asked.by
  const names = asked.names.join(', ')
  return {
    to: reader.email,
    subject: words.subject(studioName),
    ...letter({
      language: reader.language,
      studio: settings,
      greeting: all.greeting,
      paragraphs: [words.intro(by, names), all.validity],
      button: { label: words.button, url: tokenLink(`${baseUrl}/family-invitation`, asked.token, reader.language) },
      note: all.ignore,
      closing: all.closing(studioName),
      stranger: true,
    }),
  }
}
