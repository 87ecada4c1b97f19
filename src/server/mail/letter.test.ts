import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { colours } from './letterHtml.ts'
import { letter, type LetterParts } from './letter.ts'
import { oneLine, subjectLine } from './plainText.ts'

const studio: LetterParts['studio'] = {
  studioName: 'Tantsustuudio Hoog',
  studioAddress: '',
  studioPhone: '',
  studioUrl: 'https://stuudio.example',
  supportEmail: 'abi@stuudio.example',
  baseUrl: 'https://book.stuudio.example',
  look: { key: '0-641a5c', accent: '#641a5c', hasLogo: false, isOwn: false },
}

const verification: LetterParts = {
  language: 'en',
  studio,
  greeting: 'Hello Anna,',
  paragraphs: ['Please confirm that this is your address.', 'The link works once.'],
  button: { label: 'Verify my email', url: 'http://localhost:3000/verify?token=abc&next=%2F' },
  facts: [{ label: 'Class', value: 'Salsa' }],
  closing: 'See you on the dance floor!',
}

/** The visible text of the HTML: without tags, with entities decoded. */
const visible = (markup: string): string =>
  markup
    .replace(/<style>[^]*?<\/style>|<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

const links = (markup: string): string[] =>
  Array.from(markup.matchAll(/href="([^"]*)"/g), (match) => match[1]?.replaceAll('&amp;', '&') ?? '')

describe('an e-mail', () => {
  test('says the same as HTML and as plain text', () => {
    const { text, html } = letter(verification)
    const words = [
      'Hello Anna,',
      'Please confirm that this is your address.',
      'The link works once.',
      'Verify my email',
      'http://localhost:3000/verify?token=abc&next=%2F',
      'Salsa',
      'See you on the dance floor!',
      'You receive this letter because you have an account at Tantsustuudio Hoog.',
      'abi@stuudio.example',
    ]
    for (const said of words) {
      expect(text).toContain(said)
      expect(visible(html)).toContain(said)
    }
    expect(text).toContain('\nhttp://localhost:3000/verify?token=abc&next=%2F\n')
    expect(links(html)).toEqual([
      'https://stuudio.example/',
      'http://localhost:3000/verify?token=abc&next=%2F',
      'http://localhost:3000/verify?token=abc&next=%2F',
      'mailto:abi@stuudio.example',
    ])
  })

  test('has no line break between a day and its month, or between two times', () => {
    const days = { label: 'Now', value: 'Tuesday, 19:30–20:45: 1 December, 8 December' }
    const { text, html } = letter({ ...verification, facts: [days] })
    expect(html).toContain('<span style="white-space: nowrap;">19:30–20:45</span>: 1\u00A0December, 8\u00A0December')
    expect(text).toContain(days.value)
    const { html: several } = letter({
      ...verification,
      more: [{ heading: 'Reede, 27. november', paragraphs: ['4. mai'] }],
    })
    expect(several).toContain('Reede, 27.\u00A0november')
    expect(several).toContain('4.\u00A0mai')
  })

  test('has the logo and the colour of the studio', () => {
    const look = { key: '3-0b5d3b', accent: '#0b5d3b', hasLogo: true, isOwn: true }
    const { html } = letter({ ...verification, studio: { ...studio, look } })
    expect(html).toContain('src="https://book.stuudio.example/look/3-0b5d3b/logo.png"')
    expect(html).toContain('#0b5d3b')
    for (const own of [...colours.brand, ...colours['brand-soft'], colours['on-brand'][1]])
      expect(html).not.toContain(own)
  })

  test("gives the studio's address and phone number, if set", () => {
    expect(letter(verification).text).toContain('-- \nTantsustuudio Hoog\nhttps://stuudio.example')
    const told = { ...studio, studioAddress: 'Tartu mnt 1, Tallinn', studioPhone: '+372 5555 5555' }
    const { text, html } = letter({ ...verification, studio: told })
    expect(text).toContain('-- \nTantsustuudio Hoog\nTartu mnt 1, Tallinn\n+372 5555 5555\nhttps://stuudio.example')
    expect(visible(html)).toContain('Tantsustuudio Hoog · Tartu mnt 1, Tallinn · +372 5555 5555')
  })

  test('is in Estonian for readers who chose it', () => {
    const { text, html } = letter({ ...verification, language: 'et', greeting: 'Tere, Õie!' })
    expect(html).toContain('<html lang="et">')
    for (const said of [text, visible(html)]) {
      expect(said).toContain('Tere, Õie!')
      expect(said).toContain('Tantsustuudio Hoog saatis sulle selle kirja, sest sul on meie juures konto.')
      expect(said).toContain('Küsimuste korral kirjuta meile: abi@stuudio.example')
      expect(said).not.toContain('You receive')
    }
  })

  test('leaves no empty space without button and facts', () => {
    const { text, html } = letter({ ...verification, button: undefined, facts: undefined })
    expect(text).not.toMatch(/\n{3}/)
    expect(html).not.toContain('If the button does not work')
    expect(html).not.toContain('class="soft"')
  })

  test('shows markup in a value as plain text', () => {
    const evil = `<img src=x onerror=alert(1)>"'&{{x}}`
    const { html } = letter({
      language: 'en',
      studio: {
        ...studio,
        studioName: evil,
        studioUrl: 'https://stuudio.example/"><script>',
        supportEmail: evil,
      },
      greeting: evil,
      paragraphs: [evil],
      button: { label: evil, url: `https://stuudio.example/?a="><script>alert(1)</script>` },
      facts: [{ label: evil, value: evil }],
      closing: evil,
    })
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<script')
    expect(html).not.toMatch(/(href|style|class)="[^"]*"[^ >\n]/)
    expect(visible(html).split(evil).length - 1).toBeGreaterThanOrEqual(8)
  })

  test('links only to http and https', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.ee', '/relative', '', ' vbscript:x']) {
      expect(() => letter({ ...verification, button: { label: 'Go', url } }), url).toThrow(TypeError)
      expect(() => letter({ ...verification, studio: { ...studio, studioUrl: url } }), url).toThrow(TypeError)
    }
  })

  test('does not turn a name that looks like a URL into a link', () => {
    const { text, html } = letter({ ...verification, greeting: 'Hello https://evil.com win@evil.com,' })
    for (const said of [text, visible(html)]) expect(said).not.toMatch(/evil\.com|https:\/\/evil|\w@evil/)
  })

  test('keeps an amount of money unbroken, but nothing that could be a URL', () => {
    const greeting = 'Paid 30.50€ and 7.00. Not 1.2.30.40, 30.50.ee, a30.50 or 30.50b,'
    const { text, html } = letter({ ...verification, greeting })
    for (const said of [text, visible(html)])
      expect(said).toContain('Paid 30.50€ and 7.00. Not 1. 2. 30. 40, 30. 50. ee, a30. 50 or 30. 50b,')
  })

  test('is limited in length and harmless, whatever its values contain', () => {
    const long = '😀'.repeat(10_000)
    const turned = 'Anna\u202Emoc.live\u2066\u0000\u0007\r\nBcc: all@studio.ee'
    const { text, html } = letter({
      ...verification,
      greeting: turned,
      paragraphs: [long],
      facts: [{ label: turned, value: long }],
      closing: turned,
    })
    expect(text.length).toBeLessThan(10_000)
    expect(html.length).toBeLessThan(25_000)
    for (const said of [text, html]) {
      expect(said).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/u)
      expect(said.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
      expect(said).not.toMatch(/^Bcc:/m)
      expect(said.isWellFormed()).toBe(true)
    }
  })

  test('is signed on its own line', () => {
    const { text, html } = letter({ ...verification, signature: 'Tantsustuudio\r\nHoog' })
    expect(text).toContain('See you on the dance floor!\nTantsustuudio Hoog\n')
    expect(html).toContain('See you on the dance floor!<br />Tantsustuudio Hoog')
  })

  test('keeps line breaks inside a paragraph', () => {
    const { text, html } = letter({ ...verification, paragraphs: ['IBAN: EE38\r\nAmount: 15 €'] })
    expect(text).toContain('IBAN: EE38\nAmount: 15 €')
    expect(html).toContain('IBAN: EE38<br />Amount: 15 €')
  })

  test('uses the colours of the screens', () => {
    const styles = readFileSync(new URL('../../web/styles.css', import.meta.url), 'utf8')
    for (const [name, [light, dark]] of Object.entries(colours)) {
      expect(styles).toContain(`--color-${name}: light-dark(${light}, ${dark});`)
    }
  })
})

