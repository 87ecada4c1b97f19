import type { ComponentType } from 'react'
import { addressOf, letterToken, placeAt, type Place } from '#studio/addresses.ts'
import type { Path } from '#studio/screens.ts'
import type { Visit } from '#web/visit.ts'
import { newKey, type Entry, type Said, type Steps } from './history.ts'
import { addressFor, type Anywhere, type Target } from './places.ts'

/** What the router knows of a screen. */
export interface Screen {
  readonly code: () => Promise<ComponentType>
  /** Where someone is led who may not see it. */
  readonly guard?: (visit: Visit) => Path | '/' | null
  /** Asks for its first answers while its code is fetched. */
  readonly ask?: (visit: Visit, place: Place) => void
}

/** What is on the screen. */
export interface View {
  readonly place: Place
  readonly said: Said
  readonly key: string
  /** Its code; null while it is fetched, 'failed' where that was impossible. */
  readonly content: ComponentType | 'failed' | null
  /** Whether it begins at its top, or where it was left. */
  readonly scrolls: boolean
}

/** Told of code that could not be fetched; what it answers is shown, if it answers at all. */
export type Lost = (error: unknown) => 'failed' | Promise<never>

export interface Manner {
  readonly replace?: boolean | undefined
  /** false keeps the place on the screen: the same list, seen differently. */
  readonly resetScroll?: boolean | undefined
  readonly state?: Said | undefined
}

/** Where one is, and the way elsewhere. Each tab has one, and each page that the server draws: its guards know this visit. */
export class Router {
  readonly #visit: Visit
  readonly #screens: Readonly<Record<Path, Screen>>
  readonly #home: (visit: Visit) => Path
  readonly #steps: Steps
  readonly #lost: Lost
  readonly #loaded = new Map<Path, ComponentType>()
  readonly #listeners = new Set<() => void>()
  #view: View
  #loading = 0

  constructor(parts: {
    readonly visit: Visit
    readonly screens: Readonly<Record<Path, Screen>>
    /** Where '/' leads, and every address that is none. */
    readonly home: (visit: Visit) => Path
    readonly steps: Steps
    readonly lost?: Lost | undefined
  }) {
    this.#visit = parts.visit
    this.#screens = parts.screens
    this.#home = parts.home
    this.#steps = parts.steps
    this.#lost = parts.lost ?? (() => 'failed')
    const { place, entry } = this.#arrival()
    this.#view = { place, said: entry.said, key: entry.key, content: null, scrolls: true }
    this.#steps.onMove(() => void this.load())
  }

  get view(): View {
    return this.#view
  }

  /** Whether a screen is on its way. */
  get isLoading(): boolean {
    return this.#loading > 0
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows what the history says: at the beginning, and after Back or Forward. */
  async load(): Promise<void> {
    const { place, entry } = this.#arrival()
    await this.#show({ place, said: entry.said, key: entry.key, scrolls: true })
  }

  /** Resolves once the screen is there, or another one was wanted meanwhile. */
  async go(target: Target<Anywhere>, { replace, resetScroll, state = {} }: Manner = {}): Promise<void> {
    const place = this.#allowed(addressFor(target, this.#view.place))
    const entry = { address: addressOf(place), said: state, key: newKey() }
    const stays = replace || entry.address === addressOf(this.#view.place)
    this.#steps.write(entry, stays ? 'replace' : 'push')
    await this.#show({ place, said: state, key: entry.key, scrolls: resetScroll !== false })
  }

  /** Fetches the code of a screen and asks for its answers before anybody goes there. */
  preload(address: string): void {
    const place = this.#allowed(address)
    this.#screens[place.path].ask?.(this.#visit, place)
    // what can't be fetched now is told to whoever goes there
    void this.#contentOf(place.path).catch(() => {})
  }

  /** Asks the guards again, since who is here has changed. */
  recheck(): void {
    const { path } = this.#view.place
    if (this.#arrival().place.path !== path) void this.load()
  }

  /** Where the history is, after the guards; an address of another writing is put right, and gives up its token. */
  #arrival(): { place: Place; entry: Entry } {
    const now = this.#steps.now()
    const token = letterToken(now.address)
    const allowed = this.#allowed(now.address)
    const place = token === null ? allowed : { ...allowed, hash: '' }
    const said = token === null ? now.said : { ...now.said, token }
    const entry = { ...now, address: addressOf(place), said }
    if (entry.address !== now.address) this.#steps.write(entry, 'replace')
    return { place, entry }
  }

  #allowed(address: string): Place {
    const place = placeAt(address)
    const other = place ? this.#screens[place.path].guard?.(this.#visit) : this.#home(this.#visit)
    return !other && place ? place : this.#allowed(other ?? '/')
  }

  async #show(next: Omit<View, 'content'>): Promise<void> {
    const { path } = next.place
    this.#screens[path].ask?.(this.#visit, next.place)
    const loaded = this.#loaded.get(path)
    // code that is there is shown at once
    const turn = ++this.#turn
    if (!loaded) this.#tell(this.#loading + 1)
    const content = loaded ?? (await this.#contentOf(path).catch(this.#lost))
    if (turn === this.#turn) this.#view = { ...next, content }
    this.#tell(loaded ? this.#loading : this.#loading - 1)
  }
  #turn = 0

  #tell(loading: number): void {
    this.#loading = loading
    for (const listener of this.#listeners) listener()
  }

  async #contentOf(path: Path): Promise<ComponentType> {
    const content = this.#loaded.get(path) ?? (await this.#screens[path].code())
    this.#loaded.set(path, content)
    return content
  }
}
