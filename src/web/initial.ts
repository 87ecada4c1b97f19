import type { Language } from '#kernel/messages.ts'
import type { Instant } from '#kernel/time.ts'
import type { Me } from '#studio/accounts/contract.ts'
import type { Shown } from '#studio/settings/contract.ts'
import type { Live } from '#web/live/connection.ts'
import type { Theme } from '#web/ui/theme.ts'

/** What does not change while the server runs. */
interface Place {
  /** Where this application is. */
  readonly address: string
  readonly timeZone: string
  readonly version: string
  /** Of the browser application that this page belongs to. */
  readonly build: string
}

export type Studio = Place & Shown

export interface Initial {
  readonly studio: Place
  /** The studio's public settings, as they were when the page was made. */
  readonly shown: Shown
  readonly me: Me
  readonly language: Language
  readonly theme: Theme
  /** The server's clock, as it drew the page. */
  readonly now: Instant
  /** Whether the browser says that it is a phone's. */
  readonly phone: boolean
  /** The beta banner was dismissed today. */
  readonly betaHidden: boolean
  /** False in a studio that nobody runs yet. */
  readonly hasAdmin: boolean
  /** When the answers were asked for, by the server's clock. */
  readonly asOf: Instant
  /** The answers that the first screen asks for. */
  readonly answers: readonly FirstAnswer[]
}

export interface FirstAnswer {
  readonly name: string
  readonly input: unknown
  readonly live: Live<unknown>
}

/** Part of the page itself, so that the first screen is right at once; fetched where Vite serves the page. */
export async function loadInitial(): Promise<Initial> {
  const block = document.getElementById('initial')
  // whoever uses this computer next finds nothing of it in the page
  block?.remove()
  if (block?.textContent) return JSON.parse(block.textContent) as Initial
  const answer = await fetch('/initial')
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`)
  return (await answer.json()) as Initial
}
