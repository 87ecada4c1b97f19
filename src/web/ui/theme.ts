import { useSyncExternalStore } from 'react'

/** What a person chose: light, dark, or as their system. */
export type Theme = 'light' | 'dark' | 'system'

const ONE_YEAR = 365 * 24 * 60 * 60
/** --color-canvas of styles.css; index.html repeats it, too. */
const canvas = { light: '#fbf7f6', dark: '#17111a' }

/** The choice made since the page was rendered, if any. */
let chosen: Theme | null = null
const listeners = new Set<() => void>()

function onChoice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme to show; `first` is the one the server rendered. */
export function useTheme(first: Theme): Theme {
  const now = () => chosen ?? first
  return useSyncExternalStore(onChoice, now, () => first)
}

/** Shows a theme and stores it in a cookie, so that server-rendered pages use it from the start. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme)
  chosen = theme
  for (const listener of listeners) listener()
  document.cookie = `theme=${theme}; path=/; max-age=${theme === 'system' ? 0 : ONE_YEAR}; samesite=lax`
}

/** Sets the colours of the page, and of the browser's bar on a phone; the server's page does the same by itself. */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  // with 'system' the page has one theme-color per colour scheme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.content = canvas[theme === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme]
  }
}

/** Earlier versions stored the choice in localStorage, which the server can't read: migrates it once. */
export function carryThemeOver(): void {
  try {
    const kept = localStorage.getItem('theme')
    localStorage.removeItem('theme')
    const known = document.cookie.split('; ').some((cookie) => cookie.startsWith('theme='))
    if (!known && (kept === 'light' || kept === 'dark')) chooseTheme(kept)
  } catch {
    // storage may be blocked; then nothing was stored
  }
}
