import { muted, paletteOf, type Pair } from '#kernel/colour.ts'
import { html, type Markup } from '#kernel/markup.ts'

interface Link {
  readonly label: string
  readonly url: string
}

export interface TidySection {
  /** Empty when the e-mail has one section. */
  readonly heading: string
  /** Paragraphs, each as its lines. */
  readonly paragraphs: readonly (readonly string[])[]
  readonly button: Link | undefined
  readonly links: readonly Link[]
  readonly facts: readonly { readonly label: string; readonly value: string }[]
}

/** An e-mail whose values are limited in length and without control characters; they are escaped here. */
export interface TidyLetter {
  readonly language: string
  readonly studioName: string
  /** The studio's address and phone number, if set. */
  readonly where: readonly string[]
  readonly studioUrl: string
  readonly supportEmail: string
  readonly accent: string
  /** URL of the logo. */
  readonly logo: string | null
  readonly greeting: string
  /** At least one. */
  readonly sections: readonly TidySection[]
  /** Below the button, such as what to do if it wasn't you. */
  readonly note: string
  /** As lines. */
  readonly closing: readonly string[]
  /** URL to unsubscribe; null when there is none. */
  readonly unsubscribe: string | null
  /** Texts of all e-mails. */
  readonly common: Readonly<Record<'buttonHelp' | 'why' | 'questions' | 'unsubscribe', string>>
}

