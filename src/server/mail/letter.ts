import { letterHtml, type TidyLetter, type TidySection } from './letterHtml.ts'
import { inLanguage, type Language } from '#kernel/messages.ts'
import type { Settings } from '#server/settings.ts'
import { oneLine, unlinked } from './plainText.ts'

/** What all e-mails of a studio share; from its settings. */
export type Letterhead = Pick<
  Settings,
  'studioName' | 'studioAddress' | 'studioPhone' | 'studioUrl' | 'supportEmail' | 'baseUrl' | 'look'
>

interface Link {
  readonly label: string
  readonly url: string
}

/** A part of an e-mail about one thing. */
export interface LetterSection {
  /** Used when the e-mail has several sections. */
  readonly heading?: string
  /** A line break inside a paragraph is kept. */
  readonly paragraphs: readonly string[]
  readonly button?: Link | undefined
  /** Below the button, such as a link to cancel. */
  readonly links?: readonly Link[] | undefined
  readonly facts?: readonly { readonly label: string; readonly value: string }[] | undefined
}

export interface LetterParts extends LetterSection {
  readonly language: Language
  readonly studio: Letterhead
  readonly greeting: string
  /** Further sections of the same e-mail. */
  readonly more?: readonly LetterSection[]
  /** Below the button, such as what to do if it wasn't you. */
  readonly note?: string | undefined
  readonly closing: string
  /** On its own line below the closing. */
  readonly signature?: string | undefined
  /** URL to unsubscribe from this kind of e-mail. */
  readonly unsubscribe?: string | undefined
  /** The recipient may have no account here. */
  readonly stranger?: boolean
}

/** Texts of all e-mails; the rest comes from the concepts' messages.ts. */
const commonTexts = {
  en: {
    buttonHelp: 'If the button does not work, copy this address into your browser:',
    why: (studio: string) => `You receive this letter because you have an account at ${studio}.`,
    invited: (studio: string) => `You receive this letter because somebody at ${studio} gave your address.`,
    questions: 'Questions? Write to us:',
    unsubscribe: 'No more letters like this one',
  },
  et: {
    buttonHelp: 'Kui nupp ei tööta, kopeeri see aadress brauseri aadressireale:',
    // the name stays in the nominative, because a program can't decline it
    why: (studio: string) => `${studio} saatis sulle selle kirja, sest sul on meie juures konto.`,
    invited: (studio: string) => `${studio} saatis sulle selle kirja, sest keegi andis sinu aadressi.`,
    questions: 'Küsimuste korral kirjuta meile:',
    unsubscribe: 'Loobu sellistest kirjadest',
  },
} as const satisfies Record<Language, unknown>

/**
 * Renders an e-mail as HTML and as plain text, in the common layout. Every value is escaped and limited in length.
 * Throws TypeError for a link that is not http(s).
 */
export function letter(parts: LetterParts): { text: string; html: string } {
  const clean = tidied(parts)
  return { text: asText(clean), html: letterHtml(clean) }
}

const tidied = (parts: LetterParts): TidyLetter => ({
  language: parts.language,
  studioName: oneLine(parts.studio.studioName, 100),
  where: [oneLine(parts.studio.studioAddress, 300), oneLine(parts.studio.studioPhone, 50)].filter(
    (part) => part !== '',
  ),
  studioUrl: webAddress(parts.studio.studioUrl),
  supportEmail: oneLine(parts.studio.supportEmail, 254),
  accent: parts.studio.look.accent,
  logo: logoOf(parts.studio),
  greeting: unlinked(oneLine(parts.greeting, 200)),
  sections: [parts, ...(parts.more ?? [])].map(tidySection),
  note: oneLine(parts.note ?? '', 500),
  closing: [parts.closing, parts.signature ?? ''].map((line) => oneLine(line, 300)).filter((line) => line !== ''),
  unsubscribe: parts.unsubscribe === undefined ? null : webAddress(parts.unsubscribe),
  common: commonOf(parts),
})

const tidySection = ({ heading = '', paragraphs, button, links = [], facts = [] }: LetterSection): TidySection => ({
  heading: unlinked(oneLine(heading, 200)),
  paragraphs: paragraphs.map((paragraph) => paragraph.split(/\r\n|\r|\n/, 50).map((line) => oneLine(line, 2_000))),
  button: button && tidyLink(button),
  links: links.map(tidyLink),
  facts: facts.map(({ label, value }) => ({ label: oneLine(label, 100), value: oneLine(value, 300) })),
})

const tidyLink = ({ label, url }: Link): Link => ({ label: oneLine(label, 100), url: webAddress(url) })

const logoOf = ({ look, baseUrl }: Letterhead): string | null =>
  look.hasLogo ? webAddress(`${baseUrl}/look/${look.key}/logo.png`) : null

function commonOf({ language, studio, stranger = false }: LetterParts): TidyLetter['common'] {
  const { why, invited, ...texts } = commonTexts[language]
  return { ...texts, why: (stranger ? invited : why)(oneLine(studio.studioName, 100)) }
}

function webAddress(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
    throw new TypeError('A letter links to http and https addresses only.')
  }
  return parsed.href
}

function asText(parts: TidyLetter): string {
  const blocks = [
    parts.greeting,
    ...parts.sections.flatMap(sectionAsText),
    parts.note,
    parts.closing.join('\n'),
    ['-- ', parts.studioName, ...parts.where, parts.studioUrl].join('\n'),
    `${parts.common.why}\n${parts.common.questions} ${parts.supportEmail}`,
    parts.unsubscribe === null ? '' : `${parts.common.unsubscribe}:\n${parts.unsubscribe}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

// URL alone on its line, so that mail programs link exactly that
const linkAsText = ({ label, url }: Link) => `${label}:\n${url}`

const sectionAsText = ({ heading, paragraphs, facts, button, links }: TidySection): string[] => [
  heading,
  ...paragraphs.map((lines) => lines.join('\n')),
  facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
  ...[...(button ? [button] : []), ...links].map(linkAsText),
]

/**
 * URL of a page with a token, in the language of the e-mail: the reader may never have visited the site. `next` is the
 * path to which that page leads on.
 */
export const tokenLink = (page: string, token: string, language: Language, next?: string): string =>
  `${inLanguage(page, language)}#token=${token}${next === undefined ? '' : `&next=${encodeURIComponent(next)}`}`
