import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servePage } from './page.ts'

let dir: string
let app: FastifyInstance

const code = 'export const app = 1'

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'studio-page-'))
  const file = (path: string, content: string | Buffer) => {
    mkdirSync(join(dir, path, '..'), { recursive: true })
    writeFileSync(join(dir, path), content)
  }
  file('index.html', '<html lang="en"><head><!--initial--><script src="/assets/app-1.js"></script></head></html>')
  file('assets/app-1.js', code)
  file('assets/app-1.js.br', brotliCompressSync(code))
  const manifest = {
    '_app.js': { file: 'assets/app-1.js' },
    '_shared.js': { file: 'assets/shared-2.js', imports: ['_app.js'] },
    'src/Classes.tsx': { file: 'assets/Classes-3.js', imports: ['_app.js', '_shared.js'] },
  }
  file('.vite/manifest.json', JSON.stringify(manifest))
  app = Fastify()
  await servePage(app, dir, async ({ url }) => ({
    language: url.startsWith('/et') ? 'et' : 'en',
    data: { name: '</script><b>$&' },
    page: url === '/classes' ? 'src/Classes.tsx' : undefined,
  }))
})
afterAll(async () => {
  await app.close()
  rmSync(dir, { recursive: true })
})

describe('the page', () => {
  it("carries what its screen needs, which can't end the element that holds it", async () => {
    const { body, headers } = await app.inject('/et')
    expect(body).toContain('<html lang="et">')
    expect(body).toContain('{"name":"\\u003c/script>\\u003cb>$&"}</script>')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('names the files of its screen, and those that they need, besides what every page names', async () => {
    const { body } = await app.inject('/classes')
    expect([...body.matchAll(/modulepreload" crossorigin href="([^"]+)"/g)].map(([, file]) => file)).toEqual([
      '/assets/Classes-3.js',
      '/assets/shared-2.js',
    ])
    expect((await app.inject('/somewhere')).body).not.toContain('modulepreload')
  })

  it('is compressed for who can read it so', async () => {
    const { rawPayload, headers } = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, deflate, br' } })
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(rawPayload).toString()).toBe((await app.inject('/')).body)
  })
})

describe('a file under assets', () => {
  it('is kept for ever, and comes as small as it was made', async () => {
    const { rawPayload, headers } = await app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': 'br' } })
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-encoding']).toBe('br')
    expect(headers['content-type']).toMatch('javascript')
    expect(brotliDecompressSync(rawPayload).toString()).toBe(code)
    expect((await app.inject('/assets/app-1.js')).body).toBe(code)
  })

  it('that is not there is no page', async () => {
    expect((await app.inject('/assets/app-0.js')).statusCode).toBe(404)
  })
})