/** Colours of web/styles.css, light and dark: mail programs know neither light-dark() nor variables. */
export const colours = {
  canvas: ['#fbf7f6', '#17111a'],
  surface: ['#ffffff', '#211925'],
  ink: ['#241627', '#f6eef4'],
  muted,
  line: ['#e8dde3', '#3c3042'],
  brand: ['#641a5c', '#efa9e2'],
  'brand-soft': ['#f8e8f3', '#3d2440'],
  'on-brand': ['#ffffff', '#2c0a29'],
  coral: ['#ff6a4d', '#ff7d61'],
  sun: ['#ffc04a', '#f7b944'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

type Colours = Readonly<Record<keyof typeof colours, Pair>>

const coloursOf = (accent: string): Colours =>
  accent === colours.brand[0] ? colours : { ...colours, ...paletteOf(accent) }

const light = (name: keyof typeof colours): string => colours[name][0]
const dark = (name: keyof typeof colours): string => colours[name][1]

const darkColours = (own: Colours) => `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .canvas { background-color: ${dark('canvas')} !important; }
    .surface { background-color: ${dark('surface')} !important; }
    .soft { background-color: ${own['brand-soft'][1]} !important; }
    .ink { color: ${dark('ink')} !important; }
    .muted { color: ${dark('muted')} !important; }
    .line { border-color: ${dark('line')} !important; }
    .brand { color: ${own.brand[1]} !important; }
    .button { background-color: ${own.brand[1]} !important; color: ${own['on-brand'][1]} !important; }
  }`

const FONT = 'font-family: Figtree, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif;'
const BODY = 'font-size: 16px; line-height: 26px;'
const SMALL = 'font-size: 13px; line-height: 20px;'
/** Attributes of a table used for layout only. */
const PLAIN: Markup = { source: 'role="presentation" cellpadding="0" cellspacing="0" border="0"' }

/** Tables and inline styles, because all mail programs support them; classes only set the dark colours. */
export function letterHtml(letter: TidyLetter): string {
  const { common, sections } = letter
  const own = coloursOf(letter.accent)
  const canvas = light('canvas')
  const card = `background-color: ${light('surface')}; border: 1px solid ${light('line')}; border-radius: 20px;`
  return html`<!doctype html>
    <html lang="${letter.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${letter.studioName}</title>
        <style>
          ${{ source: darkColours(own) }}
        </style>
      </head>
      <body class="canvas" style="margin: 0; padding: 0; background-color: ${canvas};">
        <div style="display: none; max-height: 0; overflow: hidden; opacity: 0;">${preview(sections)}</div>
        <table class="canvas" ${PLAIN} width="100%" bgcolor="${canvas}" style="background-color: ${canvas};">
          <tr>
            <td align="center" style="padding: 32px 12px;">
              <table ${PLAIN} width="100%" style="max-width: 560px; ${FONT}">
                <tr>
                  <td style="padding: 0 8px 16px;">${masthead(letter, own)}</td>
                </tr>
                <tr>
                  <td
                    class="surface line"
                    bgcolor="${light('surface')}"
                    style="padding: 32px 24px 24px; ${card} overflow-wrap: anywhere;"
                  >
                    <h1
                      class="ink"
                      style="margin: 0 0 16px; font-size: 23px; line-height: 30px; font-weight: 700; color: ${light('ink')};"
                    >
                      ${letter.greeting}
                    </h1>
                    ${sections.map((one) => section(one, common.buttonHelp, own, sections.length === 1))}
                    ${letter.note && paragraph([letter.note])} ${paragraph(letter.closing)}
                  </td>
                </tr>
                <tr>
                  <td
                    class="muted"
                    style="padding: 20px 8px 0; ${SMALL} color: ${light('muted')}; overflow-wrap: anywhere;"
                  >
                    ${common.why}<br />${common.questions}
                    ${support(letter.supportEmail)}${where(letter)}${unsubscribe(letter)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.source
}

/** The studio's name beside its logo, or two stage lights. */
function masthead({ studioName, studioUrl, logo }: TidyLetter, own: Colours): Markup {
  const name = `font-size: 20px; line-height: 28px; font-weight: 700; color: ${own.brand[0]}; text-decoration: none;`
  if (logo) {
    const shape = 'border-radius: 8px; vertical-align: middle; margin-right: 12px;'
    return html`<a class="brand" href="${studioUrl}" style="${name}"
      ><img src="${logo}" alt="" height="40" style="${shape}" />${studioName}</a
    >`
  }
  const lamp = (colour: string) => html`&nbsp;<span style="color: ${colour};">&#9679;</span>`
  const lamps = html`<span aria-hidden="true">&nbsp;${lamp(light('coral'))}${lamp(light('sun'))}</span>`
  return html`<a class="brand" href="${studioUrl}" style="${name}">${studioName}</a>${lamps}`
}

/** Prevents line breaks between a day and its month, and between two times. */
function whole(text: string): Markup {
  const days = text.replace(/(\d\.?) (?=\p{L}{3})/gu, '$1\u00A0')
  const parts = days.split(/(\d\d[:.]\d\d–\d\d[:.]\d\d)/)
  return html`${parts.map((part, n) => (n % 2 === 0 ? html`${part}` : html`<span style="white-space: nowrap;">${part}</span>`))}`
}

function support(address: string): Markup {
  const style = `color: ${light('muted')}; text-decoration: underline;`
  return html`<a class="muted" href="mailto:${encodeURI(address)}" style="${style}">${address}</a>`
}

const where = ({ studioName, where: told }: TidyLetter): Markup =>
  told.length === 0 ? html`` : html`<br />${[studioName, ...told].join(' · ')}`

function unsubscribe({ unsubscribe: address, common }: TidyLetter): Markup {
  if (address === null) return html``
  const style = `color: ${light('muted')}; text-decoration: underline;`
  return html`<br /><a class="muted" href="${address}" style="${style}">${common.unsubscribe}</a>`
}

/** Preview text that mailboxes show beside the subject. */
const preview = (sections: readonly TidySection[]): string =>
  sections.length === 1
    ? (sections[0]?.paragraphs[0] ?? []).join(' ')
    : sections.map(({ heading }) => heading).join(' · ')

function section({ heading, paragraphs, ...rest }: TidySection, help: string, own: Colours, alone: boolean): Markup {
  const style = `margin: 0 0 12px; font-size: 18px; line-height: 26px; font-weight: 700; color: ${light('ink')};`
  const rule = `border: 0; border-top: 1px solid ${light('line')}; margin: 8px 0 20px;`
  return html`${alone ? '' : html`<hr class="line" style="${rule}" />`}
  ${heading && html`<h2 class="ink" style="${style}">${whole(heading)}</h2>`} ${paragraphs.map(paragraph)}
  ${facts(rest.facts, own)} ${button(rest.button, alone ? help : '', own)} ${links(rest.links, own)}`
}

function links(all: readonly Link[], own: Colours): Markup {
  if (all.length === 0) return html``
  const style = `color: ${own.brand[0]}; font-weight: 600; text-decoration: underline;`
  const each = all.map(({ label, url }) => html`<a class="brand" href="${url}" style="${style}">${label}</a>&emsp;`)
  return html`<p class="ink" style="margin: 0 0 20px; ${BODY}">${each}</p>`
}

function paragraph(lines: readonly string[]): Markup {
  const content = lines.map((line, index) => (index === 0 ? whole(line) : html`<br />${whole(line)}`))
  return html`<p class="ink" style="margin: 0 0 16px; ${BODY} color: ${light('ink')};">${content}</p>`
}

function facts(pairs: TidySection['facts'], own: Colours): Markup {
  if (pairs.length === 0) return html``
  const panel = `margin: 8px 0 24px; background-color: ${own['brand-soft'][0]}; border-radius: 12px;`
  return html`<table class="soft" ${PLAIN} width="100%" bgcolor="${own['brand-soft'][0]}" style="${panel}">
    <tr>
      <td style="padding: 12px 16px;">${pairs.map(fact)}</td>
    </tr>
  </table>`
}

/** Its own table, so that a long label or value takes no space from the others. */
function fact({ label, value }: { label: string; value: string }): Markup {
  const breaks = breaksOf(label, value)
  const left = `padding: 5px 12px 5px 0; ${breaks} font-size: 14px; line-height: 22px; color: ${light('muted')};`
  const right = `padding: 5px 0; ${breaks} font-size: 15px; line-height: 22px; font-weight: 600; color: ${light('ink')};`
  return html`<table ${PLAIN} width="100%">
    <tr>
      <td class="muted" valign="top" style="${left}">${label}</td>
      <td class="ink" valign="top" align="right" style="${right}">${whole(value)}</td>
    </tr>
  </table>`
}

// the card may break any word, so that a long label would squeeze its value into one letter per line
function breaksOf(label: string, value: string): string {
  if (label.length + value.length <= 30) return 'white-space: nowrap;'
  const longest = Math.max(...`${label} ${value}`.split(/[\s-]+/).map((word) => word.length))
  return longest > 20 ? '' : 'overflow-wrap: normal;'
}

function button(link: TidySection['button'], help: string, own: Colours): Markup {
  if (!link) return html``
  const brand = own.brand[0]
  const shape = `background-color: ${brand}; border-radius: 12px;`
  const label = `display: inline-block; padding: 14px 28px; font-size: 16px; line-height: 20px; font-weight: 700;`
  const look = `${label} ${shape} color: ${own['on-brand'][0]}; text-decoration: none;`
  const address = html`<a class="brand" href="${link.url}" style="color: ${brand}; word-break: break-all;"
    >${link.url}</a
  >`
  return html`<table ${PLAIN} style="margin: 8px 0 20px;">
      <tr>
        <td class="button" align="center" bgcolor="${brand}" style="${shape}">
          <a class="button" href="${link.url}" style="${look}">${link.label}</a>
        </td>
      </tr>
    </table>
    ${help && html`<p class="muted" style="margin: 0 0 20px; ${SMALL} color: ${light('muted')};">${help}<br />${address}</p>`}`
}
