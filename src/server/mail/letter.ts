import { letterHtml, type TidyLetter } from './letterHtml.ts'
import type { Settings } from '#server/settings.ts'
import { oneLine, unlinked } from './plainText.ts'

type Language = 'en' | 'et'

/** What all of a studio's letters have; of its settings. */
export type Letterhead = Pick<Settings, 'studioName' | 'studioUrl' | 'supportEmail' | 'baseUrl' | 'look'>

export interface LetterParts {
  readonly language: Language
  readonly studio: Letterhead
  readonly greeting: string
  /** A line end inside a paragraph stays one. */
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly url: string } | undefined
  readonly facts?: readonly { readonly label: string; readonly value: string }[] | undefined
  /** Below the button, such as what to do if it wasn't you. */
  readonly note?: string | undefined
  readonly closing: string
  /** On a line of its own below the closing. */
  readonly signature?: string | undefined
}

/** What all letters say; the rest comes from the concepts' messages.ts. */
const commonTexts = {
  en: {
    buttonHelp: 'If the button does not work, copy this address into your browser:',
    why: (studio: string) => `You receive this letter because you have an account at ${studio}.`,
    questions: 'Questions? Write to us:',
  },
  et: {
    buttonHelp: 'Kui nupp ei tööta, kopeeri see aadress brauseri aadressireale:',
    // the name stays in the nominative, as no program can decline it
    why: (studio: string) => `${studio} saatis sulle selle kirja, sest sul on meie juures konto.`,
    questions: 'Küsimuste korral kirjuta meile:',
  },
} as const satisfies Record<Language, unknown>

/**
 * The frame that all letters share, as HTML and as its plain-text twin; the words come from the concept's messages.ts.
 * Every value is escaped and bounded. Throws TypeError for a link that is not http(s).
 */
export function letter(parts: LetterParts): { text: string; html: string } {
  const clean = tidied(parts)
  return { text: asText(clean), html: letterHtml(clean) }
}

const tidied = (parts: LetterParts): TidyLetter => ({
  language: parts.language,
  studioName: oneLine(parts.studio.studioName, 100),
  studioUrl: webAddress(parts.studio.studioUrl),
  supportEmail: oneLine(parts.studio.supportEmail, 254),
  accent: parts.studio.look.accent,
  logo: logoOf(parts.studio),
  greeting: unlinked(oneLine(parts.greeting, 200)),
  paragraphs: parts.paragraphs.map((paragraph) =>
    paragraph.split(/\r\n|\r|\n/, 50).map((line) => oneLine(line, 2_000)),
  ),
  button: parts.button && { label: oneLine(parts.button.label, 100), url: webAddress(parts.button.url) },
  facts: (parts.facts ?? []).map(({ label, value }) => ({ label: oneLine(label, 100), value: oneLine(value, 300) })),
  note: oneLine(parts.note ?? '', 500),
  closing: [parts.closing, parts.signature ?? ''].map((line) => oneLine(line, 300)).filter((line) => line !== ''),
  common: commonOf(parts),
})

const logoOf = ({ look, baseUrl }: Letterhead): string | null =>
  look.hasLogo ? webAddress(`${baseUrl}/look/${look.key}/logo.png`) : null

function commonOf({ language, studio }: LetterParts): TidyLetter['common'] {
  const { buttonHelp, why, questions } = commonTexts[language]
  return { buttonHelp, why: why(oneLine(studio.studioName, 100)), questions }
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
    ...parts.paragraphs.map((lines) => lines.join('\n')),
    parts.facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    // the address alone on its line, so that mail programs make a link of exactly it
    parts.button ? `${parts.button.label}:\n${parts.button.url}` : '',
    parts.note,
    parts.closing.join('\n'),
    `-- \n${parts.studioName}\n${parts.studioUrl}`,
    `${parts.common.why}\n${parts.common.questions} ${parts.supportEmail}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}
