// Caches the app shell, and the door's page for the account that opened it. Names under /assets/ contain a hash of
// their content, so a cached file is never outdated. Pages, data and calls always come from the server; when it can't
// be reached, the offline page says so and recovers by itself.
// No cached content depends on the version of the application, so a new worker may take over at once.
const SHELL = 'shell-1'
const ASSETS = 'assets-1'
/** The door's page, which the door screen caches and deletes: see docs/decisions/door.md. */
const DOOR = 'door-1'
const OFFLINE_PAGE = '/offline.html'
const shell = [OFFLINE_PAGE, '/offline.css', '/offline.js', '/icon.svg']
/** Number of files, about three builds of the application; the oldest are deleted first. */
const MOST_ASSETS = 300
/** In ms; how long the door waits for a network that neither responds nor fails. */
const PATIENCE = 4_000
/** Statuses of a proxy whose server can't be reached. */
const away = [502, 503, 504]

addEventListener('install', (event) => event.waitUntil(install()))
addEventListener('activate', (event) => event.waitUntil(activate()))
addEventListener('fetch', (event) => {
  const answer = answerFor(event)
  if (answer) event.respondWith(answer)
})

async function install() {
  const cache = await caches.open(SHELL)
  await cache.addAll(shell.map((path) => new Request(path, { cache: 'reload' })))
  await self.skipWaiting()
}

async function activate() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => ![SHELL, ASSETS, DOOR].includes(name)).map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** Returns undefined to leave the request to the browser. */
function answerFor(event) {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return undefined
  if (pathname.startsWith('/assets/')) return asset(request)
  if (shell.includes(pathname)) return fresh(fetch(request), pathname)
  if (request.mode === 'navigate' && pathname === '/door')
    return fresh(Promise.race([page(event), endOfPatience()]), '/door', OFFLINE_PAGE)
  if (request.mode === 'navigate' && !/^\/(calendar|feeds)\//.test(pathname)) return fresh(page(event), OFFLINE_PAGE)
  return undefined
}

async function asset(request) {
  const cache = await caches.open(ASSETS)
  const kept = await cache.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  // a full disk must not prevent the application from opening
  if (answer.status === 200) keep(cache, request, answer.clone()).catch(() => {})
  return answer
}

async function keep(cache, request, answer) {
  await cache.put(request, answer)
  const all = await cache.keys()
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST_ASSETS)).map((old) => cache.delete(old)))
}

const page = async ({ preloadResponse, request }) => (await preloadResponse) ?? fetch(request)

/** Rejects after PATIENCE if the door is cached; otherwise never settles. */
const endOfPatience = () =>
  new Promise((_answer, fail) => {
    setTimeout(async () => (await caches.match('/door')) && fail(), PATIENCE)
  })

/** The server's response; when it can't be reached, the first cached one of `kept`. */
async function fresh(asked, ...kept) {
  let answer
  try {
    answer = await asked
    // in Firefox a failed navigation preload resolves with a response of this type
    if (answer.type !== 'error' && !away.includes(answer.status)) return answer
  } catch {
    // no connection
  }
  for (const path of kept) {
    // the studio itself announces its return: the person is not offline
    if (path === OFFLINE_PAGE && answer && comesBack(answer)) return answer
    const found = await caches.match(path)
    if (found) return found
  }
  return Response.error()
}

const comesBack = ({ headers }) => headers.has('retry-after') && headers.get('content-type')?.startsWith('text/html')

addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json()
  const icons = { icon: '/icons/icon-192.png', badge: '/icons/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path }, ...icons }))
})

addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event.newSubscription)))

/**
 * The browser has replaced its push subscription: the server learns the new one, and says whether an account here still
 * uses it.
 */
async function renew(made) {
  if (Notification.permission !== 'granted') return
  const key = await call('notices.pushKey', {})
  if (!key.ok) return
  const options = { userVisibleOnly: true, applicationServerKey: key.value.publicKey }
  const subscription = made ?? (await self.registration.pushManager.subscribe(options))
  const { endpoint, keys } = subscription.toJSON()
  const told = await call('notices.renew', { endpoint, p256dh: keys.p256dh, auth: keys.auth })
  if (!told.ok || !told.value.renewed) await subscription.unsubscribe()
}

/** Five attempts with one idempotency key, as src/web/commands.ts does. */
async function call(name, input) {
  const body = JSON.stringify({ key: crypto.randomUUID(), input })
  for (let attempt = 0; ; attempt++) {
    try {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`/rpc/${name}`, { method: 'POST', headers, body })
      if (answer.status < 500 || attempt === 4) return await answer.json()
    } catch {
      if (attempt === 4) return { ok: false }
    }
    await new Promise((later) => setTimeout(later, 1000 * 2 ** attempt))
  }
}

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

/** Reuses an open window of the studio, if any. */
async function open(path) {
  const [one] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!one) return self.clients.openWindow(path)
  await one.focus()
  return one.navigate(path)
}
