import { channels, type Channel } from '#studio/logs/rules.ts'

const KEY = 'logSections'

/** The sections chosen in this browser; all of them until somebody chooses, and where nothing can be remembered. */
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
    // a browser that keeps nothing shows all sections again next time
  }
}
