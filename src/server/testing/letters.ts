import { letter, type LetterParts } from '#server/mail/letter.ts'

const greetings = { en: 'Hello Maarja-Liis!', et: 'Tere, Maarja-Liis!' } as const

/** Everything that an e-mail's layout can hold, with words as long as people and studios write them. */
const parts: Omit<LetterParts, 'language' | 'studio' | 'greeting'> = {
  heading: 'Group Choreography for advanced beginners, Wednesday 18 November, 19:30',
  paragraphs: [
    'The class begins half an hour later.\nThe hall stays the same.',
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  ],
  button: { label: 'Keep my place in the class', url: `https://book.stuudio.example/class?token=${'x'.repeat(80)}` },
  links: [
    { label: 'Cancel my registration', url: 'https://book.stuudio.example/dashboard' },
    { label: 'All classes of the week', url: 'https://book.stuudio.example/classes' },
  ],
  facts: [
    { label: 'Place', value: 'Suur saal' },
    { label: 'Koreograafia edasijõudnud algajatele', value: 'Tantsustuudio Hoog, Telliskivi 60a/3, Tallinn' },
    { label: 'Reference', value: 'EE471000001020145685EE471000001020145685' },
  ],
  note: 'If it was not you, you can ignore this e-mail.',
  closing: 'See you in class!',
  signature: 'Tantsustuudio Hoog',
  unsubscribe: 'https://book.stuudio.example/unsubscribe#token=abc',
}

const { heading = '', paragraphs, facts } = parts

/**
 * E-mails of all shapes as HTML, with that accent colour: one section, several sections, and to a recipient without an
 * account.
 */
export function lettersOf(accent: string, hasLogo: boolean): string[] {
  const studio: LetterParts['studio'] = {
    studioName: 'Tantsustuudio Hoog ja Koreograafiakool',
    studioAddress: '',
    studioPhone: '',
    studioUrl: 'https://stuudio.example',
    supportEmail: 'registreerimine.ja.klienditugi@tantsustuudio-hoog.example',
    baseUrl: 'https://book.stuudio.example',
    look: { key: 'x', accent, hasLogo, isOwn: true },
  }
  const inLanguage = (language: 'en' | 'et') => ({ ...parts, language, studio, greeting: greetings[language] })
  return [
    letter({ ...inLanguage('en'), heading: '' }),
    letter({ ...inLanguage('et'), more: [{ heading, paragraphs, facts }] }),
    letter({ ...inLanguage('et'), stranger: true, links: [], facts: [] }),
  ].map(({ html }) => html)
}
