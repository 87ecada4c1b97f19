import { channels, type Channel } from '#studio/logs/rules.ts'

const KEY = 'logSections'

/** The sections chosen in this browser; all of them if none were chosen or the browser can't store the choice. */
export function chosenSections(): Channel[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return Array.isArray(kept) ? channels.filter((channel) => kept.includes(channel)) : [...channels]
  } catch {
    return [...channels]
  }
}

export function chooseSections(chosen: readonly Channel[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen))
  } catch {
    // without storage, all sections are shown next time
  }
}
