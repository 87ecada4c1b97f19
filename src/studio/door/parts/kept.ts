// Stores the door page and its list in this browser for offline use: see docs/decisions/door.md.
import type { Initial } from '#web/initial.ts'
import { loadOverlays } from '#web/ui/Dialog.tsx'
import { inDatabase } from './database.ts'
import { ASSETS_CACHE, DOOR_CACHE, DOOR_OWNER } from './keptNames.ts'
import { stopSending } from './outbox.ts'

let forgetting: Promise<void> = Promise.resolve()

export async function keep(name: string, value: unknown): Promise<void> {
  await forgetting
  await inDatabase((db) => db.put('kept', value, name))
}

export const keptOf = async (name: string): Promise<unknown> => await inDatabase((db) => db.get('kept', name))

/** Stores the door page for offline use: see docs/decisions/door.md. */
export async function keepPage(accountId: string, build: string): Promise<void> {
  // load dialogs now, since money is taken in one
  await loadOverlays()
  if (!('caches' in globalThis)) return
  const page = await fetch('/door', { cache: 'no-store' })
  if (page.status !== 200 || page.redirected) return
  const made = initialOf(await page.clone().text())
  // after an update the server's page needs files that are not loaded here; the stored page works on
  if (made?.studio.build !== build || made.me.accountId !== accountId) return
  keepFor(accountId)
  await forgetting
  // the page's files were loaded before the service worker was active
  const assets = await caches.open(ASSETS_CACHE)
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  for (const file of new Set(files.filter((name) => new URL(name).pathname.startsWith('/assets/')))) {
    if (await assets.match(file, { ignoreVary: true })) continue
    const answer = await fetch(file)
    if (answer.status !== 200) return
    await assets.put(file, answer)
  }
  // last, so that a stored page has all its files
  await (await caches.open(DOOR_CACHE)).put('/door', page)
}

/** The account and build that a page was rendered for. */
function initialOf(html: string): Initial | null {
  const block = new DOMParser().parseFromString(html, 'text/html').getElementById('initial')
  return block?.textContent ? (JSON.parse(block.textContent) as Initial) : null
}

/** After sign-out: the next user of this device must find no list; the queue stays. */
export async function forgetPage(): Promise<void> {
  stopSending()
  forgetOthers(null)
  await forgetting
}

/** Sets the account whose door is stored here. A session may expire without sign-out: others must not see it. */
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
  if ('caches' in globalThis) await caches.delete(DOOR_CACHE)
  await inDatabase((db) => db.clear('kept'))
}

// the browser may refuse storage
function owner(): string | null {
  try {
    return localStorage.getItem(DOOR_OWNER)
  } catch {
    return null
  }
}

function setOwner(accountId: string | null): void {
  try {
    if (accountId === null) localStorage.removeItem(DOOR_OWNER)
    else localStorage.setItem(DOOR_OWNER, accountId)
  } catch {
    // deletion is retried at each chance
  }
}
