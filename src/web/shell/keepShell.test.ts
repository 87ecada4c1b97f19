import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const source = readFileSync(new URL('../../../public/sw.js', import.meta.url), 'utf8')

type Listener = (event: object) => void

/** What the worker answers to a page being opened, when the browser has fetched that page ahead with this outcome. */
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

describe('the worker that keeps the shell', () => {
  it('hands on what the server says', async () => {
    expect(await answerTo(Promise.resolve(new Response('classes')))).toBe('classes')
    expect(await answerTo(Promise.resolve(new Response('no such page', { status: 404 })))).toBe('no such page')
  })

  it('asks itself where the browser fetches nothing ahead', async () => {
    expect(await answerTo(Promise.resolve(undefined))).toBe('fetched')
  })

  it('shows the offline page when the server is away, however the browser tells it', async () => {
    // Chromium rejects
    expect(await answerTo(Promise.reject(new TypeError('no connection')))).toBe('the offline page')
    // Firefox answers with an error
    expect(await answerTo(Promise.resolve(Response.error()))).toBe('the offline page')
    // a proxy answers for it
    expect(await answerTo(Promise.resolve(new Response('bad gateway', { status: 502 })))).toBe('the offline page')
  })
})
