export interface ReadMessage {
  /** Unfolded and decoded, by lower-case name; a repeated header has all its values. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly text: string
  readonly html: string
}

/** Parses a message of the kind that this product sends: text and HTML, UTF-8. */
export function readMessage(raw: string): ReadMessage {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type']?.[0] ?? '')?.[1]
  if (!boundary) throw new Error('The message has no parts')
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r?\n/, '').replace(/\r?\n$/, '')))
  const ofType = (type: string) => parts.find((part) => part.headers['content-type']?.[0]?.startsWith(type))
  return { headers, text: decoded(ofType('text/plain')), html: decoded(ofType('text/html')) }
}

interface Part {
  headers: Record<string, string[]>
  body: string
}

function split(raw: string): Part {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/)
  const headers: Record<string, string[]> = {}
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    ;(headers[name] ??= []).push(decodedWords(line.slice(colon + 1).trim()))
  }
  return { headers, body: rest.join('\n\n') }
}

function decoded(part: Part | undefined): string {
  if (!part) throw new Error('A part of the message is missing')
  const body = part.body.replaceAll('\r\n', '\n')
  const encoding = part.headers['content-transfer-encoding']?.[0]
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n')
  return encoding === 'quoted-printable' ? quotedPrintable(body.replace(/=\n/g, '')) : body
}

const quotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/[^\x20-\x7e\n\t]/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** Decodes encoded words of headers, such as "=?UTF-8?Q?T=C3=A4na?=". */
const decodedWords = (value: string): string =>
  value
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : quotedPrintable(word.replaceAll('_', ' ')),
    )
