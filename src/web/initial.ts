import type { Language } from '#kernel/messages.ts'
import type { Instant } from '#kernel/time.ts'
import type { Me } from '#studio/accounts/contract.ts'
import type { Shown } from '#studio/settings/contract.ts'
import type { Live } from '#web/live/connection.ts'
import type { Theme } from '#web/ui/theme.ts'

/** What does not change while the server runs. */
interface Installation {
  /** Base URL of this application. */
  readonly address: string
  readonly timeZone: string
  readonly version: string
  /** Id of the browser build that this page belongs to. */
  readonly build: string
}

export type Studio = Installation & Shown

export interface Initial {
  readonly studio: Installation
  /** The studio's public settings when the page was rendered. */
  readonly shown: Shown
  readonly me: Me
  readonly language: Language
  readonly theme: Theme
  /** Server time when the page was rendered. */
  readonly now: Instant
  /** Whether the User-Agent is a phone's. */
  readonly phone: boolean
  /** The beta banner was dismissed today. */
  readonly betaHidden: boolean
  /** False while the studio has no admin yet. */
  readonly hasAdmin: boolean
  /** Server time when the answers were read. */
  readonly asOf: Instant
  /** Answers to the queries of the first screen. */
  readonly answers: readonly FirstAnswer[]
}

export interface FirstAnswer {
  readonly name: string
  readonly input: unknown
  readonly live: Live<unknown>
}

/** Embedded in the page, so that the first screen is complete at once; fetched only where Vite serves the page. */
export async function loadInitial(): Promise<Initial> {
  const block = document.getElementById('initial')
  // the next person at this computer must not find the data in the page
  block?.remove()
  if (block?.textContent) return JSON.parse(block.textContent) as Initial
  const answer = await fetch('/initial')
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`)
  return (await answer.json()) as Initial
}
