/** What a person chose: their own, or what their system says. */
export type Theme = 'light' | 'dark' | 'system'

const KEY = 'theme'

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
}
