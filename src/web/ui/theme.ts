/** What a person chose: their own, or what their system says. */
export type Theme = 'light' | 'dark' | 'system'

const KEY = 'theme'
/** --color-canvas of styles.css, as index.html has it too. */
const canvas = { light: '#fbf7f6', dark: '#17111a' }

/** The choice remembered in this browser. */
export function chosenTheme(): Theme {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    // a browser may forbid storage; then the system decides
    return 'system'
  }
}

/** Shows a theme and remembers it. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme)
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // shown for this visit only
  }
}

/** To be called before the first paint, with `chosenTheme()`. */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  // the bar around the page on a phone; where the system decides, the page has one colour for each of its themes
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.content = canvas[theme === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme]
  }
}
