import { html, type Markup } from '#kernel/markup.ts'
import type { Language } from '#kernel/messages.ts'
import type { Formats } from '#web/format.ts'
import type { Held, HeldOfChild } from '../contract.ts'
import { readableTexts } from '../messages/readable.ts'
import { partsOf, partsOfChild } from './readable/parts.ts'
import type { Part } from './readable/reader.ts'

interface Reader {
  readonly language: Language
  readonly studioName: string
  readonly formats: Formats
}

/** A member's personal data as one HTML page without scripts or network access, for viewing and printing. */
export function readableOf(held: Held, { language, studioName, formats }: Reader): string {
  const title = readableTexts[language].title(studioName)
  return pageOf(title, held.madeAt, partsOf(held, language, formats), { language, formats })
}

/** The same of a child without an account. */
export function readableOfChild(held: HeldOfChild, { language, studioName, formats }: Reader): string {
  const title = readableTexts[language].titleOfChild(studioName, held.child.firstName)
  return pageOf(title, held.madeAt, partsOfChild(held, language, formats), { language, formats })
}

function pageOf(
  title: string,
  madeAt: string,
  parts: readonly Part[],
  { language, formats }: Pick<Reader, 'language' | 'formats'>,
): string {
  const t = readableTexts[language]
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            font:
              16px/1.5 system-ui,
              sans-serif;
            max-width: 70rem;
            margin: 2rem auto;
            padding: 0 1rem;
          }
          div {
            overflow-x: auto;
          }
          table {
            border-collapse: collapse;
          }
          th,
          td {
            text-align: left;
            vertical-align: top;
            padding: 0.25rem 1rem 0.25rem 0;
            border-bottom: 1px solid #8886;
          }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        <p>${t.madeAt(formats.stamp(Date.parse(madeAt)))}</p>
        ${parts.map((part) => drawn(part, t.none))}
      </body>
    </html> `
  return page.source
}

function drawn({ title, columns, rows }: Part, none: string): Markup {
  if (rows.length === 0) {
    return html`<h2>${title}</h2>
      <p>${none}</p>`
  }
  const head = html`<tr>
    ${columns.map((column) => html`<th scope="col">${column}</th>`)}
  </tr>`
  const body = rows.map(
    (row) =>
      html`<tr>
        ${row.map((cell) => html`<td>${cell ?? '–'}</td>`)}
      </tr>`,
  )
  return html`<h2>${title}</h2>
    <div>
      <table>
        ${columns.length > 0 ? head : ''}${body}
      </table>
    </div>`
}