describe('a subject', () => {
  test('is one line without control and direction characters', () => {
    expect(subjectLine('Hello\r\nBcc: a@b.ee\n\tX: y')).toBe('Hello Bcc: a@b.ee X: y')
    expect(subjectLine('a\u2028b\u2029c\u0085d\u0000e\u007Ff')).toBe('a b c d e f')
    expect(subjectLine('\u202Eevil\u202C \u2067x\u2069\uFEFF')).toBe('evil x')
    expect(subjectLine('half \uD83D emoji')).toBe('half \uFFFD emoji')
  })

  test('contains no encoded word', () => {
    expect(subjectLine('=?UTF-8?B?4oCu?= =?UTF-8?Q?=0D=0ABcc:_x?=')).not.toContain('=?')
  })

  test('keeps Estonian letters and joined emoji', () => {
    expect(subjectLine('Õhtune šassee 👩‍👧')).toBe('Õhtune šassee 👩‍👧')
  })

  test('is cut at its limit, never inside an emoji', () => {
    expect(Array.from(subjectLine('😀'.repeat(10_000)))).toHaveLength(120)
    expect(subjectLine('😀'.repeat(10_000)).isWellFormed()).toBe(true)
    expect(oneLine('exactly', 7)).toBe('exactly')
    expect(oneLine('one more', 7)).toBe('one mo…')
  })
})
