// The page of the door and its list, kept in this browser for when there is no network: see docs/decisions/door.md.
import type { Initial } from '#web/initial.ts'
import { loadOverlays } from '#web/ui/Dialog.tsx'
import { database } from './database.ts'
import { stopSending } from './outbox.ts'

/** As public/sw.js calls them. */
const CACHE = 'door-1'
const ASSETS = 'assets-1'

let forgetting: Promise<void> = Promise.resolve()

export async function keep(name: string, value: unknown): Promise<void> {
  await forgetting
  await (await database())?.put('kept', value, name)
}

export const keptOf = async (name: string): Promise<unknown> => (await database())?.get('kept', name)

/** Keeps the page of the door for when there is no network: see docs/decisions/door.md. */
export async function keepPage(accountId: string, build: string): Promise<void> {
  // money is taken in a dialog
  await loadOverlays()
  if (!('caches' in globalThis)) return
  const page = await fetch('/door', { cache: 'no-store' })
  if (page.status !== 200 || page.redirected) return
  const made = initialOf(await page.clone().text())
  // after an update it needs other files than those that are here, with which the page that is kept works on
  if (made?.studio.build !== build || made.me.accountId !== accountId) return
  keepFor(accountId)
  await forgetting
  // what this page was made of was loaded before the worker was there
  const assets = await caches.open(ASSETS)
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  for (const file of new Set(files.filter((name) => new URL(name).pathname.startsWith('/assets/')))) {
    if (await assets.match(file, { ignoreVary: true })) continue
    const answer = await fetch(file)
    if (answer.status !== 200) return
    await assets.put(file, answer)
  }
  // comes last: where the page is kept, so is all that it needs
  await (await caches.open(CACHE)).put('/door', page)
}

/** What a page carries: for whom it is, and of which build. */
function initialOf(html: string): Initial | null {
  const block = new DOMParser().parseFromString(html, 'text/html').getElementById('initial')
  return block?.textContent ? (JSON.parse(block.textContent) as Initial) : null
}

/** The account has signed out: whoever uses this device next finds no list on it; what waits stays. */
export async function forgetPage(): Promise<void> {
  stopSending()
  forgetOthers(null)
  await forgetting
}

/** For whom the door is kept here. A session may end without signing out: it is for nobody else. */
export function keepFor(accountId: string): void {
  forgetOthers(accountId)
  setOwner(accountId)
}

export function forgetOthers(accountId: string | null): void {
  if (accountId !== null && owner() === accountId) return
  setOwner(null)
  forgetting = forgetKept().catch(() => {})
}

async function forgetKept(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE)
  await (await database())?.clear('kept')
}

const OWNER = 'doorKeptFor'

// a browser may refuse to keep anything
function owner(): string | null {
  try {
    return localStorage.getItem(OWNER)
  } catch {
    return null
  }
}

function setOwner(accountId: string | null): void {
  try {
    if (accountId === null) localStorage.removeItem(OWNER)
    else localStorage.setItem(OWNER, accountId)
  } catch {
    // then it is forgotten at each chance
  }
}
