// Line ends and other control characters end a mail header or a line; PostgreSQL refuses some of them too.
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
// These change the reading direction, so that "moc.live" is shown as "evil.com".
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/** The text on one line, without control and direction characters, cut to `longest` characters with "…". */
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

/** A subject that stays one short line, whatever a name contains. */
export const subjectLine = (text: string): string =>
  // "=?" starts an encoded word, in which mail programs could find line ends and direction characters again
  oneLine(text, 120).replaceAll('=?', '= ?')

// a dot inside a possible address, but not inside an amount such as "30.50"
const DOT = /(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])(?!(?<=(?<![\p{L}\p{N}.])\d+\.)\d\d(?![\p{L}\p{N}]|\.[\p{L}\p{N}]))/gu

/** "Hello evil.com" must not become a link, and mail programs link anything that looks like one. */
export const unlinked = (line: string): string =>
  line.replace(DOT, '. ').replaceAll('://', ': //').replaceAll('@', ' @ ')
