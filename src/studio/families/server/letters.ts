import type { Language } from '#kernel/messages.ts'
import { letter, tokenLink } from '#server/mail/letter.ts'
import type { Mail } from '#server/procedures.ts'
import type { Settings } from '#server/settings.ts'
import { letterKind } from '#studio/notices/server/tell.ts'
import { letters } from '../messages/letters.ts'
import type { InvitationKind } from '../rules.ts'

/** To every guardian, whichever notices they get: the payer changes. */
export const soonGrownUp = letterKind('families.soonGrownUp', 'payments')

interface Address {
  readonly email: string
  readonly language: Language
}

/** Tells somebody who acts for a child that somebody else does, too: a link may have reached the wrong person. */
export function guardianAddedLetter(
  settings: Settings,
  { email, language }: Address,
  added: { readonly who: string; readonly names: readonly string[] },
): Mail {
  const { studioName, baseUrl } = settings
  const { greeting, guardianAdded: words, closing } = letters[language]
  const names = added.names.join(', ')
  return {
    to: email,
    subject: words.subject(names, studioName),
    ...letter({
      language,
      studio: settings,
      greeting,
      paragraphs: [words.intro(added.who, names), words.mistake],
      button: { label: words.button, url: `${baseUrl}/account#family` },
      closing: closing(studioName),
    }),
  }
}

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
