/** HTML that is inserted as it is; plain strings inserted into it are escaped. */
export interface Markup {
  readonly source: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for the content or a quoted attribute of HTML or XML. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

type Placed = string | Markup | readonly Markup[]

function sourceOf(value: Placed): string {
  if (typeof value === 'string') return escaped(value)
  return 'source' in value ? value.source : value.map((part) => part.source).join('')
}

/** Template tag: html`<p>${name}</p>` escapes the name. */
export const html = (strings: TemplateStringsArray, ...values: readonly Placed[]): Markup => ({
  source: strings.map((string, index) => string + sourceOf(values[index] ?? '')).join(''),
})
