import { paletteOf, type Pair } from '#kernel/colour.ts'
import { html, type Markup } from '#kernel/markup.ts'

/** A letter whose values are bounded and free of control characters; they are escaped here. */
export interface TidyLetter {
  readonly language: string
  readonly studioName: string
  readonly studioUrl: string
  readonly supportEmail: string
  readonly accent: string
  /** Where the picture is. */
  readonly logo: string | null
  readonly greeting: string
  /** Each paragraph by its lines. */
  readonly paragraphs: readonly (readonly string[])[]
  readonly button: { readonly label: string; readonly url: string } | undefined
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  /** What stands below the button, such as what to do if it wasn't you. */
  readonly note: string
  /** By its lines. */
  readonly closing: readonly string[]
  /** What all letters say. */
  readonly common: { readonly buttonHelp: string; readonly why: string; readonly questions: string }
}

/** Of web/styles.css, light and dark: mail programs know neither light-dark() nor variables. */
export const colours = {
  canvas: ['#fbf7f6', '#17111a'],
  surface: ['#ffffff', '#211925'],
  ink: ['#241627', '#f6eef4'],
  muted: ['#6b5a6d', '#bdacbf'],
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
/** A table that only lays out. */
const PLAIN: Markup = { source: 'role="presentation" cellpadding="0" cellspacing="0" border="0"' }

/** Tables and inline styles, because that is what mail programs agree on; the classes only serve the dark colours. */
export function letterHtml(letter: TidyLetter): string {
  const { common, paragraphs } = letter
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
        <div style="display: none; max-height: 0; overflow: hidden; opacity: 0;">
          ${(paragraphs[0] ?? []).join(' ')}
        </div>
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
                    style="padding: 32px 28px 24px; ${card} overflow-wrap: anywhere;"
                  >
                    <h1
                      class="ink"
                      style="margin: 0 0 16px; font-size: 23px; line-height: 30px; font-weight: 700; color: ${light('ink')};"
                    >
                      ${letter.greeting}
                    </h1>
                    ${paragraphs.map(paragraph)} ${facts(letter.facts, own)}
                    ${button(letter.button, common.buttonHelp, own)} ${letter.note && paragraph([letter.note])}
                    ${paragraph(letter.closing)}
                  </td>
                </tr>
                <tr>
                  <td
                    class="muted"
                    style="padding: 20px 8px 0; ${SMALL} color: ${light('muted')}; overflow-wrap: anywhere;"
                  >
                    ${common.why}<br />${common.questions} ${support(letter.supportEmail)}
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

function support(address: string): Markup {
  const style = `color: ${light('muted')}; text-decoration: underline;`
  return html`<a class="muted" href="mailto:${encodeURI(address)}" style="${style}">${address}</a>`
}

function paragraph(lines: readonly string[]): Markup {
  const content = lines.map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))
  return html`<p class="ink" style="margin: 0 0 16px; ${BODY} color: ${light('ink')};">${content}</p>`
}

function facts(pairs: TidyLetter['facts'], own: Colours): Markup {
  if (pairs.length === 0) return html``
  const panel = `margin: 8px 0 24px; background-color: ${own['brand-soft'][0]}; border-radius: 12px;`
  return html`<table class="soft" ${PLAIN} width="100%" bgcolor="${own['brand-soft'][0]}" style="${panel}">
    <tr>
      <td style="padding: 12px 18px;">
        <table ${PLAIN} width="100%">
          ${pairs.map(fact)}
        </table>
      </td>
    </tr>
  </table>`
}

function fact({ label, value }: { label: string; value: string }): Markup {
  // the card around it may break words, which would cut the labels to save a line
  const left = `padding: 5px 16px 5px 0; white-space: nowrap; font-size: 14px; line-height: 22px; color: ${light('muted')};`
  const right = `padding: 5px 0; font-size: 15px; line-height: 22px; font-weight: 600; color: ${light('ink')};`
  return html`<tr>
    <td class="muted" valign="top" style="${left}">${label}</td>
    <td class="ink" valign="top" align="right" style="${right}">${value}</td>
  </tr>`
}

function button(link: TidyLetter['button'], help: string, own: Colours): Markup {
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
    <p class="muted" style="margin: 0 0 20px; ${SMALL} color: ${light('muted')};">${help}<br />${address}</p>`
}
