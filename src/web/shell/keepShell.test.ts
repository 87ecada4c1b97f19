import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const source = readFileSync(new URL('../../../public/sw.js', import.meta.url), 'utf8')

type Listener = (event: object) => void

/** The service worker's response to opening a page, given the outcome of the browser's navigation preload. */
async function answerTo(preloadResponse: Promise<Response | undefined>): Promise<string> {
  const listeners = new Map<string, Listener>()
  const offlinePage = new Response('the offline page')
  const worker = createContext({
    URL,
    Request,
    Response,
    location: { origin: 'https://studio.example' },
    caches: { match: async (path: string) => (path === '/offline.html' ? offlinePage : undefined) },
    fetch: async () => new Response('fetched'),
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  })
  runInContext(source, worker)
  const request = { method: 'GET', url: 'https://studio.example/classes', mode: 'navigate' }
  const answer = await new Promise<Response>((respondWith) =>
    listeners.get('fetch')?.({ request, preloadResponse, respondWith }),
  )
  return answer.text()
}

describe('service worker that keeps the app shell', () => {
  it('passes the server’s response on', async () => {
    expect(await answerTo(Promise.resolve(new Response('classes')))).toBe('classes')
    expect(await answerTo(Promise.resolve(new Response('no such page', { status: 404 })))).toBe('no such page')
  })

  it('fetches itself where the browser has no navigation preload', async () => {
    expect(await answerTo(Promise.resolve(undefined))).toBe('fetched')
  })

  it('shows the offline page when the server is unreachable, however the browser reports that', async () => {
    // Chromium rejects the preload
    expect(await answerTo(Promise.reject(new TypeError('no connection')))).toBe('the offline page')
    // Firefox resolves it with an error response
    expect(await answerTo(Promise.resolve(Response.error()))).toBe('the offline page')
    // a proxy responds in place of the server
    expect(await answerTo(Promise.resolve(new Response('bad gateway', { status: 502 })))).toBe('the offline page')
  })
})
