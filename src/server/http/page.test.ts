import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Draw } from './drawing.ts'
import { servePage, type FirstScreen } from './page.ts'

let dir: string
let app: FastifyInstance

const code = 'export const app = 1'

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'studio-page-'))
  const file = (path: string, content: string | Buffer) => {
    mkdirSync(join(dir, path, '..'), { recursive: true })
    writeFileSync(join(dir, path), content)
  }
  const icon = '<link rel="icon" href="/icon.svg" type="image/svg+xml" />'
  const head = '<title>Studio</title><script type="module" crossorigin src="/assets/app-1.js"></script>'
  file(
    'index.html',
    `<html lang="en"><head>${icon}${head}</head><body><div id="root"></div><!--initial--></body></html>`,
  )
  file('assets/app-1.js', code)
  file('assets/app-1.js.br', brotliCompressSync(code))
  const manifest = {
    '_app.js': { file: 'assets/app-1.js' },
    '_shared.js': { file: 'assets/shared-2.js', imports: ['_app.js'] },
    'font.woff2': { file: 'assets/font-latin-wght-normal-4.woff2' },
    'src/Classes.tsx': { file: 'assets/Classes-3.js', imports: ['_app.js', '_shared.js'] },
  }
  file('.vite/manifest.json', JSON.stringify(manifest))
  app = Fastify()
  const firstScreen = async ({ url, headers }: FastifyRequest): Promise<FirstScreen> => ({
    language: url.startsWith('/et') ? 'et' : 'en',
    theme: url.startsWith('/et') ? 'dark' : 'system',
    phone: headers['user-agent'] === 'phone',
    preview:
      url === '/shared'
        ? { title: 'Jazz', when: '', description: '', address: '/shared', picture: '/jazz.png', data: {} }
        : null,
    isMissing: false,
    look: { key: '0-641a5c', accent: '#641a5c', hasLogo: false, isOwn: url === '/own' },
    data: { name: '</script><b>$&' },
    page: url === '/classes' ? 'src/Classes.tsx' : undefined,
    drawn: url === '/empty' ? null : url,
  })
  // '/slow' stands for a screen that could not be rendered in time
  const draw: Draw = async (data, path) =>
    path === '/slow' ? null : { html: `<h1>$& ${JSON.stringify(data).length}</h1>`, title: 'A & <b>' }
  await servePage(app, { webDir: dir, firstScreen, draw })
})
afterAll(async () => {
  await app.close()
  rmSync(dir, { recursive: true })
})

describe('the page', () => {
  it('carries the data of its screen, which cannot close the element around it', async () => {
    const { body, headers } = await app.inject('/et')
    expect(body).toContain('<html lang="et" data-theme="dark">')
    expect(body).toContain('{"name":"\\u003c/script>\\u003cb>$&"}</script>')
    expect(headers['cache-control']).toBe('no-store')
  })

  it("repeats the reader's choices as cookies, for browsers that soon delete cookies of scripts", async () => {
    const { cookies } = await app.inject('/et')
    const kept = { path: '/', maxAge: 365 * 24 * 60 * 60, sameSite: 'Lax' }
    expect(cookies).toEqual([
      { name: 'language', value: 'et', ...kept },
      { name: 'theme', value: 'dark', ...kept },
    ])
    expect((await app.inject('/classes')).cookies).toEqual([])
  })

  it('links the files of its screen and their imports, without those that every page names', async () => {
    const { body } = await app.inject('/classes')
    expect([...body.matchAll(/fetchpriority="low" href="([^"]+)"/g)].map(([, file]) => file)).toEqual([
      '/assets/Classes-3.js',
      '/assets/shared-2.js',
    ])
    expect((await app.inject('/somewhere')).body).not.toContain('fetchpriority="low" href=')
  })

  it('contains the rendered screen, and its title', async () => {
    const { body } = await app.inject('/classes')
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('<div id="root" data-drawn="/classes"><h1>$& 25</h1></div>')
    expect(body).toContain('<title>A &amp; &lt;b&gt;</title>')
    // the code starts after the first paint
    expect(body).toContain('data-begin href="/assets/app-1.js"')
    expect(body).not.toContain('src=')
  })

  it('contains the rendered screen also when it has a link preview', async () => {
    const { body } = await app.inject('/shared')
    expect(body).toContain('<title>Jazz</title>')
    expect(body).toContain('<div id="root" data-drawn="/shared"><h1>')
    expect(body).not.toContain('src=')
  })

  it("has the studio's colour and icon from the start", async () => {
    const { body } = await app.inject('/own')
    expect(body).toContain('<link rel="stylesheet" data-look href="/look/0-641a5c/colours.css">')
    expect(body).toContain('<link rel="icon" href="/look/0-641a5c/icon-192.png" type="image/png" />')
    expect((await app.inject('/classes')).body).toContain('href="/icon.svg"')
  })

  it('is empty when nothing was rendered, or not in time', async () => {
    for (const url of ['/empty', '/slow']) {
      const { body } = await app.inject(url)
      expect(body).toContain('<div id="root"></div>')
      expect(body).toContain('<title>Studio</title><script type="module"')
    }
  })

  it('preloads its fonts, except on phones', async () => {
    expect((await app.inject('/classes')).body).toContain('as="font"')
    const forPhone = await app.inject({ url: '/classes', headers: { 'user-agent': 'phone' } })
    expect(forPhone.body).not.toContain('as="font"')
  })

  it('is compressed for clients that accept it', async () => {
    const { rawPayload, headers } = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(rawPayload).toString()).toBe((await app.inject('/')).body)
  })
})

describe('a file under assets', () => {
  it('is served only from that folder: no spelling of its name leads out', async () => {
    for (const way of ['..%2findex.html', '..%2f.vite/manifest.json', 'x%2f..%2f..%2findex.html']) {
      expect((await app.inject(`/assets/${way}`)).statusCode, way).toBe(403)
    }
  })

  it('is cached for a year, in the smallest encoding', async () => {
    const { rawPayload, headers } = await app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': 'br' } })
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding']).toBe('br')
    expect(headers['content-type']).toMatch('javascript')
    expect(brotliDecompressSync(rawPayload).toString()).toBe(code)
    const plain = await app.inject('/assets/app-1.js')
    expect(plain.body).toBe(code)
    // caches must not mix the encodings
    for (const { vary } of [headers, plain.headers]) expect(vary).toBe('accept-encoding')
  })

  it('that is missing is a 404 without a page, and is not cached', async () => {
    const { statusCode, headers } = await app.inject('/assets/app-0.js')
    expect(statusCode).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
  })
})
