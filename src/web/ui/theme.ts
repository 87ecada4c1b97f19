/** What a person chose: their own, or what their system says. */
export type Theme = 'light' | 'dark' | 'system'

const ONE_YEAR = 365 * 24 * 60 * 60
/** --color-canvas of styles.css, as index.html has it too. */
const canvas = { light: '#fbf7f6', dark: '#17111a' }

/** Shows a theme; a cookie remembers it, so that the server's page has its colours from the start. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme)
  document.cookie = `theme=${theme}; path=/; max-age=${theme === 'system' ? 0 : ONE_YEAR}; samesite=lax`
}

/** What the server's page does by itself, and the bar around the page on a phone. */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  // where the system decides, the page has one colour for each of its themes
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.content = canvas[theme === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme]
  }
}
