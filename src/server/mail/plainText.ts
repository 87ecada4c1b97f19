// Line ends and other controls end a mail header or a line; PostgreSQL refuses some of them too.
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
// These make a text read differently from what it is: "moc.live" shown as "evil.com".
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/** The text as one line without control characters and direction overrides, cut to `longest` characters with "…". */
export function oneLine(text: string, longest: number): string {
  const line = text.toWellFormed().replace(BIDI_CONTROLS, '').replace(CONTROLS, ' ').replace(/ {2,}/g, ' ').trim()
  // by code points, so that no emoji is cut in half
  const characters = Array.from(line)
  return characters.length <= longest
    ? line
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}

/** A subject that stays one short line whatever was typed into a name. */
export const subjectLine = (text: string): string =>
  // "=?" begins an encoded word, in which mail programs would find line ends and direction overrides after all
  oneLine(text, 120).replaceAll('=?', '= ?')

// a dot within what could be an address; not within a sum of money, such as "30.50"
const DOT = /(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])(?!(?<=(?<![\p{L}\p{N}.])\d+\.)\d\d(?![\p{L}\p{N}]|\.[\p{L}\p{N}]))/gu

/** "Hello evil.com" must not become a link: mail programs make links of whatever looks like one. */
export const unlinked = (line: string): string =>
  line.replace(DOT, '. ').replaceAll('://', ': //').replaceAll('@', ' @ ')
