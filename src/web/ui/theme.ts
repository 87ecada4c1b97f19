import { useSyncExternalStore } from 'react'

/** What a person chose: their own, or what their system says. */
export type Theme = 'light' | 'dark' | 'system'

const ONE_YEAR = 365 * 24 * 60 * 60
/** --color-canvas of styles.css, as index.html has it too. */
const canvas = { light: '#fbf7f6', dark: '#17111a' }

/** What was chosen since the page was drawn. */
let chosen: Theme | null = null
const listeners = new Set<() => void>()

function onChoice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme that is shown; the server knew the first. */
export function useTheme(first: Theme): Theme {
  const now = () => chosen ?? first
  return useSyncExternalStore(onChoice, now, () => first)
}

/** Shows a theme; a cookie remembers it, so that the server's page has its colours from the start. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme)
  chosen = theme
  for (const listener of listeners) listener()
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

/** Earlier versions kept the choice in the browser's storage, where the server can't read it: carried over once. */
export function carryThemeOver(): void {
  try {
    const kept = localStorage.getItem('theme')
    localStorage.removeItem('theme')
    const known = document.cookie.split('; ').some((cookie) => cookie.startsWith('theme='))
    if (!known && (kept === 'light' || kept === 'dark')) chooseTheme(kept)
  } catch {
    // a browser may forbid storage; then nothing was kept
  }
}
